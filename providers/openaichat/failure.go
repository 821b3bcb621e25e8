package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// failure reads the error that a body or a chunk has in the place of an
// answer or beside what came of it.
func (d *decoder) failure(a *answerDraft) {
	raw := d.Raw()
	a.message.ErrorMessage = protocol.ErrorMessage(raw)
	if raw != plainError(a.message.ErrorMessage) {
		residue.Set(&a.detail.Node, "error", raw)
	}
}

// plainError is an error that says no more than its message.
func plainError(message string) conv.Raw {
	return withMember("", "message", rawjson.Quoted(message))
}

// errorOf is an answer's error as it came, or a plain one.
func errorOf(m *conv.AssistantMessage) conv.Raw {
	if m.StopDetail != nil {
		if raw := residue.Get(&m.StopDetail.Node, "error"); raw != "" && protocol.ErrorMessage(raw) == m.ErrorMessage {
			return raw
		}
	}
	return plainError(m.ErrorMessage)
}

// writeError writes an answer's error as the member that it is, if there is
// one that no other member says.
func writeError(w *rawjson.Writer, m *conv.AssistantMessage, said bool) {
	if m.ErrorMessage != "" && !said {
		w.Key("error")
		w.Raw(errorOf(m))
	}
}
