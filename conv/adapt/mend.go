package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Mend returns c with those mistakes repaired that any reader stumbles over and
// that are safe to repair. Results follow their calls. A call that the
// conversation continued from has a result. Results without a call go. Calls of one
// answer have different ids. Empty texts and messages go. Each change is noted. c is
// not changed; it is returned if nothing had to be repaired.
func Mend(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	a := newAdapter(c, new(format.Native()), &format.TargetModel{}, notes)
	a.AnswerCalls, a.OpenLast, a.UniqueInTurn, a.FullText = true, true, true, true
	in := onActive(c.Messages, a.mended)
	if slices.EqualFunc(in, c.Messages, format.Identical) {
		return c
	}
	return c.WithMessages(in)
}

func (a *adapter) mended(in []conv.Message) []conv.Message {
	in = a.pairResults(in)
	if a.repeatsID(in) {
		in = a.renameCalls(in)
	}
	in = format.ChangeMessages(in, a.cleanMessage)
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if _, seen := m.(conv.ModelMessage); !seen || format.HasContent(m) {
			return m
		}
		a.info(note.CodeSynthesized, note.Dropped, &conv.MetaOf(m).Node, "empty message of role", string(conv.RoleOf(m)))
		return nil
	})
}
