package gemini

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Thread reads or writes the contents of one conversation one by one. Guests
// use it: formats whose lines carry contents of this API. The zero value
// starts a conversation.
type Thread struct {
	// Place is how many contents were read: the name of the next group. A
	// guest counts its own messages too.
	Place int

	calls naming
}

// Message reads one content. If it holds several messages, they share a group.
// It returns nothing if r failed.
func (t *Thread) Message(r *conv.Reader) []conv.Message {
	d := &decoder{Reader: record.ReaderOf(residue, r), sent: true}
	list := d.content(nil, t.Place)
	t.Place++
	t.calls.identify(list)
	return list
}

// WriteMessage writes messages that are one content (see [conv.WireSpan]).
func (t *Thread) WriteMessage(w *rawjson.Writer, list []conv.Message) {
	writeContent(w, list, &t.calls)
}
