package agui

import (
	"strconv"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// reduce gives each message the id that it must have: that of the response that
// it was, else its place in the conversation.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	taken := make(map[string]bool, len(c.Messages))
	for _, m := range c.Messages {
		taken[conv.MetaOf(m).ID] = true
	}
	typed(c, notes)
	at := -1
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		at++
		meta := *conv.MetaOf(m)
		if own, ok := m.(*conv.CustomMessage); meta.ID != "" || ok && own.IsOf(family) {
			return m
		}
		notes.Info(note.CodeID, note.Synthesized, meta.Offset(), "message id", "")
		meta.ID = newID(m, at, taken)
		taken[meta.ID] = true
		return format.WithMeta(m, meta)
	})
	return c
}

// reduceDocument also drops what only a stream says.
func reduceDocument(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	c.Extensions = fit.KeptFields(notes, &c.Node, func(_, key string) bool { return key != keptEnd && key != keptEvents })
	return reduce(c, notes)
}

// typed gives data its MIME type, which the protocol demands, by its bytes.
func typed(c *conv.Conversation, notes *note.Notes) {
	fit.Blocks(c, func(_ conv.Message, b conv.Block) conv.Block {
		m := conv.MediaOf(b)
		if m == nil {
			return b
		}
		is := typeOf(m, b.BlockType())
		if is == "" {
			return b
		}
		notes.Info(fit.MediaCode(b), note.Synthesized, m.Offset(), "MIME type by the bytes:", is)
		x := *m
		x.MIMEType = is
		return x.Block(b.BlockType())
	})
}

// newID is an id for the message at a place that no message has.
func newID(m conv.Message, at int, taken map[string]bool) string {
	if a, ok := m.(*conv.AssistantMessage); ok && a.ResponseID != "" && !taken[a.ResponseID] {
		return a.ResponseID
	}
	place := "msg_" + strconv.Itoa(at+1)
	id := place
	for n := 2; taken[id]; n++ {
		id = place + "-" + strconv.Itoa(n)
	}
	return id
}
