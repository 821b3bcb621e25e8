package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Thread reads or writes the messages of one conversation one by one. Guests
// use it: formats whose lines carry messages of this API. The zero value
// starts a conversation.
type Thread struct {
	// Place is how many messages were read: the name of the next group. A
	// guest counts its own messages too.
	Place int

	reads *decoder // what was read last; nil: nothing yet
}

// decoder continues reading at r.
func (t *Thread) decoder(r *conv.Reader) *decoder {
	if d := t.reads; d == nil || d.in.Cursor != r.Cursor || d.in.Notes != r.Notes {
		t.reads = &decoder{in: record.ReaderOf(residue, r)}
	}
	t.reads.sent = false
	return t.reads
}

// Message reads one message of a request, or an answer of a response, which may
// be an error. If it holds several messages, they share a group. It returns
// nothing if r failed.
func (t *Thread) Message(r *conv.Reader) []conv.Message {
	d := t.decoder(r)
	if kind := d.in.Tag("type"); r.Kind() == rawjson.Object && (kind == "error" || kind == "message" && d.in.Tag("role") == "assistant") {
		t.Place++
		return []conv.Message{d.response()}
	}
	d.sent = true
	t.Place++
	return d.message(nil, t.Place-1)
}

// WriteMessage writes messages that are one wire message (see
// [format.WireSpan]), as in a request.
func (*Thread) WriteMessage(w *rawjson.Writer, list []conv.Message) { writeMessage(w, list) }

// WriteAnswer writes an answer as a response has it.
func (*Thread) WriteAnswer(w *rawjson.Writer, m *conv.AssistantMessage) { writeAnswer(w, m) }

// Answer reads an answer, whether or not it has all fields of a response.
func (t *Thread) Answer(r *conv.Reader) *conv.AssistantMessage {
	d := t.decoder(r)
	t.Place++
	a := &d.heard
	a.usage.Reset()
	*a = answer{usage: a.usage}
	a.m.Protocol = Wire
	d.in.SetOffset(&a.m.Node)
	record.Read(objects().answer, d, a)
	return a.message(d.nodes())
}
