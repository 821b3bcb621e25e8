package pipe

import "convo/conv"

// WhyIncomplete is why the answer that a stream carried is not whole, "" if
// it is.
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
