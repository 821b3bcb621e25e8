package geminicli

import (
	"bytes"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// goOn gives a conversation that was edited the log that it goes on with: the
// lines of the old log up to the first that says something else, and after them
// lines as the program appends them. It returns nil if there is no such log.
func goOn(c *conv.Conversation, log conv.Raw, notes *note.Notes) *conv.Conversation {
	w := rawjson.NewWriter(nil)
	if !expand(w, log, c) {
		return nil
	}
	kept := w.Bytes()
	said := replayed(kept)
	if said == nil {
		return nil
	}
	if n := commonMessages(said.c, c); n < len(said.c.Messages) {
		if kept = kept[:said.before(n)]; len(kept) == 0 {
			return nil
		}
		if said = replayed(kept); said == nil || commonMessages(said.c, c) < len(said.c.Messages) {
			return nil
		}
	}
	found := &note.Notes{}
	tail := *c
	tail.Extensions = c.Extensions.Without(family, hintLog)
	n := len(said.c.Messages)
	tail.Messages = slices.Clone(c.Messages[n:])
	r := reducer{&tail, found}
	r.messages(n)
	r.session()
	whole := *r.c
	whole.Messages = slices.Concat(c.Messages[:n], r.c.Messages)
	out := rawjson.NewWriter(nil)
	out.Text(rawjson.TextOf(kept))
	s := newWriter(out, &whole)
	s.place = n
	s.messages(r.c.Messages)
	s.update(said.c, &whole)
	again := replayed(out.Bytes())
	if again == nil || sumOf(again.c) != sumOf(&whole) {
		return nil
	}
	if now := again.c.Extensions.Get(family, hintLog); now != "" {
		whole.Extensions = whole.Extensions.Clone()
		whole.Extensions.Set(family, hintLog, now)
	}
	for _, note := range found.List() {
		notes.Add(note)
	}
	return &whole
}

// replayed is what a log says, nil if it says nothing.
func replayed(log []byte) *decoder {
	d := newDecoder(log, nil)
	if c, err := d.session(); err != nil || c == nil {
		return nil
	}
	return d
}

// before is the offset of the first line that has a message from the nth
// on.
func (d *decoder) before(n int) int {
	first := slices.Min(d.began[n:])
	line := 0
	for _, x := range d.all {
		if x.at <= first {
			line = x.at
		}
	}
	return line
}

// commonMessages is how many messages at their beginning two conversations have
// in common.
func commonMessages(a, b *conv.Conversation) (n int) {
	for n < min(len(a.Messages), len(b.Messages)) && bytes.Equal(native(a.Messages[n]), native(b.Messages[n])) {
		n++
	}
	return n
}

// native is a message as conversation.json.
func native(m conv.Message) []byte {
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, &conv.Conversation{Messages: []conv.Message{m}})
	return w.Bytes()
}

// update writes the line that changes the title and the last time, if these
// changed.
func (s *writer) update(before, now *conv.Conversation) {
	titled := now.Title != before.Title && now.Title != ""
	later := now.Session != nil && now.Session.Updated != 0 && now.Session.Updated != before.Session.Updated
	if !titled && !later {
		return
	}
	s.BeginObject()
	s.ObjectField("$set")
	if titled {
		s.Field("summary", now.Title)
	}
	if later {
		s.OptRaw("lastUpdated", session.ISOLiteral(now.Session.Updated))
	}
	s.EndObject()
	s.EndObject()
	s.Text("\n")
}
