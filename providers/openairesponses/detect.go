package openairesponses

import (
	"slices"
	"strings"

	"convo/conv/format"
	"convo/conv/rawjson"
)

// detectRequest recognizes a body by its items and by parameters that only
// this API has. A body could be a request if it has an input and only
// parameters of the API, or if it refers to a history on the server.
func detectRequest(p *format.Probe) format.Grade {
	if !p.IsJSON() || p.HasKind("input", rawjson.Object) {
		return format.No
	}
	input := p.Shows("input is array", "input is string")
	refers := p.Shows("previous_response_id is string", "conversation", "prompt is object")
	known := p.OnlyKeys("", parameters...)
	switch {
	case input && p.Shows(ownMarks...):
		return format.Own
	case refers && known && (input || p.Has("model") || p.Shows(ownMarks...) || p.Has("stream")):
		return format.Own
	case !p.Within("input[].role", roles...) || p.Has("output"): // an answer has an output
		return format.No
	case p.Shows("model & input[].role & input[].content"):
		return format.Could
	case input && known && (p.Shows("input[].role", "input is string") || slices.ContainsFunc(parameters[2:], p.Has)):
		return format.Could
	}
	return format.No
}

// ownMarks are fields that, next to an input, only this API has.
var ownMarks = []string{
	"instructions", "max_output_tokens", "max_tool_calls", "include is array", "truncation", "text.format", "text.verbosity",
	"input[].type = " + itemTypes, "input[].content[].type = input_text|output_text|input_image|input_file|input_audio|refusal",
}

// itemTypes are types of items, except the message.
const itemTypes = "reasoning|function_call|function_call_output|custom_tool_call|custom_tool_call_output|" +
	"item_reference|web_search_call|file_search_call|code_interpreter_call|image_generation_call|" +
	"computer_call|computer_call_output|local_shell_call|local_shell_call_output|shell_call|" +
	"shell_call_output|apply_patch_call|apply_patch_call_output|mcp_list_tools|mcp_call|" +
	"mcp_approval_request|mcp_approval_response|tool_search_call|tool_search_output|compaction|" +
	"compaction_trigger|additional_tools|program|program_output"

var roles = []string{"user", "assistant", "system", "developer", "tool"}

// parameters are the API's fields of a body.
var parameters = []string{
	"input", "model", "instructions", "max_output_tokens", "max_tool_calls", "include", "store", "truncation", "text",
	"reasoning", "tools", "tool_choice", "parallel_tool_calls", "stream", "stream_options", "temperature", "top_p", "top_logprobs",
	"previous_response_id", "conversation", "background", "prompt", "metadata", "user", "service_tier", "safety_identifier",
	"prompt_cache_key", "prompt_cache_retention", "context_management",
}

// detectResponse recognizes a response by its field object, which some servers and many
// fixtures leave out, or by its items beside a model.
func detectResponse(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows("object = response", "model & output[].type = message|"+itemTypes+" & no input"))
}

// detectStream recognizes events of a response, or an error in their place.
func detectStream(p *format.Probe) format.Grade {
	return format.OwnIf((p.Form == format.FormEvents || p.IsJSON()) &&
		p.Shows("type = response.*", "[].type = response.*", "type = error & sequence_number & message is string"))
}

// isEvent reports whether a type is the type of an event of a response.
func isEvent(kind string) bool { return strings.HasPrefix(kind, "response.") }
