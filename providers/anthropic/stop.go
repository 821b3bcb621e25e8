package anthropic

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// stops are the API's words for why an answer ended: stop reasons, then types
// of errors, then our own words for answers that were cut short.
var stops = []format.StopWord{
	{Raw: "end_turn", Reason: conv.StopNormal},
	{Raw: "stop_sequence", Reason: conv.StopNormal, Kind: conv.KindSequence},
	{Raw: "pause_turn", Reason: conv.StopNormal, Kind: conv.KindPause},
	{Raw: "compaction", Reason: conv.StopNormal, Kind: conv.KindCompaction},
	{Raw: "max_tokens", Reason: conv.StopLength},
	{Raw: "model_context_window_exceeded", Reason: conv.StopLength, Kind: conv.KindWindow},
	{Raw: "tool_use", Reason: conv.StopToolUse},
	{Raw: refusal, Reason: conv.StopError, Kind: conv.KindRefusal},

	{Raw: "api_error", Reason: conv.StopError},
	{Raw: "overloaded_error", Reason: conv.StopError},
	{Raw: "rate_limit_error", Reason: conv.StopError},
	{Raw: "timeout_error", Reason: conv.StopError},
	{Raw: "invalid_request_error", Reason: conv.StopError},
	{Raw: "authentication_error", Reason: conv.StopError},
	{Raw: "permission_error", Reason: conv.StopError},
	{Raw: "billing_error", Reason: conv.StopError},
	{Raw: "not_found_error", Reason: conv.StopError},
	{Raw: "request_too_large", Reason: conv.StopError},

	{Raw: abortedType, Reason: conv.StopAborted},
	{Reason: conv.StopAborted, Kind: conv.KindInterrupted},
}

const refusal = "refusal"

// Our own types for failures that no server reports.
const (
	abortedType     = "aborted"
	interruptedType = "interrupted"
)

// takeStop sets the stop for a stop reason. An unknown one is a normal stop.
func takeStop(m *conv.AssistantMessage, detail *conv.StopDetail, word string) {
	for _, s := range stops {
		if s.Raw == word && (word == refusal || !isFailure(s.Reason)) {
			m.StopReason, detail.Raw, detail.Kind = s.Reason, word, s.Kind
			return
		}
	}
	setUnknown(detail, word)
	m.StopReason = conv.StopNormal
}

// takeFailure sets the stop for the type of an error.
func takeFailure(m *conv.AssistantMessage, detail *conv.StopDetail, word string) {
	if word == interruptedType {
		m.StopReason, detail.Kind, detail.Raw = conv.StopAborted, conv.KindInterrupted, ""
		return
	}
	for _, s := range stops {
		if s.Raw == word && word != "" && isFailure(s.Reason) {
			m.StopReason, detail.Raw, detail.Kind = s.Reason, word, s.Kind
			return
		}
	}
	setUnknown(detail, word)
	m.StopReason = conv.StopError
}

func isFailure(r conv.StopReason) bool { return r == conv.StopError || r == conv.StopAborted }

// setUnknown keeps an unknown word for a stop.
func setUnknown(detail *conv.StopDetail, word string) {
	detail.Raw, detail.Kind = word, ""
	detail.Extensions.Set(family, format.UnknownStop, rawjson.Quoted(word))
}

// wireStop is the word for an answer's stop, "" for null. After Fit the stop
// is a word that we write, or a word that was read here.
func wireStop(m *conv.AssistantMessage) string {
	if _, _, failed := failure(m); failed {
		return ""
	}
	if d := m.StopDetail; d != nil && d.Raw != "" {
		return d.Raw
	}
	return format.UsualStop(stops, m.StopReason)
}

// failure is the type and message of the error that ended an answer. failed
// reports whether there was one.
func failure(m *conv.AssistantMessage) (word, message string, failed bool) {
	d := cmp.Or(m.StopDetail, &conv.StopDetail{})
	switch {
	case m.StopReason == conv.StopAborted && d.Kind == conv.KindInterrupted:
		return interruptedType, m.ErrorMessage, true
	case m.StopReason == conv.StopAborted:
		return abortedType, m.ErrorMessage, true
	case m.StopReason != conv.StopError:
		return "", "", false
	case d.Extensions.Get(family, format.UnknownStop) != "":
		return d.Raw, m.ErrorMessage, true
	case m.ErrorMessage == "" && (d.Raw == refusal || d.Raw == ""):
		return "", "", false
	case d.Raw == "":
		return "api_error", m.ErrorMessage, true
	}
	return d.Raw, m.ErrorMessage, true
}
