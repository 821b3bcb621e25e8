package agui

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// detectDocument claims an input, a snapshot, and a list of messages that has
// something of the protocol's own: ids beside roles and nothing of another's.
func detectDocument(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	if p.Has("[]") {
		return p.Has("[].role") && areMessages(p, "[]")
	}
	if p.Only("type", "MESSAGES_SNAPSHOT") {
		return p.Form == conv.FormJSON && p.HasKind("messages", rawjson.Array)
	}
	if !p.HasKind("messages", rawjson.Array) || p.Has("type") || p.Has("convo") {
		return false
	}
	return p.Has("threadId") && p.Has("runId") || p.Has("forwardedProps") && areMessages(p, "messages[]")
}

// areMessages reports whether what is at a path are messages of the protocol.
func areMessages(p *conv.Probe, at string) bool {
	has := func(keys []string) bool {
		return slices.ContainsFunc(keys, func(key string) bool { return p.Has(at + "." + key) })
	}
	if !p.Has(at+".id") || has(foreign) || p.Is(at+".role", foreignRoles...) || p.Is(at+".content[].type", foreignParts...) {
		return false
	}
	return p.Only(at+".role", "user", "assistant", "system", "developer", "tool", "activity", "reasoning") || has(own)
}

// own are members that only messages of the protocol have.
var own = []string{"toolCalls[].function", "toolCallId", "activityType", "encryptedValue", "encryptedContent"}

// foreign are members that messages of other shapes have.
var foreign = []string{
	"parts", "tool_calls", "tool_call_id", "type", "timestamp", "stopReason", "provider", "customType",
	"experimental_attachments", "toolInvocations",
}

var foreignRoles = []string{"toolResult", "custom", "branchSummary", "compactionSummary", "model", "data", "function"}

var foreignParts = []string{
	"tool_use", "tool_result", "image_url", "input_audio", "input_text", "output_text", "thinking", "toolCall", "tool-call",
	"tool-result", "refusal", "reasoning",
}

// detectStream claims events that the protocol has.
func detectStream(p *conv.Probe) bool {
	switch p.Form {
	case conv.FormEvents:
		return p.Is("type", eventKinds...)
	case conv.FormJSON:
		if p.Has("[]") {
			return p.Is("[].type", eventKinds...)
		}
		return p.Is("type", eventKinds...) && !p.Only("type", "MESSAGES_SNAPSHOT")
	case conv.FormLines:
		return p.Is("type", eventKinds...)
	}
	return false
}
