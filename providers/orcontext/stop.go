package orcontext

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// wantStops is an error if an answer ended for a reason that or does not know. or's
// reasons are a fixed set; pi and convo take any.
func wantStops(data []byte, c *conv.Conversation) error {
	r := conv.NewReader(data, "or", nil)
	for _, m := range c.Messages {
		if !wantStop(r, m) {
			return r.Err()
		}
	}
	return nil
}

// wantStop fails if a message that was read is an answer with an unknown stop
// reason, and reports whether it is not.
func wantStop(r *conv.Reader, m conv.Message) bool {
	a, ok := m.(*conv.AssistantMessage)
	if !ok {
		return true
	}
	if isStop(a.StopReason) {
		return true
	}
	r.Rewind(a.Offset())
	r.Fail(r.Ahead("stopReason"), "unknown stop reason %q: want stop, length, toolUse, error or aborted", a.StopReason)
	return false
}

// isStop reports whether or knows a stop reason. An answer that nobody gave has none.
func isStop(reason conv.StopReason) bool {
	switch reason {
	case "", conv.StopNormal, conv.StopLength, conv.StopToolUse, conv.StopError, conv.StopAborted:
		return true
	}
	return false
}

// reduceStops gives answers a stop reason that or knows. The other one stays in
// their stopDetail, which or ignores.
func reduceStops(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || isStop(a.StopReason) {
			return m
		}
		notes.Loss(note.CodeStop, note.Downgraded, a.Offset(), "stop reason", string(a.StopReason))
		x := *a
		x.StopDetail = cmp.Or(x.StopDetail, &conv.StopDetail{Raw: string(a.StopReason)})
		if x.StopReason = conv.StopNormal; a.HasCalls() {
			x.StopReason = conv.StopToolUse
		}
		return &x
	})
	return c
}
