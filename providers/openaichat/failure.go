package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// failure reads the error of a body or a chunk, which may come instead of an
// answer or after a part of one.
func (d *decoder) failure(a *answerDraft) {
	raw := d.in.Raw()
	a.message.ErrorMessage = protocol.ErrorMessage(raw)
	if raw != plainError(a.message.ErrorMessage) {
		residue.Set(&a.detail.Node, "error", raw)
	}
}

// plainError is an error that has nothing but its message.
func plainError(message string) conv.Raw {
	return withMember("", "message", rawjson.Quoted(message))
}

// errorOf is an answer's error as it was read, else a plain one.
func errorOf(m *conv.AssistantMessage) conv.Raw {
	if m.StopDetail != nil {
		if raw := residue.Get(&m.StopDetail.Node, "error"); raw != "" && protocol.ErrorMessage(raw) == m.ErrorMessage {
			return raw
		}
	}
	return plainError(m.ErrorMessage)
}

// writeError writes an answer's error as a field, unless another field says it.
func writeError(w *rawjson.Writer, m *conv.AssistantMessage, said bool) {
	if m.ErrorMessage != "" && !said {
		w.RawField("error", errorOf(m))
	}
}
