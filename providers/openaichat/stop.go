package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// restWords are the stop words of a response, for each reason the usual one
// first. "" is a finish_reason of null. The API has no word for a cancelled
// answer; vLLM has one.
var restWords = []format.StopWord{
	{Raw: "stop", Reason: conv.StopNormal},
	{Raw: "length", Reason: conv.StopLength},
	{Raw: "tool_calls", Reason: conv.StopToolUse},
	{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "error", Reason: conv.StopError},
	{Raw: "abort", Reason: conv.StopAborted},
	{Raw: "function_call", Reason: conv.StopToolUse},
	{},
}

// streamWords adds the stream that ends too early.
func streamWords() []format.StopWord {
	return append(slices.Clip(restWords), format.StopWord{Reason: conv.StopAborted, Kind: conv.KindInterrupted})
}

// dialect translates the stop word of a compatible server into the API's. Other
// words stay. An unknown word means an error until it is added here.
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

// setStop sets the stop reason of an answer. The word of a compatible server is
// kept as residue, so that it comes back.
func setStop(m *conv.AssistantMessage, d *conv.StopDetail, word string) {
	if word == "" {
		return
	}
	residue.Reread(&d.Node, "finish_reason") // of an earlier word
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

// stopWord returns the word to write for an answer's stop, "" for null.
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
