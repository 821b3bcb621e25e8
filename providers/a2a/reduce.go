package a2a

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: files have a media type, parts are read as what they
// are, an answer of nothing but calls says nothing, and an id that is made of the place of
// its message is left out.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		if o, ok := b.(*conv.Opaque); ok {
			x := parts.Like(m)
			newDecoder(nil, nil).part(x, o.Raw, -1)
			return parts.Again(o, x, notes)
		}
		if b = fit.StandardFile(b); conv.MediaOf(b) != nil && !own.Lacks(conv.NodeOf(b), "mediaType") {
			b = fit.TypedFile(b, notes)
		}
		return b
	})
	c = c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			if len(m.Content) == 0 && own.Plain(&m.Node) {
				notes.Info(note.CodeSynthesized, note.Dropped, m.Offset(), "empty message of role", string(conv.RoleAssistant))
				return nil
			}
		case *conv.CustomMessage:
			d := newDecoder(nil, nil)
			d.message(m.Data, -1)
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	}))
	c.Messages = slices.Clone(c.Messages)
	for i, m := range c.Messages {
		if meta := *conv.MetaOf(m); meta.ID == madeID(i) {
			meta.ID = ""
			c.Messages[i] = format.WithMeta(m, meta)
		}
	}
	return c
}
