package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeReasoning writes a reasoning item.
func (e *encoder) writeReasoning(b *conv.ThinkingContent, index int) {
	n := &b.Node
	s, _ := conv.ParseItemSignature(b.ThinkingSignature, conv.ReasoningItem)
	e.BeginObject()
	e.id(n, "id", s.ID, placeholder("rs", index))
	e.Field("type", "reasoning")
	key, other, kind := "summary", "content", summaryPart
	if residue.Text(n, hintForm) == "content" && b.Thinking != "" {
		key, other, kind = other, key, contentPart
	}
	e.Key(key)
	writeParts(e.Writer, b, key, kind)
	if other == "summary" {
		e.Key(other)
		e.Raw(orElse(residue.Blank(n, other), "[]"))
	}
	e.OptField("encrypted_content", s.EncryptedContent)
	residue.Write(e.Writer, n, "summary", record.Unless(other != "summary", "content"))
	e.EndObject()
}

// writeParts writes a text as the parts that it was read from, if it still
// matches them.
func writeParts(w *rawjson.Writer, b *conv.ThinkingContent, key, kind string) {
	n := &b.Node
	if raw := residue.Get(n, hintRaw); raw != "" && partsOf(raw, kind).text() == b.Thinking {
		w.Raw(raw)
		return
	}
	if b.Thinking == "" {
		w.Raw(orElse(residue.Blank(n, key), "[]"))
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
