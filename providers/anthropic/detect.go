package anthropic

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// ownBlocks are types of blocks that no other format has in a message's
// content.
var ownBlocks = []string{
	"tool_use", "tool_result", "redacted_thinking", "server_tool_use", "web_search_tool_result",
	"web_fetch_tool_result", "code_execution_tool_result", "bash_code_execution_tool_result",
	"text_editor_code_execution_tool_result", "tool_search_tool_result", "mcp_tool_use",
	"mcp_tool_result", "search_result", "container_upload", "compaction",
}

// detectRequest claims a body with messages and something of its own, or one
// with nothing but questions and answers in text.
func detectRequest(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	if !p.HasKind("messages", rawjson.Array) || isForeign(p) {
		return false
	}
	return hasOwn(p) || isPlain(p)
}

// isForeign reports whether a body has what only other formats have.
func isForeign(p *conv.Probe) bool {
	foreign := []string{
		"convo", "choices", "type", "contents", "input", "max_completion_tokens", "response_format",
		"frequency_penalty", "presence_penalty", "stop", "seed", "n", "logprobs", "user", "stream_options",
		"reasoning_effort", "parallel_tool_calls", "logit_bias", "functions", "function_call", "threadId",
		"inferenceConfig", "toolConfig", "options", "systemPrompt",
		"messages[].tool_calls", "messages[].tool_call_id", "messages[].parts", "messages[].images",
		"modalities", "reasoning", "messages[].audio", "messages[].prefix", "messages[].reasoning",
		"messages[].reasoning_content", "messages[].reasoning_text", "messages[].thinking_blocks",
		"messages[].name", "messages[].toolCallId", "messages[].toolCalls", "messages[].stopReason", "messages[].uuid",
		"tools[].function", "tools[].toolSpec", "tools[].parameters",
	}
	if slices.ContainsFunc(foreign, p.Has) {
		return true
	}
	if p.Is("messages[].role", "developer", "tool", "function", "toolResult", "model", "custom", "activity",
		"reasoning", "branchSummary", "compactionSummary") {
		return true
	}
	if p.Is("messages[].content[].type", "image_url", "input_audio", "file", "refusal", "input_text",
		"output_text", "input_image", "toolCall", "tool-call", "tool-result") {
		return true
	}
	// Bedrock's Converse has blocks without a type.
	return p.HasKind("messages[].content[]", rawjson.Object) && !p.Has("messages[].content[].type")
}

func hasOwn(p *conv.Probe) bool {
	return p.Has("system") || p.Has("anthropic_version") || p.Has("anthropic_beta") ||
		p.Has("stop_sequences") || p.Has("thinking.type") || p.Has("output_config") ||
		p.Has("mcp_servers") || p.Has("context_management") || p.Has("metadata.user_id") ||
		p.Has("tools[].input_schema") || p.HasKind("tool_choice", rawjson.Object) ||
		p.Has("messages[].content[].source.type") || p.Has("messages[].content[].signature") ||
		p.Is("messages[].content[].type", ownBlocks...)
}

// isPlain reports whether all messages are text of users and assistants,
// which is also a body of other formats that reads the same. A system role
// is not: others make it the system prompt. A body that names a model must
// name the limit that this API demands, and nothing that it does not know.
func isPlain(p *conv.Probe) bool {
	if !p.Only("messages[].role", "user", "assistant") || !onlyKeys(p, "messages[]", "role", "content") {
		return false
	}
	if p.Has("model") && !p.Has("max_tokens") ||
		!onlyKeys(p, "", "model", "max_tokens", "messages", "temperature", "top_p", "top_k", "stream") {
		return false
	}
	text := p.HasKind("messages[].content", rawjson.String)
	parts := p.HasKind("messages[].content", rawjson.Array)
	return (text || parts) && (!p.Has("messages[].content[]") || p.Only("messages[].content[].type", "text"))
}

// onlyKeys reports whether the objects at a path have no other keys.
func onlyKeys(p *conv.Probe, path string, keys ...string) bool {
	return !slices.ContainsFunc(p.Keys(path), func(k string) bool { return !slices.Contains(keys, k) })
}

// detectResponse claims an answer, or the error in its place.
func detectResponse(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	if p.Has("messages") || p.Has("choices") || p.Has("uuid") || p.Has("convo") {
		return false
	}
	switch {
	case p.Only("type", "message"):
		return p.Only("role", "assistant") && p.HasKind("content", rawjson.Array) &&
			(p.Has("stop_reason") || p.Has("usage.input_tokens"))
	case p.Only("type", "error"):
		return p.HasKind("error", rawjson.Object) && p.Has("error.type") && p.Has("error.message")
	}
	return false
}

// detectStream claims server-sent events, or JSON Lines of events, as they
// are or as Bedrock wraps them.
func detectStream(p *conv.Probe) bool {
	switch p.Form {
	case conv.FormEvents:
		return p.Is("type", "message_start", "content_block_start", "content_block_delta", "message_delta", "message_stop") ||
			p.Only("type", "error", "ping") && p.Has("error.type") && p.Has("error.message")
	case conv.FormJSON, conv.FormLines:
		return p.Is("type", "message_start", "content_block_start", "content_block_delta") && !p.Has("uuid") ||
			p.HasKind("chunk.bytes", rawjson.String)
	}
	return false
}
