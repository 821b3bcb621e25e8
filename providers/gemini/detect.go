package gemini

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest recognizes a request by contents that have parts.
func detectRequest(p *conv.Probe) conv.Grade {
	switch {
	case p.IsJSON() && p.Shows("systemInstruction.parts is array", "system_instruction.parts is array"):
		return conv.Own
	case !p.IsJSON() || !p.Shows("contents is array", "contents is object"):
		return conv.No
	case p.Shows("contents[].parts", "contents.parts"), p.Shows(ownParameters...):
		return conv.Own
	case p.Shows("contents[].role = " + roleUser + "|" + roleModel):
		return conv.Could
	}
	return conv.No
}

// ownParameters are fields of a body that only this API has. They tell a body
// apart whose contents do not.
var ownParameters = []string{
	"generationConfig", "generation_config", "systemInstruction", "system_instruction", "safetySettings",
	"safety_settings", "cachedContent", "cached_content", "toolConfig", "tool_config",
}

// detectResponse recognizes a response, or an error in its place.
func detectResponse(p *conv.Probe) conv.Grade {
	if !p.IsJSON() || p.Form == conv.FormLines && isChunks(p) {
		return conv.No
	}
	return gradeAnswer(p, "")
}

// gradeAnswer grades the objects at a path: responses, or chunks of one.
func gradeAnswer(p *conv.Probe, at string) conv.Grade {
	switch {
	case p.Shows(at+"candidates is array & "+at+"candidates[].content", at+"candidates[].finishReason", at+"candidates[].finish_reason",
		at+"promptFeedback", at+"prompt_feedback", at+"error.status is string & "+at+"error.message"):
		return conv.Own
	case p.Shows(at+"usageMetadata", at+"usage_metadata", at+"candidates is array & "+at+"modelVersion", at+"candidates is array & "+at+"responseId") &&
		p.OnlyKeys(at, answerKeys...):
		return conv.Own
	}
	return conv.No
}

// answerKeys are the API's fields of a response.
var answerKeys = []string{
	"candidates", "usageMetadata", "usage_metadata", "modelVersion", "model_version", "responseId", "response_id",
	"createTime", "create_time", "modelStatus", "model_status",
}

// isChunks reports whether several values are chunks of one response: all have
// its id.
func isChunks(p *conv.Probe) bool {
	return len(p.Values("responseId"))+len(p.Values("response_id")) == 1
}

// detectStream recognizes server-sent events, an array of chunks, or chunks as
// JSON Lines.
func detectStream(p *conv.Probe) conv.Grade {
	switch {
	case p.Form == conv.FormEvents, p.Form == conv.FormLines && isChunks(p):
		return gradeAnswer(p, "")
	case p.Form == conv.FormJSON && p.HasKind("", rawjson.Array):
		return gradeAnswer(p, "[].")
	}
	return conv.No
}
