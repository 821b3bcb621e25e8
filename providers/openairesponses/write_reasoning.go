package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// writeReasoning writes an item of reasoning.
func (e *encoder) writeReasoning(b *conv.ThinkingContent, index int) {
	n := &b.Node
	s, _ := conv.ParseItemSignature(b.ThinkingSignature, conv.ReasoningItem)
	e.BeginObject()
	e.id(n, "id", s.ID, placeholder("rs", index))
	e.Field("type", "reasoning")
	key, other, kind := "summary", "content", summaryPart
	if text(n, hintForm) == "content" && b.Thinking != "" {
		key, other, kind = other, key, contentPart
	}
	e.Key(key)
	writeParts(e.Writer, b, key, kind)
	if other == "summary" {
		e.Key(other)
		e.Raw(orElse(blank(n, other), "[]"))
	}
	e.OptField("encrypted_content", s.EncryptedContent)
	writeResidue(e.Writer, n, "summary", unless(other != "summary", "content"))
	e.EndObject()
}

// writeParts writes a text as the list of parts that it was read from, as
// long as that still says it.
func writeParts(w *rawjson.Writer, b *conv.ThinkingContent, key, kind string) {
	n := &b.Node
	if raw := residue(n, hintRaw); raw != "" && partsOf(raw, kind).text() == b.Thinking {
		w.Raw(raw)
		return
	}
	if b.Thinking == "" {
		w.Raw(orElse(blank(n, key), "[]"))
		return
	}
	w.BeginArray()
	for _, s := range split(n, b.Thinking) {
		w.BeginObject()
		w.Field("type", kind)
		w.Field("text", s)
		w.EndObject()
	}
	w.EndArray()
}
