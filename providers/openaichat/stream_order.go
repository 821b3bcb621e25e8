package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// liveOrder watches the order of an answer that is passed on as it comes, where
// a response has one place for each field.
type liveOrder struct {
	notes *note.Notes
	seen  []string
	last  int
	told  bool
}

// next notes a block that comes after its place, or in pieces. field is "" for a
// part of the content that is not text.
func (o *liveOrder) next(field string) {
	if o == nil {
		return
	}
	place := 1
	switch {
	case format.IsReasoningField(field):
		place = 0
	case field == "refusal":
		place = 2
	case field == "tool_calls":
		place = 3
	}
	again := place < 3 && field != "" && slices.Contains(o.seen, field)
	if !o.told && (again || place < o.last) {
		o.told = true
		o.notes.Loss(note.CodeOrder, note.Downgraded, -1, "order of an answer that does not come in order", field)
	}
	o.last = max(o.last, place)
	if place < 3 && !again {
		o.seen = append(o.seen, field)
	}
}

// inOrder sorts blocks as a response has them. It joins texts, refusals and
// reasoning of one field that came in pieces.
func inOrder(in []conv.AssistantContent) []conv.AssistantContent {
	var places [4]place
	for _, b := range in {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			places[0].thinking(b)
		case *conv.TextContent:
			k := 1
			if b.Refusal {
				k = 2
			}
			places[k].text(b)
		case *conv.ToolCall:
			residue.Settle(&b.Node)
			places[3].add(b)
		default:
			places[1].add(b)
		}
	}
	var out []conv.AssistantContent
	for i := range places {
		places[i].settle()
		out = append(out, places[i].blocks...)
	}
	return out
}

// place is a field of a response, with its blocks.
type place struct {
	blocks []conv.AssistantContent
	more   [][]byte // what further pieces add to the text of the first blocks
}

func (p *place) add(b conv.AssistantContent) { p.blocks = append(p.blocks, b) }

// thinking adds reasoning, or a piece of that of its field. There are as many as
// reasoning fields.
func (p *place) thinking(b *conv.ThinkingContent) {
	if b.Extensions != nil && isPart(b, nil) {
		p.add(b) // a part of its own
		return
	}
	for i, old := range p.blocks {
		if old.(*conv.ThinkingContent).ThinkingSignature == b.ThinkingSignature {
			p.piece(i, b.Thinking)
			return
		}
	}
	p.add(b)
}

// text adds a text, or a piece of the only block, if that is a text.
func (p *place) text(b *conv.TextContent) {
	if len(p.blocks) == 1 {
		if _, ok := p.blocks[0].(*conv.TextContent); ok {
			p.piece(0, b.Text)
			return
		}
	}
	p.add(b)
}

func (p *place) piece(i int, text string) {
	for len(p.more) <= i {
		p.more = append(p.more, nil)
	}
	p.more[i] = append(p.more[i], text...)
}

// settle gives each block its whole text.
func (p *place) settle() {
	for i, more := range p.more {
		switch b := p.blocks[i].(type) {
		case *conv.ThinkingContent:
			b.Thinking += string(more)
		case *conv.TextContent:
			b.Text += string(more)
		}
	}
}

// dropRepeated turns reasoning that repeats another field into residue, as a
// response has it.
func dropRepeated(m *conv.AssistantMessage) {
	var first *conv.ThinkingContent
	for i, b := range m.Content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok || isPart(t, nil) {
			continue
		}
		if first == nil {
			first = t
		} else if t.Thinking == first.Thinking {
			residue.Set(&first.Node, hintSame, rawjson.Quoted(t.ThinkingSignature))
			m.Content = slices.Delete(m.Content, i, i+1)
			return
		}
	}
}
