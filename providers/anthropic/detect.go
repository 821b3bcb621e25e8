package anthropic

import (
	"strings"

	"convo/conv/format"
	"convo/conv/rawjson"
)

// detectRequest recognizes a request by blocks, tools and parameters that only
// this API has, or by a system prompt next to messages in its words. A body
// with only texts of users and assistants could be a request.
func detectRequest(p *format.Probe) format.Grade {
	if !p.IsJSON() || !p.Shows("messages is array") {
		return format.No
	}
	if p.Shows(ownMarks...) {
		return format.Own
	}
	if !isVocabulary(p) {
		return format.No
	}
	if p.Shows(ownOfMessages...) {
		return format.Own
	}
	if p.OnlyKeys("", parameters...) && (p.Has("max_tokens") || !p.Has("model")) && p.Within("messages[].role", "user", "assistant") &&
		p.Shows("messages[].role = user|assistant & messages[].content") {
		return format.Could
	}
	return format.No
}

// ownMarks are fields that only this API's bodies have.
var ownMarks = []string{
	"anthropic_version", "anthropic_beta", "output_config", "context_management", "metadata.user_id", "tools[].input_schema",
	"messages[].content[].source.media_type", "no version & messages[].content[].type = " + ownBlocks,
}

// ownOfMessages are fields that, next to messages in its words, only this API
// has.
var ownOfMessages = []string{
	"system is string", "system[].type = text", "system is array", "thinking.budget_tokens", "thinking.type = adaptive|between_tools",
	"mcp_servers", "tool_choice.type = auto|any|none|tool", "messages[].content[].source.type", "messages[].content[].signature", "messages[].content[].citations",
}

// ownBlocks are block types that only this API has.
const ownBlocks = "tool_use|tool_result|redacted_thinking|server_tool_use|web_search_tool_result|" +
	"web_fetch_tool_result|code_execution_tool_result|bash_code_execution_tool_result|" +
	"text_editor_code_execution_tool_result|tool_search_tool_result|mcp_tool_use|" +
	"mcp_tool_result|search_result|container_upload|compaction|tool_addition|tool_removal"

// isVocabulary reports whether messages and tools use only words of the API.
func isVocabulary(p *format.Probe) bool {
	return isMessage(p, "messages[].") && p.OnlyKeys("tools[]", "name", "type", "description", "input_schema", "cache_control")
}

// isMessage reports whether messages use only words of the API.
func isMessage(p *format.Probe, at string) bool {
	return p.Within(at+"role", "user", "assistant", "system") && p.OnlyKeys(strings.TrimSuffix(at, "."), "role", "content") &&
		p.Within(at+"content[].type", "text", "image", "document", "thinking") && !p.HasKind(at+"content", rawjson.Object) &&
		(p.Has(at+"content[].type") || !p.HasKind(at+"content[]", rawjson.Object))
}

// parameters are the API's fields of a body.
var parameters = []string{
	"model", "max_tokens", "messages", "temperature", "top_p", "top_k", "stream", "system", "stop_sequences", "thinking",
	"tools", "tool_choice", "metadata", "service_tier", "container", "cache_control",
}

// detectResponse recognizes a response, or an error in its place.
func detectResponse(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"type = message & role = assistant & content is array & stop_reason",
		"type = message & role = assistant & content is array & usage.input_tokens",
		"type = error & error.type & error.message",
	) && p.Only("type", "message", "error"))
}

// detectStream recognizes server-sent events, or events as JSON Lines, plain
// or wrapped by Bedrock.
func detectStream(p *format.Probe) format.Grade {
	switch p.Form {
	case format.FormEvents:
		return format.OwnIf(p.Shows("type = message_start|content_block_start|content_block_delta|message_delta|message_stop") ||
			p.Only("type", "error", "ping") && p.Shows("type = error & error.type & error.message"))
	case format.FormJSON, format.FormLines:
		return format.OwnIf(p.Shows("type = message_start & message.type = message", "[].type = message_start & [].message.type = message", "type = content_block_start|content_block_delta", "chunk.bytes is string"))
	}
	return format.No
}
