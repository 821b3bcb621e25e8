package openaichat

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest claims a body with messages that has something of the API's
// own and nothing of another's, or one with nothing but text of users and
// assistants, which other formats read as the same conversation.
func detectRequest(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines || !p.HasKind("messages", rawjson.Array) {
		return false
	}
	if slices.ContainsFunc(foreign, p.Has) || p.Is("type", "MESSAGES_SNAPSHOT") || p.Is("messages[].role", foreignRoles...) ||
		p.Is("messages[].content[].type", foreignParts...) || p.Is("tool_choice.type", "auto", "any", "tool", "none") {
		return false
	}
	weighed := p.Has("messages[].weight") && !p.Has("model") // a line of training data
	return !weighed && (hasOwn(p) || isPlain(p))
}

func hasOwn(p *conv.Probe) bool {
	return slices.ContainsFunc(own, p.Has) || p.HasKind("tool_choice", rawjson.String) ||
		p.Is("messages[].role", "system", "developer", "tool", "function") ||
		p.Is("messages[].content[].type", "image_url", "input_audio", "file", "refusal", "video_url")
}

// isPlain reports whether all is text of users and assistants.
func isPlain(p *conv.Probe) bool {
	if !p.Only("messages[].role", "user", "assistant") || isClaude(p) && p.Has("thinking.type") {
		return false
	}
	text := p.HasKind("messages[].content", rawjson.String)
	parts := p.Only("messages[].content[].type", "text") && !p.Has("messages[].content[].citations")
	return text && !p.HasKind("messages[].content", rawjson.Array) || parts
}

// isClaude tells a body that thinks as Anthropic's do from those of the
// servers that took the parameter over from there.
func isClaude(p *conv.Probe) bool {
	return slices.ContainsFunc(p.Values("model"), func(m string) bool { return strings.HasPrefix(m, "claude") })
}

// own are places that only this API's bodies have.
var own = []string{
	"max_completion_tokens", "response_format", "frequency_penalty", "presence_penalty", "logit_bias", "logprobs",
	"n", "stop", "stream_options", "reasoning_effort", "parallel_tool_calls", "functions", "function_call", "modalities",
	"tools[].function", "tools[].custom", "messages[].tool_calls", "messages[].tool_call_id", "messages[].function_call",
	"messages[].refusal", "messages[].audio", "messages[].prefix", "messages[].reasoning", "messages[].reasoning_content",
	"messages[].reasoning_text", "messages[].reasoning_details", "messages[].thinking_blocks",
}

// foreign are places that bodies with messages have in other shapes: a native
// or or document, Anthropic's, AG-UI's ids of a run, Bedrock's, a transcript's.
var foreign = []string{
	"convo", "systemPrompt", "system", "threadId", "runId", "contents", "inferenceConfig", "choices", "uuid",
	"anthropic_version", "anthropic_beta", "stop_sequences", "output_config", "mcp_servers", "context_management",
	"metadata.user_id", "tools[].input_schema", "tools[].toolSpec", "toolConfig",
	"messages[].toolCallId", "messages[].toolCalls", "messages[].parts", "messages[].stopReason",
	"messages[].content[].source", "messages[].content[].signature", "messages[].content[].tool_use_id",
	"messages[].content[].mimeType", "messages[].content[].toolUse",
}

var foreignParts = []string{
	"tool_use", "tool_result", "redacted_thinking", "server_tool_use", "toolCall", "tool-call", "tool-result",
	"input_text", "output_text", "document",
}

var foreignRoles = []string{"toolResult", "custom", "branchSummary", "compactionSummary", "activity", "reasoning", "model"}

// detectResponse wants an answer's choices with messages, or an error body.
func detectResponse(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	if p.Has("choices[].message") || p.Is("object", "chat.completion") {
		return true
	}
	if p.Is("object", "error") {
		return p.HasKind("message", rawjson.String)
	}
	return p.HasKind("error", rawjson.Object) && p.HasKind("error.message", rawjson.String) &&
		!p.Has("type") && !p.Has("error.status") && !p.Has("messages") && !p.Has("id")
}

// detectStream wants chunks.
func detectStream(p *conv.Probe) bool {
	if p.Form != conv.FormEvents {
		return false
	}
	return p.Is("object", "chat.completion.chunk") || p.Has("choices[].delta") ||
		p.HasKind("error.message", rawjson.String) && !p.Has("type") && !p.Has("candidates") && !p.Has("error.status")
}
