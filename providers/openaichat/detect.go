package openaichat

import (
	"convo/conv/format"
	"convo/conv/rawjson"
)

// detectRequest recognizes a body by messages and parameters that only this API
// has. If the messages have nothing but the API's fields, or tools and calls in its
// words, it could be the API's. The API puts instructions into messages: it would
// lose a system prompt next to them. It has no threads, and its messages no ids:
// where they are, the fields of a message alone do not show the API. A response beside
// the messages is a log of a call.
func detectRequest(p *format.Probe) format.Grade {
	switch {
	case !p.IsJSON() || p.Has("system") || p.Has("thread_id") || p.Has("threadId") || p.Has("response") || !p.Shows("messages is array"):
		return format.No
	case p.Shows(append(marksAt("messages[].", ownFields...), ownMarks...)...):
		return format.Own
	case isVocabulary(p) && p.OnlyKeys("messages[]", messageKeys...) && p.Shows(ownOfMessages...):
		return format.Own
	case p.Shows(append(marksAt("messages[].", shared...), "tools[].function.name")...), isVocabulary(p) && p.Shows(known...):
		return format.Could
	}
	return format.No
}

// isVocabulary reports whether the messages and the tool choice use only values
// of the API.
func isVocabulary(p *format.Probe) bool {
	return isMessage(p, "messages[].") && !p.HasKind("tool_choice.name", rawjson.String)
}

// isMessage reports whether the messages use only roles and parts of the API.
func isMessage(p *format.Probe, at string) bool {
	if p.Is(at+"role", "tool") && !p.Has(at+"tool_call_id") {
		return false // a result names its call
	}
	return p.Within(at+"role", roles...) && p.Within(at+"content[].type", partTypes...) && !p.HasKind(at+"content", rawjson.Object) &&
		(p.Has(at+"content[].type") || !p.HasKind(at+"content[]", rawjson.Object))
}

// marksAt returns the marks of fields below a path.
func marksAt(at string, fields ...string) []string {
	marks := make([]string, len(fields))
	for i, f := range fields {
		marks[i] = at + f
	}
	return marks
}

// ownMarks are marks that only bodies of this API have.
var ownMarks = []string{
	"max_completion_tokens", "response_format", "frequency_penalty", "presence_penalty", "logit_bias", "logprobs",
	"n is number", "stream_options", "reasoning_effort", "parallel_tool_calls", "functions", "function_call", "modalities",
	"tools[].function.strict", "tools[].custom", "tool_choice.function", "tools[].function.name & tool_choice = auto|none|required|any",
	"messages[].tool_calls[].id = call_*",
}

// ownFields are marks that only messages of this API have.
var ownFields = []string{
	"tool_calls[].custom", "function_call", "refusal", "audio", "prefix", "reasoning", "reasoning_content", "reasoning_text",
	"reasoning_details", "thinking_blocks",
	"content[].image_url", "content[].input_audio", "content[].video_url",
}

// ownOfMessages are marks of this API in messages with its roles and parts.
var ownOfMessages = []string{"messages[].role = developer|function", "messages[].content[].type = file|refusal"}

// messageKeys are the API's other fields of a message.
var messageKeys = []string{"role", "content", "name", "tool_calls", "annotations"}

// shared are marks of calls and results that Cohere's messages have, too.
var shared = []string{"tool_calls[].function.arguments is string", "tool_call_id"}

// known are marks of a body that could be of another format, too.
var known = []string{
	"messages[].role = system|user|assistant|tool & messages[].content", "stop", "tool_choice is string", "messages[].tool_calls",
}

var roles = []string{"system", "developer", "user", "assistant", "tool", "function"}

var partTypes = []string{"text", "image_url", "input_audio", "file", "refusal", "video_url", "thinking", "redacted_thinking"}

// detectResponse recognizes choices with messages, or an error body.
func detectResponse(p *format.Probe) format.Grade {
	switch {
	case !p.IsJSON():
		return format.No
	case p.Shows("choices[].message", "object = chat.completion", "object = error & message is string"):
		return format.Own
	case p.Shows("error is object & error.message is string") && p.OnlyKeys("", errorKeys...):
		return format.Could
	}
	return format.No
}

// errorKeys are fields that servers send along with an error.
var errorKeys = []string{"error", "user_id", "request_id", "status", "code", "message", "detail", "provider", "model", "created", "object"}

// detectStream recognizes chunks, as server-sent events or as JSON Lines.
func detectStream(p *format.Probe) format.Grade {
	switch {
	case p.Form == format.FormEvents && p.Shows("object = chat.completion.chunk", "choices[].delta"),
		p.IsJSON() && p.Shows("object = chat.completion.chunk", "[].object = chat.completion.chunk", "choices[].delta & no choices[].message"):
		return format.Own
	case p.Form == format.FormEvents && p.Shows("error.message is string"):
		return format.Could
	}
	return format.No
}
