package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest knows a body by what only this API's messages and parameters
// have. One in whose messages everything is of the API could be its own. The
// API has its instructions in messages: a system prompt beside them would be
// lost.
func detectRequest(p *conv.Probe) conv.Grade {
	switch {
	case !p.IsJSON() || p.Has("system") || !p.Shows("messages is array"):
		return conv.No
	case p.Shows(append(marksAt("messages[].", ownFields...), ownMarks...)...):
		return conv.Own
	case !isVocabulary(p):
		return conv.No
	case p.OnlyKeys("messages[]", messageKeys...) && p.Shows(ownOfMessages...):
		return conv.Own
	case p.Shows(known...):
		return conv.Could
	}
	return conv.No
}

// isVocabulary reports whether the messages and the choice of a tool are in
// words of the API.
func isVocabulary(p *conv.Probe) bool {
	return isMessage(p, "messages[].") && !p.HasKind("tool_choice.name", rawjson.String)
}

// isMessage reports whether the roles and parts of messages are in words of
// the API.
func isMessage(p *conv.Probe, at string) bool {
	return p.Within(at+"role", roles...) && p.Within(at+"content[].type", partTypes...) && !p.HasKind(at+"content", rawjson.Object) &&
		(p.Has(at+"content[].type") || !p.HasKind(at+"content[]", rawjson.Object))
}

// marksAt are the marks of fields below a path.
func marksAt(at string, fields ...string) []string {
	marks := make([]string, len(fields))
	for i, f := range fields {
		marks[i] = at + f
	}
	return marks
}

// ownMarks are marks that only this API's bodies have.
var ownMarks = []string{
	"max_completion_tokens", "response_format", "frequency_penalty", "presence_penalty", "logit_bias", "logprobs",
	"n is number", "stream_options", "reasoning_effort", "parallel_tool_calls", "functions", "function_call", "modalities",
	"tools[].function.name", "tools[].custom", "tool_choice.function",
}

// ownFields are marks that only this API's messages have.
var ownFields = []string{
	"tool_calls[].function.arguments is string", "tool_calls[].custom", "tool_call_id", "function_call", "refusal", "audio", "prefix",
	"reasoning", "reasoning_content", "reasoning_text", "reasoning_details", "thinking_blocks",
	"content[].type = image_url|input_audio|video_url",
}

// ownOfMessages are marks of its own in messages of its vocabulary.
var ownOfMessages = []string{"messages[].role = developer|function", "messages[].content[].type = file|refusal"}

// messageKeys are the API's fields of a message, but for those that are
// marks.
var messageKeys = []string{"role", "content", "name", "tool_calls", "annotations"}

// known are marks of a body in which everything could be another's.
var known = []string{
	"messages[].role = system|user|assistant|tool & messages[].content", "stop", "tool_choice is string", "messages[].tool_calls",
}

var roles = []string{"system", "developer", "user", "assistant", "tool", "function"}

var partTypes = []string{"text", "image_url", "input_audio", "file", "refusal", "video_url", "thinking", "redacted_thinking"}

// detectResponse wants an answer's choices with messages, or an error body.
func detectResponse(p *conv.Probe) conv.Grade {
	switch {
	case !p.IsJSON():
		return conv.No
	case p.Shows("choices[].message", "object = chat.completion", "object = error & message is string"):
		return conv.Own
	case p.Shows("error is object & error.message is string") && p.OnlyKeys("", errorKeys...):
		return conv.Could
	}
	return conv.No
}

// errorKeys are what servers put beside an error.
var errorKeys = []string{"error", "user_id", "request_id", "status", "code", "message", "detail", "provider", "model", "created", "object"}

// detectStream wants chunks.
func detectStream(p *conv.Probe) conv.Grade {
	switch {
	case p.Form != conv.FormEvents:
		return conv.No
	case p.Shows("object = chat.completion.chunk", "choices[].delta"):
		return conv.Own
	case p.Shows("error.message is string"):
		return conv.Could
	}
	return conv.No
}
