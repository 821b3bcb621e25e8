package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// liveOrder watches the order of an answer that is passed on as it comes, where
// a response has one place for each field.
type liveOrder struct {
	notes *conv.Notes
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
	case conv.IsReasoningField(field):
		place = 0
	case field == "refusal":
		place = 2
	case field == "tool_calls":
		place = 3
	}
	again := place < 3 && field != "" && slices.Contains(o.seen, field)
	if !o.told && (again || place < o.last) {
		o.told = true
		o.notes.Loss(conv.CodeOrder, conv.Downgraded, -1, "order of an answer that does not come in order", field)
	}
	o.last = max(o.last, place)
	if place < 3 && !again {
		o.seen = append(o.seen, field)
	}
}

// inOrder sorts blocks as a response has them. It joins texts, refusals and
// reasoning of one field that came in pieces.
func inOrder(in []conv.AssistantContent) []conv.AssistantContent {
	var places [4][]conv.AssistantContent
	for _, b := range in {
		k := 1
		switch b := b.(type) {
		case *conv.ThinkingContent:
			k = 0
		case *conv.TextContent:
			if b.Refusal {
				k = 2
			}
		case *conv.ToolCall:
			k = 3
			residue.Settle(&b.Node)
		}
		places[k] = joinTo(places[k], b)
	}
	var out []conv.AssistantContent
	for _, p := range places {
		out = append(out, p...)
	}
	return out
}

// dropRepeated turns reasoning that repeats another field into residue, as a
// response has it.
func dropRepeated(m *conv.AssistantMessage) {
	var first *conv.ThinkingContent
	for i, b := range m.Content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok {
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

// joinTo appends a block, or adds its text to one of the same kind.
func joinTo(to []conv.AssistantContent, b conv.AssistantContent) []conv.AssistantContent {
	for _, old := range to {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			if o := old.(*conv.ThinkingContent); o.ThinkingSignature == b.ThinkingSignature {
				o.Thinking += b.Thinking
				return to
			}
		case *conv.TextContent:
			if o, ok := old.(*conv.TextContent); ok && len(to) == 1 {
				o.Text += b.Text
				return to
			}
		}
	}
	return append(to, b)
}
