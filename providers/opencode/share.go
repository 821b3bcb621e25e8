package opencode

import (
	"cmp"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// shared reads the items of the share API as the document that they make: an item
// is the session, a message, a part, or something else about the session.
func shared(d *decoder, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	s := &items{parts: map[string][]conv.Raw{}}
	for range d.in.Elements {
		at := d.in.Offset()
		if !d.in.WantObject("an item of a shared session") {
			break
		}
		raw := d.in.Raw()
		lose := func(what, name string) { notes.Loss(note.CodeExtension, note.Dropped, at, what, name) }
		s.add(raw.Lookup("type").Text(), raw.Lookup("data"), lose)
		for key := range raw.Fields {
			if key != "type" && key != "data" {
				lose("field of an item of a shared session", key)
			}
		}
	}
	if err := d.in.End(); err != nil {
		return format.Single(nil, err)
	}
	x := &decoder{in: record.NewReader(own, s.document(), notes)}
	x.in.Streamed = true
	return x.read()
}

// items is what a shared session consists of.
type items struct {
	session  conv.Raw
	messages []conv.Raw
	parts    map[string][]conv.Raw // by the id of their message
}

func (s *items) add(typ string, data conv.Raw, lose func(what, name string)) {
	switch typ {
	case "session":
		s.session = data
	case "message":
		s.messages = append(s.messages, data)
	case "part":
		id := data.Lookup("messageID").Text()
		s.parts[id] = append(s.parts[id], data)
	default:
		lose("item of a shared session, of type", typ)
	}
}

// document is the items as opencode exports them: messages by their time and their
// id, parts by their id.
func (s *items) document() []byte {
	byID := func(a, b conv.Raw) int { return cmp.Compare(a.Lookup("id").Text(), b.Lookup("id").Text()) }
	slices.SortStableFunc(s.messages, func(a, b conv.Raw) int {
		return cmp.Or(cmp.Compare(milliseconds(a.Lookup("time.created")), milliseconds(b.Lookup("time.created"))), byID(a, b))
	})
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.RawField("info", cmp.Or(s.session, "{}"))
	w.ArrayField("messages")
	for _, m := range s.messages {
		parts := s.parts[m.Lookup("id").Text()]
		slices.SortStableFunc(parts, byID)
		w.BeginObject()
		w.RawField("info", m)
		w.RawField("parts", rawjson.ArrayOf(parts))
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return w.Bytes()
}
