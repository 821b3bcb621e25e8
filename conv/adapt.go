package conv

import (
	"slices"
)

// Adapt returns c as the servers of a format's protocol accept it: history
// paired, ordered and named by its Rules, with a note for each change. It is
// what a conversation needs that came from elsewhere; one that the protocol
// itself accepted is left as it is. c is not changed. Fit comes after.
func Adapt(c *Conversation, to *Format, notes *Notes) *Conversation {
	if to.Rules == (Rules{}) {
		return c
	}
	a := &adapter{Rules: to.Rules, family: to.Family, notes: notes, names: renaming{alphabet: to.Rules.ToolNames}}
	a.fit = fitter{Holds: &to.Holds, family: to.Family, notes: notes}
	out := *c
	a.prompt(&out)
	a.reserveNames(&out)
	for _, pass := range passes {
		out.Messages = pass(a, out.Messages)
	}
	a.someMessage(&out)
	a.tools(&out)
	a.request(&out)
	a.thinking(&out)
	return &out
}

// passes are the steps of Adapt over the messages, in order. Each copies
// what it changes and never writes into what it was given.
var passes = []func(*adapter, []Message) []Message{
	(*adapter).dropFailed,  // 4.4
	(*adapter).pairResults, // 4.6: orphans, late and duplicate results, order
	(*adapter).renameCalls, // 4.6: ids and names
	(*adapter).retype,      // 4.2: media of types that servers refuse
	(*adapter).clean,       // 4.8
}

type adapter struct {
	Rules
	family string
	notes  *Notes
	fit    fitter // what Fit will do
	names  renaming
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
