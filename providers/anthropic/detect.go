package anthropic

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest knows a body by blocks, tools and parameters that only this
// API has, and by a system prompt beside messages of its vocabulary. One with
// nothing but text of users and assistants could be its own.
func detectRequest(p *conv.Probe) conv.Grade {
	if !p.IsJSON() || !p.Shows("messages is array") {
		return conv.No
	}
	if p.Shows(ownMarks...) {
		return conv.Own
	}
	if !isVocabulary(p) {
		return conv.No
	}
	if p.Shows(ownOfMessages...) {
		return conv.Own
	}
	if p.OnlyKeys("", parameters...) && (p.Has("max_tokens") || !p.Has("model")) && p.Within("messages[].role", "user", "assistant") &&
		p.Shows("messages[].role = user|assistant & messages[].content") {
		return conv.Could
	}
	return conv.No
}

// ownMarks are marks that only this API's bodies have.
var ownMarks = []string{
	"anthropic_version", "anthropic_beta", "output_config", "context_management", "metadata.user_id", "tools[].input_schema",
	"messages[].content[].source.media_type", "messages[].content[].type = " + ownBlocks,
}

// ownOfMessages are marks of its own beside messages of its vocabulary.
var ownOfMessages = []string{
	"system is string", "system[].type = text", "system is array", "stop_sequences", "thinking.type", "mcp_servers",
	"tool_choice is object", "messages[].content[].source.type", "messages[].content[].signature", "messages[].content[].citations",
}

// ownBlocks are types of blocks that no other format has in a message's
// content.
const ownBlocks = "tool_use|tool_result|redacted_thinking|server_tool_use|web_search_tool_result|" +
	"web_fetch_tool_result|code_execution_tool_result|bash_code_execution_tool_result|" +
	"text_editor_code_execution_tool_result|tool_search_tool_result|mcp_tool_use|" +
	"mcp_tool_result|search_result|container_upload|compaction|tool_addition|tool_removal"

// isVocabulary reports whether messages and tools are in words of the API.
func isVocabulary(p *conv.Probe) bool {
	return isMessage(p, "messages[].") && p.OnlyKeys("tools[]", "name", "type", "description", "input_schema", "cache_control")
}

// isMessage reports whether messages are in words of the API.
func isMessage(p *conv.Probe, at string) bool {
	return p.Within(at+"role", "user", "assistant", "system") && p.OnlyKeys(strings.TrimSuffix(at, "."), "role", "content") &&
		p.Within(at+"content[].type", "text", "image", "document", "thinking") && !p.HasKind(at+"content", rawjson.Object) &&
		(p.Has(at+"content[].type") || !p.HasKind(at+"content[]", rawjson.Object))
}

// parameters are the API's fields of a body.
var parameters = []string{
	"model", "max_tokens", "messages", "temperature", "top_p", "top_k", "stream", "system", "stop_sequences", "thinking",
	"tools", "tool_choice", "metadata", "service_tier", "container", "cache_control",
}

// detectResponse knows an answer, or the error in its place.
func detectResponse(p *conv.Probe) conv.Grade {
	return conv.OwnIf(p.IsJSON() && p.Shows(
		"type = message & role = assistant & content is array & stop_reason",
		"type = message & role = assistant & content is array & usage.input_tokens",
		"type = error & error.type & error.message",
	) && p.Only("type", "message", "error"))
}

// detectStream knows server-sent events, or JSON Lines of events, as they
// are or as Bedrock wraps them.
func detectStream(p *conv.Probe) conv.Grade {
	switch p.Form {
	case conv.FormEvents:
		return conv.OwnIf(p.Shows("type = message_start|content_block_start|content_block_delta|message_delta|message_stop") ||
			p.Only("type", "error", "ping") && p.Shows("type = error & error.type & error.message"))
	case conv.FormJSON, conv.FormLines:
		return conv.OwnIf(p.Shows("type = message_start|content_block_start|content_block_delta", "chunk.bytes is string"))
	}
	return conv.No
}
