package gemini

import (
	"convo/conv/format"
	"convo/conv/rawjson"
)

// detectRequest recognizes a request by contents that have parts.
func detectRequest(p *format.Probe) format.Grade {
	switch {
	case p.IsJSON() && p.Shows("systemInstruction.parts is array", "system_instruction.parts is array"):
		return format.Own
	case !p.IsJSON() || !p.Shows("contents is array", "contents is object"):
		return format.No
	case p.Shows("contents[].parts", "contents.parts"), p.Shows(ownParameters...):
		return format.Own
	case p.Shows("contents[].role = " + roleUser + "|" + roleModel):
		return format.Could
	}
	return format.No
}

// ownParameters are fields of a body that only this API has. They tell a body
// apart whose contents do not.
var ownParameters = []string{
	"generationConfig", "generation_config", "systemInstruction", "system_instruction", "safetySettings",
	"safety_settings", "cachedContent", "cached_content", "toolConfig", "tool_config",
}

// detectResponse recognizes a response, or an error in its place.
func detectResponse(p *format.Probe) format.Grade {
	if !p.IsJSON() || p.Form == format.FormLines && isChunks(p) {
		return format.No
	}
	return gradeAnswer(p, "")
}

// gradeAnswer grades the objects at a path: responses, or chunks of one.
func gradeAnswer(p *format.Probe, at string) format.Grade {
	switch {
	case p.Shows(at+"candidates is array & "+at+"candidates[].content", at+"candidates[].finishReason", at+"candidates[].finish_reason",
		at+"promptFeedback", at+"prompt_feedback", at+"error.status is string & "+at+"error.message"):
		return format.Own
	case p.Shows(at+"usageMetadata", at+"usage_metadata", at+"candidates is array & "+at+"modelVersion", at+"candidates is array & "+at+"responseId") &&
		p.OnlyKeys(at, answerKeys...):
		return format.Own
	}
	return format.No
}

// answerKeys are the API's fields of a response.
var answerKeys = []string{
	"candidates", "usageMetadata", "usage_metadata", "modelVersion", "model_version", "responseId", "response_id",
	"createTime", "create_time", "modelStatus", "model_status",
}

// isChunks reports whether several values are chunks of one response: all have
// its id.
func isChunks(p *format.Probe) bool {
	return len(p.Values("responseId"))+len(p.Values("response_id")) == 1
}

// detectStream recognizes server-sent events, an array of chunks, or chunks as
// JSON Lines.
func detectStream(p *format.Probe) format.Grade {
	switch {
	case p.Form == format.FormEvents, p.Form == format.FormLines && isChunks(p):
		return gradeAnswer(p, "")
	case p.Form == format.FormJSON && p.HasKind("", rawjson.Array):
		return gradeAnswer(p, "[].")
	}
	return format.No
}
