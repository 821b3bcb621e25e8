package gemini

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// stops are the API's words for why an answer ended: finish reasons, then
// reasons why a prompt was blocked, then states of errors. One finish reason
// stands for a normal end and for calls.
var stops = []format.StopWord{
	{Raw: "STOP", Reason: conv.StopNormal},
	{Raw: "STOP", Reason: conv.StopToolUse},
	{Raw: "CONTINUATION", Reason: conv.StopNormal, Kind: conv.KindPause},
	{Raw: "MAX_TOKENS", Reason: conv.StopLength},
	{Raw: "SAFETY", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "RECITATION", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "BLOCKLIST", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "PROHIBITED_CONTENT", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "SPII", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "IMAGE_SAFETY", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "IMAGE_PROHIBITED_CONTENT", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "IMAGE_RECITATION", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "MODEL_ARMOR", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "JAILBREAK", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "MALFORMED_FUNCTION_CALL", Reason: conv.StopError, Kind: conv.KindMalformed},
	{Raw: "UNEXPECTED_TOOL_CALL", Reason: conv.StopError, Kind: conv.KindMalformed},
	{Raw: "INTERNAL", Reason: conv.StopError},
	{Raw: "UNAVAILABLE", Reason: conv.StopError},
	{Raw: "RESOURCE_EXHAUSTED", Reason: conv.StopError},
	{Raw: "DEADLINE_EXCEEDED", Reason: conv.StopError},
	{Raw: "INVALID_ARGUMENT", Reason: conv.StopError},
	{Raw: "FAILED_PRECONDITION", Reason: conv.StopError},
	{Raw: "UNAUTHENTICATED", Reason: conv.StopError},
	{Raw: "PERMISSION_DENIED", Reason: conv.StopError},
	{Raw: "NOT_FOUND", Reason: conv.StopError},
	{Raw: "UNKNOWN", Reason: conv.StopError},
	{Raw: "OTHER", Reason: conv.StopError},
	{Raw: "LANGUAGE", Reason: conv.StopError},
	{Raw: "IMAGE_OTHER", Reason: conv.StopError},
	{Raw: "NO_IMAGE", Reason: conv.StopError},
	{Raw: "TOO_MANY_TOOL_CALLS", Reason: conv.StopError},
	{Raw: "MISSING_THOUGHT_SIGNATURE", Reason: conv.StopError},
	{Raw: "MALFORMED_RESPONSE", Reason: conv.StopError},
	{Raw: cancelled, Reason: conv.StopAborted},
	{Reason: conv.StopAborted, Kind: conv.KindInterrupted},
}

// status is the HTTP status code of a word that only errors have, 0 for other
// words.
func status(state string) int64 {
	switch state {
	case "INTERNAL", "UNKNOWN":
		return 500
	case "UNAVAILABLE":
		return 503
	case "RESOURCE_EXHAUSTED":
		return 429
	case "DEADLINE_EXCEEDED":
		return 504
	case "INVALID_ARGUMENT", "FAILED_PRECONDITION":
		return 400
	case "UNAUTHENTICATED":
		return 401
	case "PERMISSION_DENIED":
		return 403
	case "NOT_FOUND":
		return 404
	case cancelled:
		return 499
	}
	return 0
}

const (
	cancelled = "CANCELLED"
	// interrupted is our own word for a failure that no server reports.
	interrupted = "INTERRUPTED"
)

// numbered are the finish reasons that some servers write as the numbers of an
// enumeration, by number. From 6 on the two APIs of this wire differ.
var numbered = [...]string{"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"}

// wordOf is the finish reason with a number, or the number.
func wordOf(number conv.Raw) string {
	if n, ok := conv.Number(number).Int(); ok && n >= 0 && int(n) < len(numbered) {
		return numbered[n]
	}
	return string(number)
}

// takeStop sets the stop for a word. An unknown word is a normal stop. Whether
// the answer stopped for calls is known only at its end.
func takeStop(m *conv.AssistantMessage, detail *conv.StopDetail, word string) {
	detail.Raw, detail.Kind = word, ""
	if s, known := format.FindStop(stops, word); known && word != "" && status(word) == 0 {
		m.StopReason, detail.Kind = s.Reason, s.Kind
		return
	}
	m.StopReason = conv.StopNormal
	detail.Extensions.Set(family, format.UnknownStop, rawjson.Quoted(word))
}

// takeFailure sets the stop for the state of an error.
func takeFailure(m *conv.AssistantMessage, detail *conv.StopDetail, state string) {
	detail.Raw, detail.Kind = state, ""
	m.StopReason = conv.StopError
	switch {
	case state == interrupted:
		m.StopReason, detail.Raw, detail.Kind = conv.StopAborted, "", conv.KindInterrupted
	case state == cancelled:
		m.StopReason = conv.StopAborted
	case status(state) == 0:
		detail.Extensions.Set(family, format.UnknownStop, rawjson.Quoted(state))
	}
}

// takeCalls turns a normal stop after calls into a stop that waits for
// results.
func takeCalls(m *conv.AssistantMessage, detail *conv.StopDetail) {
	if m.StopReason == conv.StopNormal && detail.Raw == "STOP" && len(m.ToolCalls()) > 0 {
		m.StopReason = conv.StopToolUse
	}
}

// ending is how an answer ends on the wire: a finish reason, a reason why the
// prompt was blocked, or an error.
type ending struct {
	finish string
	failed bool
	state  string // of the error
}

// endingOf is how an answer ends. After Fit its stop is a word that we write,
// or a word that was read here.
func endingOf(m *conv.AssistantMessage) ending {
	d := cmp.Or(m.StopDetail, &conv.StopDetail{})
	switch {
	case errorRest(&d.Node) != "":
		return ending{failed: true, state: d.Raw}
	case m.StopReason == conv.StopAborted && d.Kind == conv.KindInterrupted:
		return ending{failed: true, state: interrupted}
	case m.StopReason == conv.StopAborted:
		return ending{failed: true, state: cancelled}
	case status(d.Raw) != 0 && d.Extensions.Get(family, format.UnknownStop) == "":
		return ending{failed: true, state: d.Raw}
	case d.Raw != "":
		return ending{finish: d.Raw}
	}
	return ending{finish: format.UsualStop(stops, m.StopReason)}
}
