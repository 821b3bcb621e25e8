package llamaindex

import (
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: only a chat of a store has an id, reasoning says
// something, and parts are read as what they are.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	if c.ID != "" && own.Hint(&c.Node, "store") == "" {
		notes.Loss(note.CodeID, note.Dropped, c.Offset(), "conversation id", "")
		c.ID = ""
	}
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			if b.Thinking == "" && b.ThinkingSignature == "" {
				notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty reasoning", "")
				return nil
			}
		case *conv.Opaque:
			x := parts.Like(m)
			newDecoder(nil, nil).block(x, b.Raw, map[string]*conv.ToolCall{}, -1)
			return parts.Again(b, x, notes)
		case *conv.AudioContent:
			if b.MIMEType != "" && !strings.HasPrefix(b.MIMEType, "audio/") {
				return fit.TypedFile(b, notes)
			}
		}
		return fit.StandardFile(b)
	})
	return c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		if m, ok := m.(*conv.CustomMessage); ok {
			d := newDecoder(nil, nil)
			d.message(m.Data, -1)
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	}))
}
