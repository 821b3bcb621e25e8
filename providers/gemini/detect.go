package gemini

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest claims a body with contents that have parts, which no other
// format has.
func detectRequest(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines || foreign(p) {
		return false
	}
	if !p.HasKind("contents", rawjson.Array) && !p.HasKind("contents", rawjson.Object) {
		return false
	}
	if p.Has("contents[].parts") || p.Has("contents.parts") || p.Is("contents[].role", roleUser, roleModel) {
		return true
	}
	// A body without anything to go on may still say how to answer.
	return slices.ContainsFunc([]string{
		"generationConfig", "generation_config", "systemInstruction", "system_instruction", "safetySettings",
		"safety_settings", "cachedContent", "cached_content", "toolConfig", "tool_config",
	}, p.Has)
}

// foreign reports whether a document has what only other formats have.
func foreign(p *conv.Probe) bool {
	return slices.ContainsFunc([]string{"convo", "messages", "choices", "input", "candidates", "sessionId", "uuid"}, p.Has)
}

// detectResponse claims an answer, or the error in its place.
func detectResponse(p *conv.Probe) bool {
	switch p.Form {
	case conv.FormJSON:
	case conv.FormLines:
		if isChunks(p) {
			return false
		}
	default:
		return false
	}
	return isAnswer(p, "")
}

// isAnswer reports whether the objects at a path are answers or chunks of one.
func isAnswer(p *conv.Probe, at string) bool {
	if p.Has(at+"choices") || p.Has(at+"messages") || p.Has(at+"contents") || p.Has(at+"convo") {
		return false
	}
	if p.HasKind(at+"candidates", rawjson.Array) {
		return p.Has(at+"candidates[].content") || p.Has(at+"candidates[].finishReason") ||
			p.Has(at+"candidates[].finish_reason") || hasOwn(p, at)
	}
	return p.Has(at+"promptFeedback") || p.Has(at+"prompt_feedback") ||
		p.HasKind(at+"error.status", rawjson.String) && p.Has(at+"error.message") ||
		(p.Has(at+"usageMetadata") || p.Has(at+"usage_metadata")) && hasOwn(p, at)
}

func hasOwn(p *conv.Probe, at string) bool {
	return p.Has(at+"usageMetadata") || p.Has(at+"modelVersion") || p.Has(at+"responseId") ||
		p.Has(at+"usage_metadata") || p.Has(at+"model_version") || p.Has(at+"response_id")
}

// isChunks reports whether several values are chunks of one answer: all have
// its id.
func isChunks(p *conv.Probe) bool {
	return len(p.Values("responseId"))+len(p.Values("response_id")) == 1
}

// detectStream claims server-sent events, an array of chunks, or JSON Lines
// of them.
func detectStream(p *conv.Probe) bool {
	switch p.Form {
	case conv.FormEvents:
		return isAnswer(p, "")
	case conv.FormJSON:
		return p.HasKind("", rawjson.Array) && isAnswer(p, "[].")
	case conv.FormLines:
		return isChunks(p) && isAnswer(p, "")
	}
	return false
}
