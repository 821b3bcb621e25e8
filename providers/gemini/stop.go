package gemini

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// stops are the API's words for why an answer ended: finish reasons, then
// reasons why a prompt was blocked, then states of errors. One finish reason
// stands for a normal end and for calls.
var stops = slices.Concat(
	[]conv.StopWord{
		{Raw: "STOP", Reason: conv.StopNormal},
		{Raw: "STOP", Reason: conv.StopToolUse},
		{Raw: "CONTINUATION", Reason: conv.StopNormal, Kind: conv.KindPause},
		{Raw: "MAX_TOKENS", Reason: conv.StopLength},
	},
	failures(conv.KindFilter, "SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION "+
		"MODEL_ARMOR JAILBREAK"),
	failures(conv.KindMalformed, "MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL"),
	failures("", "INTERNAL UNAVAILABLE RESOURCE_EXHAUSTED DEADLINE_EXCEEDED INVALID_ARGUMENT FAILED_PRECONDITION UNAUTHENTICATED "+
		"PERMISSION_DENIED NOT_FOUND UNKNOWN"),
	failures("", "OTHER LANGUAGE IMAGE_OTHER NO_IMAGE TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE MALFORMED_RESPONSE"),
	[]conv.StopWord{
		{Raw: cancelled, Reason: conv.StopAborted},
		{Reason: conv.StopAborted, Kind: conv.KindInterrupted},
	},
)

// failures are words of one kind for answers that failed.
func failures(kind conv.StopKind, words string) (all []conv.StopWord) {
	for word := range strings.FieldsSeq(words) {
		all = append(all, conv.StopWord{Raw: word, Reason: conv.StopError, Kind: kind})
	}
	return all
}

// states are the words that only errors have, with the HTTP status code of such
// an error.
var states = map[string]int64{
	"INTERNAL": 500, "UNAVAILABLE": 503, "RESOURCE_EXHAUSTED": 429, "DEADLINE_EXCEEDED": 504, "INVALID_ARGUMENT": 400, "FAILED_PRECONDITION": 400,
	"UNAUTHENTICATED": 401, "PERMISSION_DENIED": 403, "NOT_FOUND": 404, "UNKNOWN": 500, cancelled: 499,
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
	for _, s := range stops {
		if s.Raw == word && word != "" && states[word] == 0 {
			m.StopReason, detail.Kind = s.Reason, s.Kind
			return
		}
	}
	m.StopReason = conv.StopNormal
	detail.Extensions.Set(family, conv.UnknownStop, rawjson.Quoted(word))
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
	case states[state] == 0:
		detail.Extensions.Set(family, conv.UnknownStop, rawjson.Quoted(state))
	}
}

// takeCalls turns a normal stop after calls into a stop that waits for
// results.
func takeCalls(m *conv.AssistantMessage, detail *conv.StopDetail) {
	if m.StopReason != conv.StopNormal || detail.Raw != "STOP" {
		return
	}
	for _, b := range m.Content {
		if _, ok := b.(*conv.ToolCall); ok {
			m.StopReason = conv.StopToolUse
			return
		}
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
	d := m.StopDetail
	if d == nil {
		d = &conv.StopDetail{}
	}
	switch {
	case errorRest(&d.Node) != "":
		return ending{failed: true, state: d.Raw}
	case m.StopReason == conv.StopAborted && d.Kind == conv.KindInterrupted:
		return ending{failed: true, state: interrupted}
	case m.StopReason == conv.StopAborted:
		return ending{failed: true, state: cancelled}
	case states[d.Raw] != 0 && d.Extensions.Get(family, conv.UnknownStop) == "":
		return ending{failed: true, state: d.Raw}
	case d.Raw != "":
		return ending{finish: d.Raw}
	}
	for _, s := range stops {
		if s.Reason == m.StopReason {
			return ending{finish: s.Raw}
		}
	}
	return ending{}
}
