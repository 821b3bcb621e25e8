package conv

import (
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// Adapt returns c as the servers of a format's protocol accept it: history
// paired, ordered and named by its Rules, with a note for each change. It is
// what a conversation needs that came from elsewhere; one that the protocol
// itself accepted is left as it is. c is not changed. Fit comes after.
func Adapt(c *Conversation, to *Format, notes *Notes) *Conversation {
	if to.Rules == (Rules{}) {
		return c
	}
	a := &adapter{Rules: to.Rules, family: to.Family, notes: notes}
	out := *c
	for _, pass := range passes {
		out.Messages = pass(a, out.Messages)
	}
	a.tools(&out)
	a.request(&out)
	return &out
}

// passes are the steps of Adapt over the messages, in order. Each copies
// what it changes and never writes into what it was given.
var passes = []func(*adapter, []Message) []Message{
	(*adapter).dropFailed,  // 4.4
	(*adapter).pairResults, // 4.6: orphans, late and duplicate results, order
	(*adapter).renameCalls, // 4.6: ids and names
	(*adapter).clean,       // 4.8
}

type adapter struct {
	Rules
	family string
	notes  *Notes
}

func (a *adapter) lose(code Code, kind NoteKind, n *Node, what, name string) {
	a.notes.Loss(code, kind, n.Offset(), what, name)
}

func (a *adapter) info(code Code, kind NoteKind, n *Node, what, name string) {
	a.notes.Info(code, kind, n.Offset(), what, name)
}

// dropFailed drops answers that failed or were aborted: they may hold half a
// call. A refusal or a filtered answer that says something stays.
func (a *adapter) dropFailed(in []Message) []Message {
	failed := func(m Message) bool {
		x, ok := m.(*AssistantMessage)
		if !ok || x.StopReason != StopError && x.StopReason != StopAborted {
			return false
		}
		if d := x.StopDetail; d != nil && (d.Kind == KindRefusal || d.Kind == KindFilter) && x.Text() != "" {
			return false
		}
		a.lose(CodeStop, Dropped, &x.Node, "answer that ended in", string(x.StopReason))
		return true
	}
	if !slices.ContainsFunc(in, func(m Message) bool {
		x, ok := m.(*AssistantMessage)
		return ok && (x.StopReason == StopError || x.StopReason == StopAborted)
	}) {
		return in
	}
	return slices.DeleteFunc(slices.Clone(in), failed)
}

// clean drops texts and messages that say nothing, where servers refuse them.
func (a *adapter) clean(in []Message) []Message {
	if a.FullText {
		in = rebuilt(in, a.cleanMessage)
	}
	if last := len(in) - 1; a.TrimLast && last >= 0 {
		if m, ok := in[last].(*AssistantMessage); ok {
			if trimmed := a.trim(m); trimmed != m {
				in = append(slices.Clone(in[:last]), trimmed)
			}
		}
	}
	return in
}

// rebuilt is in with each message changed or, by nil, dropped; in itself if
// none is.
func rebuilt(in []Message, change func(Message) Message) []Message {
	out, shared := in, true
	for i, m := range in {
		x := change(m)
		if shared && x == m {
			continue
		}
		if shared {
			out, shared = append(make([]Message, 0, len(in)), in[:i]...), false
		}
		if x != nil {
			out = append(out, x)
		}
	}
	return out
}

func (a *adapter) cleanMessage(m Message) Message {
	switch m := m.(type) {
	case *UserMessage:
		content := fullTexts(m.Content, isBlank)
		if len(content) == 0 {
			a.info(CodeSynthesized, Dropped, &m.Node, "empty message of role", string(RoleUser))
			return nil
		}
		if len(content) == len(m.Content) {
			return m
		}
		x := *m
		x.Content = content
		return &x
	case *AssistantMessage:
		content := fullTexts(m.Content, isEmpty)
		if len(content) == 0 {
			a.info(CodeSynthesized, Dropped, &m.Node, "empty message of role", string(RoleAssistant))
			return nil
		}
		if len(content) == len(m.Content) {
			return m
		}
		x := *m
		x.Content = content
		return &x
	case *ToolResultMessage:
		content := fullTexts(m.Content, isEmpty)
		if len(content) == len(m.Content) {
			return m
		}
		x := *m
		x.Content = content
		return &x
	default:
		return m
	}
}

func isEmpty(s string) bool { return s == "" }
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// fullTexts is content without the texts that say nothing; content itself if
// it has none.
func fullTexts[B Block](content []B, empty func(string) bool) []B {
	says := func(b B) bool {
		t, ok := Block(b).(*TextContent)
		return !ok || !empty(t.Text)
	}
	for i, b := range content {
		if says(b) {
			continue
		}
		out := slices.Clone(content[:i])
		for _, b := range content[i:] {
			if says(b) {
				out = append(out, b)
			}
		}
		return out
	}
	return content
}

// trim is m without white space at its end.
func (a *adapter) trim(m *AssistantMessage) *AssistantMessage {
	last := len(m.Content) - 1
	if last < 0 {
		return m
	}
	t, ok := m.Content[last].(*TextContent)
	if !ok || strings.TrimRight(t.Text, " \t\r\n") == t.Text {
		return m
	}
	a.info(CodeMerge, Downgraded, &m.Node, "white space at the end of the last answer", "")
	text := *t
	text.Text = strings.TrimRight(t.Text, " \t\r\n")
	x := *m
	x.Content = append(slices.Clone(m.Content[:last]), &text)
	if text.Text == "" {
		x.Content = x.Content[:last]
	}
	return &x
}

// tools gives tools the names and schemas that servers demand.
func (a *adapter) tools(c *Conversation) {
	for i := range c.Tools {
		t := c.Tools[i]
		if t.Family != "" {
			continue
		}
		if name := a.name(t.Name); name != t.Name {
			a.info(CodeTools, Renamed, &t.Node, "tool", t.Name)
			t.Name = name
		}
		if a.TypedSchemas {
			t.Parameters = a.schema(&t)
		}
		if t.Name != c.Tools[i].Name || t.Parameters != c.Tools[i].Parameters {
			tools := slices.Clone(c.Tools)
			tools[i] = t
			c.Tools = tools
		}
	}
}

// schema is a tool's parameters with the type that they must have.
func (a *adapter) schema(t *ToolDefinition) Raw {
	p := t.Parameters
	switch {
	case p == "" || p == "null" || p == "{}":
		a.info(CodeTools, Synthesized, &t.Node, "empty parameters of tool", t.Name)
		return `{"type":"object","properties":{}}`
	case p.Lookup("type") == "" && p[0] == '{':
		a.info(CodeTools, Synthesized, &t.Node, "type of the parameters of tool", t.Name)
		return `{"type":"object",` + p[1:]
	default:
		return p
	}
}

// request fills in what a request must say and drops a choice of tools where
// there are none.
func (a *adapter) request(c *Conversation) {
	if a.MaxTokens != "" && (c.Request == nil || c.Request.MaxTokens == "") {
		x := Request{}
		if c.Request != nil {
			x = *c.Request
		}
		x.MaxTokens = a.limit(x.Reasoning)
		a.notes.Info(CodeSynthesized, Synthesized, c.Offset(), "limit of output tokens, which the protocol demands:", string(x.MaxTokens))
		c.Request = &x
	}
	if r := c.Request; r != nil && !a.hasTools(c.Tools) && (r.ToolChoice != nil || r.ParallelToolCalls != nil) {
		x := *r
		x.ToolChoice, x.ParallelToolCalls = nil, nil
		a.notes.Info(CodeParam, Dropped, r.Offset(), "choice of tools where there are none", "")
		c.Request = &x
	} else if r != nil && r.ToolChoice != nil && a.name(r.ToolChoice.Name) != r.ToolChoice.Name {
		x, t := *r, *r.ToolChoice
		t.Name = a.name(t.Name)
		x.ToolChoice = &t
		c.Request = &x
	}
}

// hasTools reports whether there is a tool that the target's family takes.
func (a *adapter) hasTools(tools []ToolDefinition) bool {
	return slices.ContainsFunc(tools, func(t ToolDefinition) bool { return t.Family == "" || t.Family == a.family })
}

// limit is the limit to ask for: the protocol's, on top of a budget for
// reasoning, which counts as output.
func (a *adapter) limit(r *Reasoning) Number {
	if r == nil {
		return a.MaxTokens
	}
	budget, _ := r.BudgetTokens.Int()
	usual, _ := a.MaxTokens.Int()
	return rawjson.NumberOf(usual + max(budget, 0))
}
