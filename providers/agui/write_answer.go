package agui

import (
	"cmp"
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
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

// thoughtsIn passes the reasoning of an answer.
func thoughtsIn(m *conv.AssistantMessage) iter.Seq[*conv.ThinkingContent] {
	return func(yield func(*conv.ThinkingContent) bool) {
		for _, b := range m.Content {
			if t, ok := b.(*conv.ThinkingContent); ok && !yield(t) {
				return
			}
		}
	}
}

// thoughtIDs are the ids of an answer's reasoning. One of them may be the
// answer's own id only if the reasoning stands for the answer.
func thoughtIDs(m *conv.AssistantMessage, lonely bool) (ids []string) {
	for t := range thoughtsIn(m) {
		id := t.Extensions.Get(family, "id").Text()
		if id == "" || id == m.ID && !lonely {
			id = thoughtID(m.ID, len(ids)+1)
		}
		ids = append(ids, id)
	}
	return ids
}

func writeThoughts(w *rawjson.Writer, m *conv.AssistantMessage, lonely bool) {
	ids := thoughtIDs(m, lonely)
	for t := range thoughtsIn(m) {
		w.BeginObject()
		w.Field("id", ids[0])
		ids = ids[1:]
		w.Field("role", "reasoning")
		w.Key("content")
		conv.WriteText(w, &t.Node, t.Thinking)
		if !format.IsReasoningField(t.ThinkingSignature) {
			w.OptField(encryptedKey(&t.Node), t.ThinkingSignature)
		}
		marks := thoughtMarks(t.ThinkingSignature, t.Redacted)
		if lonely && len(ids) == 0 {
			marks = append(marks, answerMarks(m)...)
		}
		writeRest(w, &t.Node, marks, "id")
		w.EndObject()
	}
}

func writeAssistant(w *rawjson.Writer, m *conv.AssistantMessage) {
	begin(w, &m.Meta, "assistant")
	optText(w, &m.Node, "name", m.Name)
	calls, meta, signature := false, m.Meta, signatureOf(m)
	for _, b := range m.Content {
		switch t := b.(type) {
		case *conv.TextContent:
			w.Key("content")
			conv.WriteText(w, &t.Node, t.Text)
		case *conv.ToolCall:
			if !calls {
				w.ArrayField(residue.Key(&m.Node, "toolCalls"))
				calls = true
			}
			record.Write(objects().call, w, &call{ToolCall: t})
		}
	}
	if calls {
		w.EndArray()
	} else if m.Extensions.Get(family, hintNoCalls) != "" {
		w.RawField(residue.Key(&m.Node, "toolCalls"), "[]")
	}
	marks := append(answerMarks(m), signatureMarks(m.EncryptedValue, signature)...)
	meta.EncryptedValue = cmp.Or(m.EncryptedValue, signature)
	end(w, &meta, marks)
}
