package anthropic

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func decodeRequest(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	return d.in.One(d.request())
}

func (d *decoder) request() *conv.Conversation {
	c := &conv.Conversation{}
	d.in.SetOffset(&c.Node)
	q := &conv.Request{}
	d.in.SetOffset(&q.Node)
	var there, asked, after bool
	for key := range d.in.Fields {
		switch key {
		case "messages":
			there = d.in.Kind() == rawjson.Array
			c.Messages = d.messages()
		case "system":
			d.systemPrompt(c)
		case "tools":
			d.tools(c)
		case "max_tokens":
			after = there
			fallthrough
		default:
			asked = true
			record.ReadField(objects().parameters, d, q, key)
		}
	}
	if !there {
		d.in.Fail(0, "no messages")
	}
	if after && q.MaxTokens == rules.Limit(q.Reasoning) {
		q.Extensions.Set(family, format.Unasked, conv.Raw(q.MaxTokens))
	}
	if asked {
		c.Request = q
	}
	return c
}

// systemPrompt reads the system field. A list other than one plain text is
// residue next to the prompt.
func (d *decoder) systemPrompt(c *conv.Conversation) {
	switch k := d.in.Kind(); k {
	case rawjson.Null:
		d.in.Skip()
	case rawjson.String:
		c.SystemPrompt = d.in.OptText(&c.Node, "system")
	case rawjson.Array:
		start := d.in.Offset()
		prompt, plain, marks := d.systemList()
		c.SystemPrompt = prompt
		switch {
		case plain:
		case marks: // a prompt can hold all of it
			residue.SetHint(&c.Node, "system", d.in.RawAt(start))
		default:
			residue.Set(&c.Node, "system", d.in.RawAt(start))
		}
	default:
		d.in.Fail(d.in.Offset(), "want system as a string or an array, got %s", k)
	}
}

// systemList reads a list of blocks as a prompt: whether one plain text is
// all of it, and whether texts and cache marks are.
func (d *decoder) systemList() (prompt string, plain, marks bool) {
	var texts []string
	blocks := 0
	plain, marks = true, true
	for range d.in.Elements {
		blocks++
		b, ok := d.systemBlock().(*conv.TextContent)
		if !ok {
			plain, marks = false, false
			continue
		}
		texts = append(texts, b.Text)
		plain = plain && residue.Plain(&b.Node) && b.Text != ""
		marks = marks && residue.Plain(&b.Node) || residue.Get(&b.Node, "cache_control") != "" && len(residue.Of(&b.Node)) == 1
	}
	return strings.Join(texts, "\n\n"), plain && blocks == 1, marks
}
