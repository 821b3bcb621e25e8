package openairesponses

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func decodeRequest(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	return d.in.One(d.request())
}

func (d *decoder) request() *conv.Conversation {
	at := d.in.Offset()
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(at, "want a request as an object, got %s", k)
		return nil
	}
	c := &conv.Conversation{}
	d.in.SetOffset(&c.Node)
	b := &body{c: c, q: &conv.Request{}, first: -1}
	record.Read(objects().body, d, b)
	if !b.input {
		residue.Set(&c.Node, hintForm, `"absent"`)
	}
	if !b.input && !refersToInput(b.q) {
		d.in.Fail(at, "a request without input")
	}
	d.leadingPrompt(c, b.first)
	residue.Settle(&c.Node)
	if !b.q.IsEmpty() {
		c.Request = b.q
	}
	return c
}

// refersToInput reports whether a request refers to a history on the server.
func refersToInput(q *conv.Request) bool {
	return residue.Get(&q.Node, "prompt") != "" || residue.Get(&q.Node, "conversation") != "" || residue.Get(&q.Node, "previous_response_id") != ""
}

// input reads the history, and the offset of its first item.
func (d *decoder) input(b *body) {
	b.input, b.first = d.in.Kind() != rawjson.Null, -1
	switch k := d.in.Kind(); k {
	case rawjson.String:
		t := &conv.TextContent{}
		d.in.SetOffset(&t.Node)
		m := &conv.UserMessage{Content: []conv.UserContent{t}}
		d.in.SetOffset(&m.Node)
		t.Text = d.in.Text(&t.Node)
		b.c.Messages = []conv.Message{m}
	case rawjson.Array:
		all, first := d.items()
		if b.c.Messages = all; d.in.Err() == nil {
			if onlyText(b.c.Messages) != nil {
				residue.Set(&b.c.Node, hintForm, `"list"`)
			}
			b.first = first
		}
	case rawjson.Null:
		d.in.Skip()
	default:
		d.in.Fail(d.in.Offset(), "want input as a string or an array, got %s", k)
	}
}

// instructions reads the prompt. A value other than a string is residue.
func (d *decoder) instructions(c *conv.Conversation) {
	if d.in.Kind() != rawjson.String {
		d.Known(&c.Node, "instructions")
		return
	}
	if c.SystemPrompt = d.in.Text(&c.Node); c.SystemPrompt == "" {
		residue.SetBlank(&c.Node, "instructions", `""`)
	}
}

// leadingPrompt makes the first item the prompt, if it is the only
// instruction. What a string cannot hold stays with the conversation.
func (d *decoder) leadingPrompt(c *conv.Conversation, first int) {
	if c.SystemPrompt != "" || first < 0 || d.in.Err() != nil || len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[0].(*conv.SystemMessage)
	if !ok {
		return
	}
	c.Messages = c.Messages[1:]
	if len(c.Messages) == 0 {
		c.Messages = nil
	}
	c.SystemPrompt = record.PromptOf(m)
	t, isText := (*conv.TextContent)(nil), false
	if len(m.Content) == 1 {
		t, isText = m.Content[0].(*conv.TextContent)
	}
	switch raw := d.in.RawAt(first); {
	case isText && t.Text != "" && residue.Plain(&m.Node) && (residue.Plain(&t.Node) || isListed(t)):
		c.Spelled().Set(t.Text, t.Spelled().Of(t.Text))
		role := rawjson.Quoted(string(m.Role))
		if isListed(t) {
			role = rawjson.ArrayOf([]conv.Raw{role})
		}
		residue.Set(&c.Node, hintSystem, role)
	case instructsMore(m):
		residue.Set(&c.Node, "system", raw)
	default:
		residue.Set(&c.Node, hintSystem, raw)
	}
}

// isListed reports whether a text has nothing but the hint that it was in a list.
func isListed(t *conv.TextContent) bool {
	return len(residue.Of(&t.Node)) == 1 && residue.Text(&t.Node, hintForm) == "list"
}

// instructsMore reports whether an instruction has more than a prompt can
// hold.
func instructsMore(m *conv.SystemMessage) bool {
	says := func(n *conv.Node) bool {
		return slices.ContainsFunc(residue.Of(n), func(x rawjson.Member) bool { return !extension.IsHint(x.Key) && x.Key != "prompt_cache_breakpoint" })
	}
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		if !ok || says(&t.Node) {
			return true
		}
	}
	return says(&m.Node)
}
