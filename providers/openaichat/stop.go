package openaichat

import (
	"slices"

	"convo/conv"
)

// restWords are the words for a stop: those of the API, then those of
// servers that speak its shape. "" is a finish_reason of null.
var restWords = []conv.StopWord{
	{Raw: "stop", Reason: conv.StopNormal},
	{Raw: "length", Reason: conv.StopLength},
	{Raw: "tool_calls", Reason: conv.StopToolUse},
	{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "error", Reason: conv.StopError},
	{Raw: "abort", Reason: conv.StopAborted},
	{Raw: "function_call", Reason: conv.StopToolUse},
	{Raw: "end", Reason: conv.StopNormal},
	{Raw: "eos", Reason: conv.StopNormal},
	{Raw: "stop_sequence", Reason: conv.StopNormal, Kind: conv.KindSequence},
	{Raw: "max_tokens", Reason: conv.StopLength},
	{Raw: "model_length", Reason: conv.StopLength, Kind: conv.KindWindow},
	{Raw: "cancelled", Reason: conv.StopAborted},
	{},
}

// streamWords has, beside those, the stream that ends before its end.
var streamWords = slices.Concat(restWords, []conv.StopWord{{Reason: conv.StopAborted, Kind: conv.KindInterrupted}})

// setStop gives an answer the reason that the wire had. A word that nobody
// knows is an error until somebody does, and comes back as it was.
func setStop(m *conv.AssistantMessage, d *conv.StopDetail, word string) {
	if word == "" {
		return
	}
	for _, w := range restWords {
		if w.Raw == word {
			m.StopReason, d.Raw, d.Kind = w.Reason, w.Raw, w.Kind
			return
		}
	}
	m.StopReason, d.Raw, d.Kind = conv.StopError, "error", ""
	d.Extensions.Set(family, "finish_reason", quoted(word))
}

// stopWord is the word to write for an answer's stop, "" for null.
func stopWord(m *conv.AssistantMessage) string {
	d := m.StopDetail
	if d == nil || d.Raw == "" {
		for _, w := range restWords {
			if w.Reason == m.StopReason && w.Kind == "" {
				return w.Raw
			}
		}
		return ""
	}
	if said := text(&d.Node, "finish_reason"); said != "" && d.Raw == "error" {
		return said
	}
	return d.Raw
}
