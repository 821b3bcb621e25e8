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
	// IDs writes the ids of all calls and results, those that reading would
	// make again too.
	IDs bool

	calls naming
	read  *decoder // nil: nothing was read yet
}

// decoder returns what reads the next content at r.
func (t *Thread) decoder(r *conv.Reader) *decoder {
	if t.read == nil {
		t.read = &decoder{in: record.ReaderOf(residue, r), sent: true}
	}
	t.read.in.Cursor, t.read.in.Notes = r.Cursor, r.Notes
	return t.read
}

// Parts reads what a message of a guest says: a part, a list of parts, or a text
// in place of either. model is true for an answer. The messages have no group,
// and calls and results without an id have none: see Identify.
func (t *Thread) Parts(r *conv.Reader, model bool) []conv.Message {
	d := t.decoder(r)
	if !model {
		u := userParts{}
		d.eachPart(func(p *part) { u.add(d, p) })
		return u.list
	}
	answer := d.answers.New()
	d.in.SetOffset(&answer.Node)
	d.eachPart(func(p *part) { answer.Content = append(answer.Content, d.modelBlock(p)) })
	return []conv.Message{answer}
}

// eachPart reads parts and texts in place of parts.
func (d *decoder) eachPart(read func(*part)) {
	one := func() {
		if d.in.Kind() != rawjson.String {
			read(d.part())
			return
		}
		p := d.begin()
		p.kind, p.text = "text", d.in.Text(&p.Node)
		d.nested--
		read(p)
	}
	switch d.in.Kind() {
	case rawjson.Null:
		d.in.Skip()
	case rawjson.Array:
		for range d.in.Elements {
			one()
		}
	default:
		one()
	}
}

// Identify gives ids to the calls and results of the next messages that have
// none.
func (t *Thread) Identify(list []conv.Message) { t.calls.identify(list) }

// WriteParts writes messages that are one content as a list of its parts.
func (t *Thread) WriteParts(w *rawjson.Writer, list []conv.Message) {
	t.calls.all = t.IDs
	w.BeginArray()
	writePartsOf(w, list, &t.calls)
	w.EndArray()
}
