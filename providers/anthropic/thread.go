package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Thread reads or writes the messages of one conversation one at a time, for
// a guest: a format whose lines carry messages of this API. The zero value is
// at the beginning.
type Thread struct {
	// Place is how many messages were read: the name of the next group. A
	// guest counts its own messages too.
	Place int
}

// Message reads one message of a request, or an answer as a response has it:
// what it holds, of one group if it is several. Nothing if r failed.
func (t *Thread) Message(r *conv.Reader) []conv.Message {
	d := &decoder{Reader: record.ReaderOf(residue, r)}
	if r.Kind() == rawjson.Object && d.Tag("type") == "message" && d.Tag("role") == "assistant" {
		t.Place++
		return []conv.Message{d.response()}
	}
	d.sent = true
	t.Place++
	return d.message(nil, t.Place-1)
}

// WriteMessage writes messages that are one on the wire (see [conv.WireSpan]) as
// a message of a request.
func (*Thread) WriteMessage(w *rawjson.Writer, list []conv.Message) { writeMessage(w, list) }

// WriteAnswer writes an answer as a response has it.
func (*Thread) WriteAnswer(w *rawjson.Writer, m *conv.AssistantMessage) { writeAnswer(w, m) }
