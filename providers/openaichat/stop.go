package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// restWords are the words for a stop, the usual one of each reason first.
// "" is a finish_reason of null. The API has no word for an answer that was
// cancelled; vLLM has.
var restWords = []conv.StopWord{
	{Raw: "stop", Reason: conv.StopNormal},
	{Raw: "length", Reason: conv.StopLength},
	{Raw: "tool_calls", Reason: conv.StopToolUse},
	{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "error", Reason: conv.StopError},
	{Raw: "abort", Reason: conv.StopAborted},
	{Raw: "function_call", Reason: conv.StopToolUse},
	{},
}

// streamWords has, beside those, the stream that ends before its end.
var streamWords = slices.Concat(restWords, []conv.StopWord{{Reason: conv.StopAborted, Kind: conv.KindInterrupted}})

// dialect is the word of the API for that of a compatible server, else the
// word itself. One that nobody knows is an error until somebody does.
func dialect(word string) string {
	switch word {
	case "end", "eos", "eos_token", "end_turn", "stop_sequence", "completed", "STOP":
		return "stop"
	case "max_tokens", "model_length", "max_output_tokens", "MAX_TOKENS":
		return "length"
	case "tool_use", "tool_call":
		return "tool_calls"
	case "safety", "SAFETY", "content_filtered", "sensitive", "refusal":
		return "content_filter"
	case "cancelled", "canceled", "aborted":
		return "abort"
	}
	for _, w := range restWords {
		if w.Raw == word {
			return word
		}
	}
	return "error"
}

// setStop gives an answer the reason that the wire had. A word of another
// server's own is residue, so that it comes back.
func setStop(m *conv.AssistantMessage, d *conv.StopDetail, word string) {
	if word == "" {
		return
	}
	usual := dialect(word)
	for _, w := range restWords {
		if w.Raw == usual {
			m.StopReason, d.Raw, d.Kind = w.Reason, w.Raw, w.Kind
		}
	}
	if usual != word {
		residue.Set(&d.Node, "finish_reason", rawjson.Quoted(word))
	}
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
	if said := residue.Text(&d.Node, "finish_reason"); said != "" && dialect(said) == d.Raw {
		return said
	}
	return d.Raw
}
