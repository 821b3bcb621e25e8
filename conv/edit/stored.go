package edit

import (
	"slices"

	"convo/conv"
)

// stored returns c with the messages of an application's types that must change,
// as a conversation of one tells, as *CustomMessage: only those can be changed. A
// message that is not JSON is dropped, because nobody can see what is in it.
func stored(c *conv.Conversation, must func(*conv.Conversation) bool, notes *conv.Notes) *conv.Conversation {
	if !slices.ContainsFunc(c.Messages, conv.IsForeign) {
		return c
	}
	out, changed := make([]conv.Message, 0, len(c.Messages)), false
	for _, m := range c.Messages {
		if !conv.IsForeign(m) {
			out = append(out, m)
			continue
		}
		at, name := conv.MetaOf(m).Offset(), conv.CustomTypeOf(m)
		own, err := conv.CustomOf(m)
		switch {
		case err != nil:
			notes.Loss(conv.CodeUI, conv.Dropped, at, "custom message, which cannot be written as JSON,", name)
			changed = true
		case must(conv.NewConversation(own)):
			notes.Info(conv.CodeSynthesized, conv.Synthesized, at, "custom message from an application's type", name)
			out, changed = append(out, own), true
		default:
			out = append(out, m)
		}
	}
	if !changed {
		return c
	}
	return c.WithMessages(out)
}
