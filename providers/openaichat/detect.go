package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest wants messages of the API's roles and nothing that only
// another API has.
func detectRequest(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines || !p.HasKind("messages", rawjson.Array) {
		return false
	}
	for _, other := range foreign {
		if p.Has(other) {
			return false
		}
	}
	if p.Is("messages[].content[].type", foreignParts...) || p.Is("messages[].role", foreignRoles...) {
		return false
	}
	return p.Is("messages[].role", "user", "assistant", "system", "developer", "tool", "function") ||
		!p.HasKind("messages[]", rawjson.Object) && p.Has("model")
}

// foreign are places that bodies with messages have in other shapes: a native
// or or document, Anthropic's system, AG-UI's ids of a run, Tau, Bedrock.
var foreign = []string{
	"convo", "systemPrompt", "system", "anthropic_version", "threadId", "runId", "contents", "inferenceConfig",
	"choices", "tools[].input_schema", "tools[].toolSpec", "toolConfig",
	"messages[].toolCallId", "messages[].toolCalls", "messages[].parts", "messages[].stopReason",
	"messages[].content[].source", "messages[].content[].signature", "messages[].content[].tool_use_id",
	"messages[].content[].mimeType", "messages[].content[].toolUse",
}

var foreignParts = []string{
	"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "toolCall", "tool-call",
	"input_text", "output_text", "image", "document",
}

var foreignRoles = []string{"toolResult", "custom", "branchSummary", "compactionSummary", "activity", "reasoning"}

// detectResponse wants an answer's choices with messages, or an error body.
func detectResponse(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	if p.Has("choices[].message") || p.Is("object", "chat.completion") {
		return true
	}
	return p.HasKind("error", rawjson.Object) && p.HasKind("error.message", rawjson.String) &&
		!p.Has("type") && !p.Has("error.status") && !p.Has("messages") && !p.Has("id")
}

// detectStream wants chunks.
func detectStream(p *conv.Probe) bool {
	return p.Form == conv.FormEvents && (p.Is("object", "chat.completion.chunk") || p.Has("choices[].delta"))
}
