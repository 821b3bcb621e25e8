package openairesponses

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// detectRequest claims a body whose input is a list of items, or a string
// beside what only this API's bodies have, or that names a history which the
// server has.
func detectRequest(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines || slices.ContainsFunc(foreign, p.Has) {
		return false
	}
	items := p.Is("input[].type", itemTypes...) || p.Is("input[].role", "user", "assistant", "system", "developer")
	refers := p.HasKind("previous_response_id", rawjson.String) || p.Has("conversation") || p.HasKind("prompt", rawjson.Object)
	switch {
	case p.HasKind("input", rawjson.Array):
		return items || !p.Has("input[]") && (refers || slices.ContainsFunc(own, p.Has))
	case p.HasKind("input", rawjson.String):
		return slices.ContainsFunc(own, p.Has) || refers || p.Has("model") && !slices.ContainsFunc(p.Values("model"), takesInput)
	}
	return refers && (p.Has("model") || slices.ContainsFunc(own, p.Has))
}

// takesInput reports whether a model is of another API whose bodies have an
// input too: embeddings, moderation, speech.
func takesInput(model string) bool {
	return strings.Contains(model, "embed") || strings.Contains(model, "moderation") || strings.Contains(model, "tts") ||
		strings.Contains(model, "rerank")
}

// own are places that bodies with an input have only here.
var own = []string{
	"instructions", "max_output_tokens", "max_tool_calls", "include", "store", "truncation", "text.format", "text.verbosity",
	"reasoning", "tools", "tool_choice", "parallel_tool_calls", "stream", "temperature", "previous_response_id", "background",
}

// foreign are places that other bodies have: conversations of other shapes,
// responses and events, embeddings, speech.
var foreign = []string{
	"convo", "messages", "contents", "choices", "threadId", "runId", "object", "output", "payload", "uuid", "systemPrompt",
	"encoding_format", "dimensions", "voice", "requests", "custom_id",
}

// itemTypes are types of items.
var itemTypes = []string{
	"message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output",
	"item_reference", "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
	"computer_call", "computer_call_output", "local_shell_call", "local_shell_call_output", "shell_call",
	"shell_call_output", "apply_patch_call", "apply_patch_call_output", "mcp_list_tools", "mcp_call",
	"mcp_approval_request", "mcp_approval_response", "tool_search_call", "tool_search_output", "compaction",
	"compaction_trigger", "additional_tools", "program", "program_output",
}

// detectResponse wants the object's own word for what it is.
func detectResponse(p *conv.Probe) bool {
	return (p.Form == conv.FormJSON || p.Form == conv.FormLines) && p.Is("object", "response") && !p.Has("choices")
}

// detectStream wants events of a response, or the error in their place.
func detectStream(p *conv.Probe) bool {
	if p.Form != conv.FormEvents && p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	return slices.ContainsFunc(p.Values("type"), isEvent) && !p.Has("payload") ||
		p.Only("type", "error") && p.Has("sequence_number") && p.HasKind("message", rawjson.String)
}

// isEvent reports whether a type is that of an event of a response.
func isEvent(kind string) bool { return strings.HasPrefix(kind, "response.") }
