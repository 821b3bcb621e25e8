package gemini

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func decodeRequest(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	return d.in.One(d.request())
}

var requestFields = []string{"contents", "systemInstruction", "tools"}

func (d *decoder) request() *conv.Conversation {
	c := &conv.Conversation{}
	d.in.SetOffset(&c.Node)
	q := &conv.Request{}
	d.in.SetOffset(&q.Node)
	there, asked, a := false, false, asking{q: q}
	for written := range d.fields {
		switch residue.Known(&c.Node, written, requestFields) {
		case "contents":
			there = true
			d.contents(c)
		case "systemInstruction":
			d.instruction(c)
		case "tools":
			d.tools(c)
		default:
			asked = true
			record.ReadField(objects().parameters, d, &a, written)
		}
	}
	if !there && c.SystemPrompt == "" && len(c.Messages) == 0 {
		d.in.Fail(0, "no contents")
	}
	residue.Settle(&c.Node)
	if asked {
		residue.Settle(&q.Node)
		c.Request = q
	}
	return c
}

// instruction reads the system instruction. The vendor's SDKs write it as one
// text part in the role user. Any other form is a hint next to the prompt, or
// residue if it has more than texts.
func (d *decoder) instruction(c *conv.Conversation) {
	residue.RereadAll(&c.Node, "systemInstruction")
	start := d.in.Offset()
	prompt, plain, texts := d.instructionTexts()
	c.SystemPrompt = prompt
	switch {
	case plain:
	case texts:
		residue.SetHint(&c.Node, "systemInstruction", d.in.RawAt(start))
	default:
		c.Extensions.Set(family, "systemInstruction", d.in.RawAt(start))
	}
}

// instructionTexts reads an instruction as a prompt. It reports whether one
// text part is all of it (plain), and whether it has only texts.
func (d *decoder) instructionTexts() (prompt string, plain, texts bool) {
	var all []string
	parts := 0
	plain, texts = true, true
	take := func(p *part) {
		parts++
		if p.kind != "text" || p.several {
			plain, texts = false, false
			return
		}
		all = append(all, p.text)
		plain = plain && p.Extensions == nil && p.text != "" && !p.signed && p.thought == nil
		texts = texts && residueless(&p.Node)
	}
	switch d.in.Kind() {
	case rawjson.String:
		all, plain = []string{d.in.Str()}, false
	case rawjson.Array:
		for range d.in.Elements {
			take(d.part())
		}
		plain = false
	default:
		var n conv.Node
		d.contentFields(&n, roleUser, func() { all, parts = nil, 0 }, func() { take(d.part()) })
		plain = plain && n.Extensions == nil
		texts = texts && residueless(&n)
	}
	return strings.Join(all, "\n\n"), plain && parts == 1, texts
}

// residueless reports whether a node has no residue except hints.
func residueless(n *conv.Node) bool { return contentKey(n) == "~content" }
