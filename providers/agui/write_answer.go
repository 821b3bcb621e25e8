package agui

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// isLonely reports whether an answer is only reasoning that stands for itself.
// Before another answer it would be read as part of that, unless its end is
// known.
func isLonely(all []conv.Message, i int) bool {
	m, ok := all[i].(*conv.AssistantMessage)
	if !ok || !onlyThinks(m) {
		return false
	}
	if i+1 < len(all) && !endsRun(m) {
		if _, next := all[i+1].(*conv.AssistantMessage); next {
			return false
		}
	}
	return true
}

// onlyThinks reports whether an answer has only reasoning.
func onlyThinks(m *conv.AssistantMessage) bool {
	for _, b := range m.Content {
		if _, ok := b.(*conv.ThinkingContent); !ok {
			return false
		}
	}
	return len(m.Content) > 0 && m.Name == "" && m.EncryptedValue == "" && len(m.Extensions.Of(family)) == 0
}

// thoughtIDs are the ids of an answer's reasoning. One of them may be the
// answer's own id only if the reasoning stands for the answer.
func thoughtIDs(m *conv.AssistantMessage, lonely bool) (ids []string) {
	for _, b := range m.Content {
		if t, ok := b.(*conv.ThinkingContent); ok {
			id := t.Extensions.Get(family, "id").Text()
			if id == "" || id == m.ID && !lonely {
				id = thoughtID(m.ID, len(ids)+1)
			}
			ids = append(ids, id)
		}
	}
	return ids
}

func (x *message) writeThoughts(w *rawjson.Writer, m *conv.AssistantMessage, lonely bool) {
	var ids []string
	for _, b := range m.Content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok {
			continue
		}
		if ids == nil {
			ids = thoughtIDs(m, lonely)
		}
		*x = message{Node: t.Node, id: ids[0], role: "reasoning", text: t.Thinking, textNode: t.Node, encrypted: t.ThinkingSignature}
		if protocol.IsReasoningField(x.encrypted) {
			x.encrypted = ""
		}
		ids = ids[1:]
		marks := thoughtMarks(t.ThinkingSignature, t.Redacted)
		if lonely && len(ids) == 0 {
			marks = append(marks, answerMarks(m)...)
		}
		x.write(w, marks...)
	}
}

func (x *message) writeAssistant(w *rawjson.Writer, m *conv.AssistantMessage) {
	x.wire(&m.Meta, "assistant")
	signature := ""
	for _, b := range m.Content {
		switch t := b.(type) {
		case *conv.TextContent:
			x.text, x.textNode, x.hasText = t.Text, t.Node, true
			signature = t.TextSignature
		case *conv.ToolCall:
			x.calls = append(x.calls, &call{ToolCall: t})
		}
	}
	x.encrypted = cmp.Or(m.EncryptedValue, signature)
	x.write(w, append(answerMarks(m), signatureMarks(m.EncryptedValue, signature)...)...)
}

// writeCalls writes an assistant's calls.
func writeCalls(w *rawjson.Writer, m *message) bool {
	if len(m.calls) == 0 {
		w.OptRaw("toolCalls", residue.Get(&m.Node, hintNoCalls))
		return true
	}
	w.Key("toolCalls")
	w.BeginArray()
	for _, t := range m.calls {
		objects().call.Write(w, t)
	}
	w.EndArray()
	return true
}
