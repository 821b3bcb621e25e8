package adapt

import (
	"slices"

	"convo/conv"
)

// Mend returns c without what is wrong with it for any reader and safe to
// repair: results stand behind their calls, calls that the conversation went
// on from have one, results that answer no call go, calls of one answer have
// different ids, and nothing is there that says nothing. Each change is noted.
// c is not changed; it is returned if there was nothing to do.
func Mend(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	native := conv.Native()
	a := newAdapter(c, &native, &conv.Target{}, notes)
	a.AnswerCalls, a.OpenLast, a.UniqueInTurn, a.FullText = true, true, true, true
	in := a.pairResults(c.Messages)
	if a.repeatsID(in) {
		in = a.renameCalls(in)
	}
	in = rebuilt(in, a.cleanMessage)
	in = rebuilt(in, func(m conv.Message) conv.Message {
		if _, seen := m.(conv.ModelMessage); !seen || conv.SaysSomething(m) {
			return m
		}
		a.info(conv.CodeSynthesized, conv.Dropped, &conv.MetaOf(m).Node, "empty message of role", string(conv.RoleOf(m)))
		return nil
	})
	if slices.Equal(in, c.Messages) {
		return c
	}
	return c.WithMessages(in)
}
