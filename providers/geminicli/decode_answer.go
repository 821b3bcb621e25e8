package geminicli

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// answer reads an answer and the results of its calls. If its content has calls
// or reasoning, it has all. Else the reasoning comes first and the calls come
// last.
func (d *decoder) answer(w *wire, v version) {
	var m *conv.AssistantMessage
	if v.content >= 0 {
		m = d.partsAt(v.content, true)[0].(*conv.AssistantMessage)
	} else {
		m = &conv.AssistantMessage{}
	}
	m.SetOffset(v.at)
	if (v.calls >= 0 || v.thoughts >= 0) && isEmptyText(m.Content) && d.Buffer()[v.content] == '"' {
		m.Content = nil
	}
	calls := d.calls(v.calls)
	whole := false
	var byID map[string]*conv.ToolCall
	for _, b := range m.Content {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			whole = true
		case *conv.ToolCall:
			if whole = true; byID == nil {
				byID = map[string]*conv.ToolCall{}
			}
			byID[b.ID] = b
		}
	}
	if !whole {
		m.Content = append(d.thoughts(v.thoughts), m.Content...)
	}
	for _, c := range calls {
		switch t := byID[c.call.ID]; {
		case t != nil:
			t.Extensions = append(t.Extensions, c.call.Extensions...)
			t.Conversation = c.call.Conversation
		case !whole:
			m.Content = append(m.Content, c.call)
		}
	}
	if v.model >= 0 {
		d.Rewind(v.model)
		m.Model = d.StrOnly()
	}
	if v.tokens >= 0 {
		m.Usage = d.usage(v.tokens)
	}
	d.keepOthers(&m.Node, v)
	d.add(m)
	clear(d.given)
	for t := range m.Calls {
		delete(d.answered, t.ID)
	}
	for _, c := range calls {
		d.results(c)
	}
}

// isEmptyText reports whether a content is one empty text: the program writes it
// beside calls.
func isEmptyText(content []conv.AssistantContent) bool {
	if len(content) != 1 {
		return false
	}
	t, ok := content[0].(*conv.TextContent)
	return ok && t.Text == "" && t.TextSignature == "" && len(t.Extensions) == 0
}

// thoughts reads reasoning that stands beside the content, as the program sends
// it again.
func (d *decoder) thoughts(at int) (out []conv.AssistantContent) {
	if at < 0 {
		return nil
	}
	d.Rewind(at)
	for range d.ElementsOnly {
		here := d.Offset()
		if d.Kind() != rawjson.Object {
			continue
		}
		subject, text := "", ""
		for key := range d.Fields {
			switch key {
			case "subject":
				subject = d.StrOnly()
			case "description":
				text = d.StrOnly()
			}
		}
		b := &conv.ThinkingContent{Thinking: thought(subject, text)}
		b.SetOffset(here)
		out = append(out, b)
	}
	return out
}

// thought is how the program sends a thought to the model.
func thought(subject, text string) string {
	if subject == "" {
		return text
	}
	return "**" + subject + "** " + text
}

// ran is a call with what the program says of it.
type ran struct {
	call    *conv.ToolCall
	results int // offset, -1 for none
	time    int64
	failed  bool
}

// calls reads the calls beside the content.
func (d *decoder) calls(at int) (all []*ran) {
	if at < 0 {
		return nil
	}
	d.Rewind(at)
	for range d.ElementsOnly {
		if d.Kind() == rawjson.Object {
			all = append(all, d.call())
		}
	}
	return all
}

func (d *decoder) call() *ran {
	t := &conv.ToolCall{Arguments: "{}"}
	t.SetOffset(d.Offset())
	c := &ran{call: t, results: -1}
	for key := range d.Fields {
		switch key {
		case "id":
			t.ID = d.StrOnly()
		case "name":
			t.Name = d.StrOnly()
		case "args":
			if d.Kind() == rawjson.Object {
				t.Arguments = d.Raw()
			} else {
				d.Keep(&t.Node, key)
			}
		case "result":
			if d.Kind() != rawjson.Null {
				c.results = d.Offset()
			}
		case "timestamp":
			c.time = session.ISOMilliseconds(d.Raw())
		case "agentId":
			t.Conversation = d.StrOnly()
		case "status":
			c.failed = d.state(&t.Node)
		case "displayName", "description", "resultDisplay", "renderOutputAsMarkdown":
			d.KeepQuietly(&t.Node, key)
		default:
			d.Keep(&t.Node, key)
		}
	}
	return c
}

// state reads how a call ended, and reports whether it failed. What follows from
// its result is not kept.
func (d *decoder) state(n *conv.Node) bool {
	raw := d.Raw()
	if raw != `"success"` && raw != `"error"` {
		n.Extensions.Set(family, "status", raw)
	}
	return raw == `"error"`
}

// results reads what came of a call.
func (d *decoder) results(c *ran) {
	if c.results < 0 {
		return
	}
	var list []conv.Message
	d.Rewind(c.results)
	if d.Kind() == rawjson.String {
		t := &conv.TextContent{}
		t.SetOffset(d.Offset())
		t.Text = d.Text(&t.Node)
		r := &conv.ToolResultMessage{Content: []conv.ToolResultContent{t}}
		r.SetOffset(c.results)
		list = []conv.Message{r}
	} else {
		d.give(c.results)
		list = d.partsAt(c.results, false)
	}
	for _, m := range list {
		conv.MetaOf(m).Timestamp = c.time
		r, ok := m.(*conv.ToolResultMessage)
		if !ok {
			continue
		}
		r.ToolCallID = cmp.Or(r.ToolCallID, c.call.ID)
		r.ToolName = cmp.Or(r.ToolName, c.call.Name)
		r.IsError = r.IsError || c.failed
		d.answered[r.ToolCallID] = true
	}
	d.add(list...)
}

// give remembers the parts of a result: a message after it may repeat them.
func (d *decoder) give(at int) {
	c := d.again
	c.Rewind(at)
	for range c.ElementsOnly {
		d.given[string(c.Raw())] = true
	}
}

// usage reads the counts of an answer. The input includes what was cached, and
// the output is without the reasoning. null is no counts.
func (d *decoder) usage(at int) *conv.Usage {
	if d.Rewind(at); d.Kind() != rawjson.Object {
		return nil
	}
	u := &conv.Usage{}
	u.SetOffset(at)
	var input, tool int64
	counted := false
	for key := range d.Fields {
		if d.Kind() != rawjson.Num {
			d.Keep(&u.Node, key)
			continue
		}
		n, _ := d.Number().Int()
		switch key {
		case "input":
			input, counted = n, true
		case "output":
			u.Output += n
		case "cached":
			u.CacheRead = n
		case "thoughts":
			u.Reasoning = n
			u.Output += n
		case "tool":
			tool = n
		case "total":
			u.TotalTokens = n
		default:
			u.Extensions.Set(family, extension.ResidueKey(key), conv.Raw(rawjson.NumberOf(n)))
		}
	}
	if u.Input = input - u.CacheRead + tool; !counted || input < u.CacheRead {
		u.Input, u.InputUnknown = 0, true
	}
	if u.InputUnknown && input != 0 {
		u.Extensions.Set(family, hintInput, conv.Raw(rawjson.NumberOf(input)))
	}
	if tool != 0 {
		u.Extensions.Set(family, "tool", conv.Raw(rawjson.NumberOf(tool)))
	}
	return u
}

// subjectOf splits reasoning as the program shows it: a subject and a text.
func subjectOf(thinking string) (subject, text string, ok bool) {
	rest, ok := strings.CutPrefix(thinking, "**")
	if !ok {
		return "", thinking, false
	}
	return strings.Cut(rest, "** ")
}
