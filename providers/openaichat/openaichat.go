// Package openaichat reads and writes Chat Completions: requests, responses and
// streams, of OpenAI and of the many compatible servers, which add fields of
// their own. Formats whose lines carry its messages use [Thread].
//
// The rule of the room: what a server answered goes back to it unchanged, but
// for fields that belong to answers alone. A field that the neutral model has no
// place for stays as residue at the node it was read with. What the body has outside the answer's message, which no
// request may carry, stays at the answer's StopDetail. Keys that begin with "~"
// say only how the neutral fields were spelled. They count as long as the
// fields keep their values.
//
// Sources: the vendor's API reference and official types, and the documentation
// of the compatible servers named in comments.
package openaichat

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "openai-completions"

const family = "openai-chat"

// vendor is the vendor whose file ids the format carries.
const vendor = "openai"

// Formats are the request, the response, the stream and messages alone, in this
// order.
func Formats() []format.Format {
	return []format.Format{
		{
			Name:         "openai-chat",
			Family:       family,
			Protocol:     Wire,
			About:        "OpenAI Chat Completions request",
			Capabilities: requestHolds,
			Rules:        rules,
			History:      format.SentHistory,
			Detect:       detectRequest,
			Decode:       decodeRequest,
			Write:        writeRequest,
			Shape:        requestShape,
			Lint:         lintRules,
		},
		{
			Name:         "openai-chat-response",
			Family:       family,
			Protocol:     Wire,
			About:        "OpenAI Chat Completions response",
			Capabilities: answerHolds(restWords),
			Detect:       detectResponse,
			Decode:       decodeResponse,
			Write:        writeResponse,
		},
		{
			Name:         "openai-chat-stream",
			Family:       family,
			Protocol:     Wire,
			About:        "OpenAI Chat Completions stream",
			Unit:         format.StreamUnit,
			Capabilities: answerHolds(streamWords()),
			Detect:       detectStream,
			Decode:       decodeStream,
			Write:        record.WriteAnswer(emit),
			Events:       readEvents,
			Emit:         emit,
		},
		messagesFormat(),
	}
}

const assistantBlocks = format.TextBlock | format.ThinkingBlock | format.ToolCallBlock

// requestHolds is what a request carries. It carries reasoning only for servers
// that have a field for it, which the signature names.
var requestHolds = format.Capabilities{
	Reads:      format.Reads{Entry: "role"},
	User:       format.TextBlock | format.ImageBlock | format.AudioBlock | format.DocumentBlock,
	Assistant:  assistantBlocks,
	ToolResult: format.TextBlock,
	System:     format.TextBlock,
	Image:      format.DataSource | format.URLSource | format.MediaDetail,
	Audio:      format.DataSource,
	Document:   format.DataSource | format.FileSource | format.MediaName,
	Thinking:   format.FieldSignature,
	Features: format.Developer | format.SystemPrompt | format.SpeakerName | format.Refusals |
		format.ArgumentTexts | format.Tools | format.StrictTools,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.Seed |
		format.Penalties | format.StopSequences | format.ToolChoices | format.ParallelCalls | format.ResponseSchemas |
		format.ResponseFormats | format.ReasoningEffort | format.Streaming | format.EndUser | format.LooseParams,
	Provider: vendor,
	Answered: []string{hintIndex, "annotations", "provider_metadata", "tool_calls"}, // of calls, only an empty list is residue
}

// rules are what the API's servers enforce. They refused call ids from 41
// characters on, and names of speakers with a space. An id with a "|" is two: of a
// call, and of the Responses item that held it.
var rules = format.Rules{
	CallIDs:      format.Alphabet{Composite: true, Max: 40},
	ToolNames:    format.Alphabet{Word: true, Max: 64},
	SpeakerNames: format.Alphabet{Word: true, Max: 64},
	AnswerCalls:  true, UniqueInTurn: true, SomeMessage: true, LonePrompt: true, FullMessages: true, NoNUL: true, NamedFiles: true,
	StreamOptions: `{"include_usage":true}`,
	LeastTokens:   1,
}

// answerHolds is what an answer carries, in a response or a stream.
func answerHolds(words []format.StopWord) format.Capabilities {
	return format.Capabilities{
		Scope:     format.Answer,
		Assistant: assistantBlocks | format.OneString,
		Thinking:  format.FieldSignature,
		Features: format.Timestamps | format.Models | format.ResponseIDs | format.LateNames |
			format.Usages | format.UsageTotals | format.StopReasons | format.ErrorMessages | format.Refusals | format.ArgumentTexts,
		Required:  format.StopReasons,
		Protocol:  Wire,
		StopWords: words,
	}
}
