package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// answerContent reads the content of an answer: a string or null. Some servers
// send parts: their texts become one text, and the list is kept, to be written
// again.
func (d *decoder) answerContent(m *conv.AssistantMessage) []conv.AssistantContent {
	if d.in.Kind() != rawjson.Array {
		return content[conv.AssistantContent](d, &m.Node, inAssistant)
	}
	at := d.in.Offset()
	parts := content[conv.AssistantContent](d, &m.Node, inAssistant)
	for _, b := range parts {
		if _, ok := b.(*conv.TextContent); !ok {
			return parts
		}
	}
	d.in.Rewind(at)
	residue.Set(&m.Node, hintContent, d.in.Raw())
	return joinTexts(parts)
}

// joinTexts joins all texts into one block and all refusals into another.
func joinTexts(parts []conv.AssistantContent) []conv.AssistantContent {
	for i, b := range parts {
		t := b.(*conv.TextContent)
		x := &conv.TextContent{Text: t.Text, Refusal: t.Refusal}
		x.SetOffset(t.Offset())
		parts[i] = x
	}
	return inOrder(parts)
}

// sameContent reports whether a list of parts still says what a message says.
func sameContent(m *conv.AssistantMessage, raw conv.Raw) bool {
	d := reread(raw)
	again := d.answerContent(&conv.AssistantMessage{})
	texts := slices.DeleteFunc(slices.Clone(m.Content), func(b conv.AssistantContent) bool {
		_, ok := b.(*conv.TextContent)
		return !ok
	})
	return d.in.End() == nil && slices.EqualFunc(texts, again, func(b, old conv.AssistantContent) bool {
		t := b.(*conv.TextContent)
		was, ok := old.(*conv.TextContent)
		return ok && was.Text == t.Text && was.Refusal == t.Refusal
	})
}
