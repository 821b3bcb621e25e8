// Package cohere reads Cohere's API, versions 2 and 1: requests, answers and streams. It
// writes requests of version 2.
//
//	{"model":"command-a","messages":[{"role":"user","content":"When is high water?"}],"safety_mode":"STRICT"}
//	{"id":"c1","message":{"role":"assistant","content":[{"type":"text","text":"At 14:20."}]},"finish_reason":"COMPLETE","usage":{"tokens":{"input_tokens":9,"output_tokens":5}}}
//
// The rule of the room: the plan before calls is reasoning. In version 1 the newest question
// stands outside the history, and calls have no ids: they are numbered. The events of a
// stream are put together, and read as one answer.
//
// The facts are those of the public schemas of Cohere's SDKs.
package cohere

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "cohere-chat"

const (
	family      = "cohere"
	olderFamily = family + "-v1"
)

// Formats is the request, the answer, the stream, and what there was in version 1. All but
// the first are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		Protocol:     Wire,
		About:        "request of Cohere's API",
		Capabilities: holds,
		Rules:        rules,
		History:      format.SentHistory,
		Detect: format.Shows("messages & citation_options", "messages & safety_mode", "messages & strict_tools", "messages & documents", "messages[].tool_plan",
			"messages & tool_choice = REQUIRED|NONE"),
		Decode: decode,
		Reduce: reduce,
		Write:  write,
	}, {
		Name:         family + "-response",
		Family:       family,
		Protocol:     Wire,
		About:        "answer of Cohere's API",
		Capabilities: format.Capabilities{Scope: format.Answer},
		Detect:       format.Shows("message.content & finish_reason = "+ends, "message.tool_calls & finish_reason = "+ends, "message.role & usage.billed_units"),
		Decode:       decode,
	}, {
		Name:         family + "-stream",
		Family:       family,
		Protocol:     Wire,
		About:        "stream of Cohere's API",
		Unit:         format.StreamUnit,
		Capabilities: format.Capabilities{Scope: format.Answer},
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.Form != format.FormText && p.Shows(
				"type = message-start|content-start|content-delta|content-end|tool-plan-delta|tool-call-start|tool-call-delta|citation-start|message-end",
				"event_type = stream-start|text-generation|search-queries-generation|search-results|citation-generation|tool-calls-chunk|tool-calls-generation|stream-end"))
		},
		Decode: decodeStream,
	}, {
		Name:   olderFamily,
		Family: olderFamily,
		About:  "bodies of version 1 of Cohere's API",
		Detect: detectOlder,
		Decode: decodeOlder,
	}}
}

// holds is what a request can carry.
var holds = format.Capabilities{
	User:       format.TextBlock | format.ImageBlock,
	Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock,
	System:     format.TextBlock,
	Image:      format.DataSource | format.URLSource | format.MediaDetail,
	Thinking:   format.NoSignature,
	Features:   format.SystemPrompt | format.Tools | format.ArgumentTexts | format.BrokenArguments | format.ArgumentSpaces,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.TopK | format.Seed | format.Penalties |
		format.StopSequences | format.ToolChoices | format.ResponseSchemas | format.ResponseFormats | format.ReasoningBudget | format.ReasoningEffort | format.Streaming,
}

// rules are the limits that the API's servers enforce.
var rules = format.Rules{
	CallIDs: format.Alphabet{Min: 1}, ToolNames: format.Alphabet{Word: true},
	AnswerCalls: true, UniqueIDs: true, SomeMessage: true, FullText: true, FullMessages: true, TypedSchemas: true,
}

// detectOlder knows a request without a history only if it has no other fields: many
// logs have a message and a model.
func detectOlder(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && (p.Shows("message is string & chat_history is array", "generation_id & text & no event_type") ||
		p.OnlyKeys("", strings.Fields(older)...) && p.Shows("message is string & model is string")))
}

// older are the fields of a request of version 1.
const older = "message model stream preamble chat_history conversation_id prompt_truncation connectors search_queries_only documents citation_quality" +
	" temperature max_tokens max_input_tokens k p seed stop_sequences frequency_penalty presence_penalty tools tool_results force_single_step" +
	" response_format safety_mode raw_prompting return_prompt"

// ends are the words for why an answer ended.
const ends = "COMPLETE|STOP_SEQUENCE|MAX_TOKENS|TOOL_CALL|ERROR|TIMEOUT"
