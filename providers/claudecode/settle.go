package claudecode

import (
	"bytes"

	"convo/conv"
	"convo/conv/rawjson"
)

// settle returns a session as its lines will be read: what a template still says
// of a field that is gone is not said again. Without its templates it is a plain
// session.
func settle(c *conv.Conversation) *conv.Conversation {
	for range 2 {
		again := readBack(c)
		switch {
		case again == nil || !sameMessages(c, again):
			return plainly(c)
		case sameDocument(c, again):
			return c
		}
		c = again
	}
	return c
}

// readBack reads the lines of a session, nil if they are not one session.
func readBack(c *conv.Conversation) (one *conv.Conversation) {
	w := rawjson.NewWriter(nil)
	write(w, c)
	for again, err := range decode(w.Bytes(), &conv.Notes{}) {
		if err != nil || one != nil {
			return nil
		}
		one = again
	}
	return one
}

func sameDocument(a, b *conv.Conversation) bool {
	v, w := rawjson.NewWriter(nil), rawjson.NewWriter(nil)
	conv.WriteNative(v, a)
	conv.WriteNative(w, b)
	return bytes.Equal(v.Bytes(), w.Bytes())
}

// sameMessages reports whether two sessions say the same, templates aside.
func sameMessages(a, b *conv.Conversation) bool {
	bareOf := func(c *conv.Conversation) *conv.Conversation {
		out := &conv.Conversation{Title: c.Title, ID: c.ID}
		for _, m := range c.Messages {
			out.Messages = append(out.Messages, bare(m))
		}
		return out
	}
	return sameDocument(bareOf(a), bareOf(b))
}

// bare is a message without its template.
func bare(m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	meta.Extensions = nil
	return conv.WithMeta(m, meta)
}

// plainly returns a session without templates.
func plainly(c *conv.Conversation) *conv.Conversation {
	out := *c
	out.Messages = nil
	for _, m := range c.Messages {
		meta := *conv.MetaOf(m)
		meta.Extensions = meta.Extensions.Without(family, oneLine).Without(family, manyLines)
		out.Messages = append(out.Messages, conv.WithMeta(m, meta))
	}
	return &out
}
