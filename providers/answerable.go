package providers

import (
	"errors"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
)

// WithoutPartial returns c without an answer at its end that broke off: a new
// answer replaces it.
func WithoutPartial(c *conv.Conversation) *conv.Conversation {
	m := lint.LastAnswer(c.Messages)
	if m == nil || m.StopReason != conv.StopAborted && m.StopReason != conv.StopError {
		return c
	}
	return c.WithMessages(slices.DeleteFunc(slices.Clone(c.Messages), func(x conv.Message) bool { return format.Identical(x, m) }))
}

// Answerable returns the reason why no model can answer a conversation:
// [ErrNoMessage] or an *Unanswered. nil: one can.
func Answerable(c *conv.Conversation) error {
	if len(conv.Active(c.Messages)) == 0 {
		return ErrNoMessage
	}
	if pending := c.PendingCalls(); len(pending) > 0 {
		return &Unanswered{pending}
	}
	return nil
}

// NothingCame returns the error of an answer that failed before it said
// anything. nil: there is something to keep, or the model has nothing to say.
// err is what ended the answer, nil if nothing did.
func NothingCame(m *conv.AssistantMessage, err error) error {
	switch {
	case m == nil:
		return err
	case len(m.Content) > 0:
		return nil
	case err != nil:
		return err
	case m.StopReason == conv.StopAborted:
		return &WireError{Kind: Unreachable, What: "the answer ended before it began"}
	case m.StopReason == conv.StopError && m.ErrorMessage != "" && (m.StopDetail == nil || m.StopDetail.Kind == ""):
		return FailureInStream(m)
	}
	return nil
}

// BrokenOff returns an answer that an error ended, with the reason. If the
// caller ended it, it has no error message.
func BrokenOff(m *conv.AssistantMessage, err error) *conv.AssistantMessage {
	x := *m
	x.StopReason, x.StopDetail, x.ErrorMessage = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}, err.Error()
	var wire *WireError
	if errors.As(err, &wire) && wire.Kind == Aborted {
		x.ErrorMessage = ""
	}
	return &x
}

// WhyIncomplete returns the reason why an answer is not complete, "" if it is. A
// nil answer is complete.
func WhyIncomplete(m *conv.AssistantMessage) string {
	switch {
	case m == nil || m.StopReason != conv.StopAborted && m.StopReason != conv.StopError:
		return ""
	case m.ErrorMessage != "":
		return "the stream reported an error: " + m.ErrorMessage
	case m.StopDetail != nil && m.StopDetail.Kind == conv.KindInterrupted:
		return "the stream was cut off; the answer is incomplete"
	case m.StopDetail != nil && m.StopDetail.Raw != "":
		return "the answer is incomplete: " + m.StopDetail.Raw
	}
	return "the answer is incomplete: " + string(m.StopReason)
}

// endedEarly returns a *CutOff if an answer broke off, and nil if the model ended it,
// also by a refusal or a filter.
func endedEarly(m *conv.AssistantMessage) error {
	why := WhyIncomplete(m)
	if why == "" {
		return nil
	}
	if m.StopDetail != nil {
		switch m.StopDetail.Kind {
		case conv.KindRefusal, conv.KindFilter, conv.KindWindow:
			return nil
		}
	}
	e := &CutOff{Why: why}
	if m.ErrorMessage != "" {
		e.Err = FailureInStream(m)
	}
	return e
}
