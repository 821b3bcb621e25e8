package edit

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// stored returns c with the messages of an application's types that must change,
// as a conversation of one tells, as *CustomMessage: only those can be changed. A
// message that is not JSON is dropped, because nobody can see what is in it.
func stored(c *conv.Conversation, must func(*conv.Conversation) bool, notes *note.Notes) *conv.Conversation {
	return c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		if !conv.IsForeign(m) {
			return m
		}
		at, name := conv.MetaOf(m).Offset(), conv.CustomTypeOf(m)
		own, err := conv.CustomOf(m)
		switch {
		case err != nil:
			notes.Loss(note.CodeUI, note.Dropped, at, "custom message, which cannot be written as JSON,", name)
			return nil
		case must(conv.NewConversation(own)):
			notes.Info(note.CodeSynthesized, note.Synthesized, at, "custom message from an application's type", name)
			return own
		}
		return m
	}))
}
