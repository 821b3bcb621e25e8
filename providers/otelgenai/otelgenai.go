// Package otelgenai reads and writes traces of OpenTelemetry that bear messages of models:
// OTLP as JSON. It also reads logs, what an exporter for a console prints, attributes or
// messages alone, and the attributes of OpenInference and OpenLLMetry.
//
//	{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"chat m","attributes":[
//	 {"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"parts\":[…]}]"}},
//	 {"key":"gen_ai.output.messages","value":{"arrayValue":{"values":[…]}}}]}]}]}]}
//
// The rule of the room: a span is a call of a model, with the history that it was given,
// and one conversation. Older conventions have an event for each message, in the span or
// in the log; those of one span are a conversation. Whatever was read is written as a span
// of OTLP in the words of today: attributes that hold JSON.
//
// A span is written with what was read around it. Of another conversation nobody knows
// when the call began, and in which service. That is left out, and so is the provider of an
// answer that names none: OTLP takes a missing time for zero, and collectors accept that.
// Only what OTLP demands of a span is made up: two ids, which begin with "convo" in
// hexadecimal and are not read again, its name, its kind and its operation, which is a chat.
// The conventions allow fields that they do not name: reasoning has its signature in one.
//
// The facts are those of the semantic conventions for generative AI, 1.26 to 1.44 and
// later, of opentelemetry-proto, and of the conventions of OpenInference.
package otelgenai

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

const family = "otel-genai"

// own is the residue of the format.
var own = &record.Family{Name: family}

// Formats is the traces.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "OpenTelemetry traces and logs",
		Capabilities: holds,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}}
}

// detect knows the envelopes, the names of attributes, and the parts of messages.
func detect(p *format.Probe) format.Grade {
	named := func(path string) bool {
		return slices.ContainsFunc(p.Keys(path), func(key string) bool {
			key = strings.TrimPrefix(key, "attributes.")
			return strings.HasPrefix(key, "gen_ai.") || strings.HasPrefix(key, "llm.input_messages") || key == kindKey
		})
	}
	return format.OwnIf(p.IsJSON() && (p.Shows("resourceSpans", "resourceLogs", "attributes."+kindKey, "[].attributes."+kindKey, "data[].attributes."+kindKey,
		"[].parts[].type & [].parts[].content & no [].parts[].part_kind", "[].parts[].type = tool_call|tool_call_response") ||
		slices.ContainsFunc([]string{"", "[]", "attributes", "[].attributes", "data[].attributes"}, named)))
}

// holds is what a span can carry.
var holds = format.Capabilities{
	User:       files | format.TextBlock,
	Assistant:  files | format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock | format.OneString,
	System:     format.TextBlock,
	Image:      sources,
	Audio:      sources,
	Video:      sources,
	Document:   sources,
	Provider:   format.AnyProvider,
	StopWords: []format.StopWord{
		{Raw: "stop", Reason: conv.StopNormal},
		{Raw: "length", Reason: conv.StopLength},
		{Raw: "tool_call", Reason: conv.StopToolUse},
		{Raw: "error", Reason: conv.StopError},
		{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
		{Raw: "refusal", Reason: conv.StopError, Kind: conv.KindRefusal},
		{Raw: aborted, Reason: conv.StopAborted},
	},
	Features: format.Developer | format.SystemPrompt | format.DocumentID | format.SpeakerName | format.Timestamps | format.Milliseconds | format.Groups |
		format.Origin | format.Models | format.ResponseIDs | format.ResponseDetails | format.Usages | format.UsageTotals | format.StopReasons |
		format.ErrorMessages | format.ToolNames | format.Tools | format.ArgumentTexts | format.BrokenArguments | format.ArgumentSpaces |
		format.LocalFiles | format.BlockOrder,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.TopK | format.Seed | format.Penalties |
		format.StopSequences | format.ReasoningEffort | format.Streaming,
	Required: format.ToolNames,
}

const (
	files   = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	sources = format.DataSource | format.URLSource | format.FileSource | format.MediaType

	aborted = "aborted" // why an answer ended: nobody has another word for it
)

// The attributes that hold JSON.
const (
	inputKey  = "gen_ai.input.messages"
	outputKey = "gen_ai.output.messages"
	systemKey = "gen_ai.system_instructions"
	toolsKey  = "gen_ai.tool.definitions"
)

// Hints: where something stood, and how it was spelled.
const (
	hintInput  = "~input"        // on an answer at the end: it stood in the input
	hintModel  = "~model"        // on the answer: only the response named its model ("response"), or both did ("both")
	hintPrompt = "~prompt"       // on the conversation: the prompt was a message
	hintRole   = "~role"         // on a message: another word for its role
	hintTokens = "~input_tokens" // on the counts of tokens: the input, which is less than what a cache had of it
	hintValue  = "~value"        // on a result: it was not a text
)

// Residue of the conversation other than attributes.
const (
	spanRest     = "span"
	scopeRest    = "scope"
	resourceRest = "resource"
	rests        = spanRest + " " + scopeRest + " " + resourceRest
)

// madeID begins the ids of a trace and a span that were made up.
const madeID = "636f6e766f"

// chat is the operation where nobody says which.
const chat = "chat"

// nameOf is the name of a span, as the conventions make it.
func nameOf(operation, model string) string { return strings.TrimSpace(operation + " " + model) }

// answerOf is the message of which the span says most: the last one, if it is an answer
// that did not stand in the input.
func answerOf(c *conv.Conversation) *conv.AssistantMessage {
	if n := len(c.Messages); n > 0 {
		if m, ok := c.Messages[n-1].(*conv.AssistantMessage); ok && own.Get(&m.Node, hintInput) == "" {
			return m
		}
	}
	return nil
}

// joins reports whether a message is one with the one before: both are results.
func joins(before, m conv.Message) bool {
	x, y := conv.MetaOf(before), conv.MetaOf(m)
	return x.Group != "" && x.Group == y.Group && conv.RoleOf(before) == conv.RoleToolResult && conv.RoleOf(m) == conv.RoleToolResult
}
