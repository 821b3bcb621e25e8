// Package openaichat reads and writes Chat Completions: the body of a
// request, an answer at rest and an answer as a stream, as OpenAI has them
// and as the many servers do that speak the shape with additions of their own.
// [Thread] reads and writes its messages for other formats.
//
// The rule of the room: what a server answered must go back to it as it came.
// A member that the neutral model has no place for stays, as residue, at the
// node it was read at; those beside the answer's message, which no request
// may carry, stay at its StopDetail. Keys that begin with "~" only say how
// the wire spelled what the neutral fields say, and count only as long as
// they still say it.
//
// The facts are those of the vendor's API reference and official types, and
// of the documentation of the compatible servers that are named in place.
package openaichat

import (
	"convo/conv"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "openai-completions"

const family = "openai-chat"

// vendor is whose file handles the wire carries.
const vendor = "openai"

// Formats are the request body, the answer and the answer's stream of chunks,
// in this order.
func Formats() []conv.Format {
	return []conv.Format{
		{
			Name:     "openai-chat",
			Family:   family,
			Protocol: Wire,
			About:    "OpenAI Chat Completions request",
			Holds:    requestHolds,
			Rules:    rules,
			Detect:   detectRequest,
			Decode:   decodeRequest,
			Write:    writeRequest,
			Shape:    requestShape,
			Lint:     lintRules,
		},
		{
			Name:     "openai-chat-response",
			Family:   family,
			Protocol: Wire,
			About:    "OpenAI Chat Completions response",
			Holds:    answerHolds(restWords),
			Detect:   detectResponse,
			Decode:   decodeResponse,
			Write:    writeResponse,
		},
		{
			Name:     "openai-chat-stream",
			Family:   family,
			Protocol: Wire,
			About:    "OpenAI Chat Completions stream",
			Unit:     conv.StreamUnit,
			Holds:    answerHolds(streamWords),
			Detect:   detectStream,
			Decode:   decodeStream,
			Write:    record.WriteAnswer(emit),
			Events:   readEvents,
			Emit:     emit,
		},
		messagesFormat(),
	}
}

const assistantBlocks = conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock

// requestHolds is what a request body carries. Reasoning goes back only to
// servers that have a field for it, which its signature names.
var requestHolds = conv.Holds{
	User:       conv.TextBlock | conv.ImageBlock | conv.AudioBlock | conv.DocumentBlock,
	Assistant:  assistantBlocks,
	ToolResult: conv.TextBlock,
	System:     conv.TextBlock,
	Image:      conv.DataSource | conv.URLSource | conv.MediaDetail,
	Audio:      conv.DataSource,
	Document:   conv.DataSource | conv.FileSource | conv.MediaName,
	Thinking:   conv.FieldSignature,
	Features: conv.Developer | conv.SystemPrompt | conv.SpeakerName | conv.Refusals |
		conv.ArgumentTexts | conv.Tools | conv.StrictTools,
	Params: conv.Model | conv.MaxTokens | conv.Temperature | conv.TopP | conv.Seed |
		conv.Penalties | conv.StopSequences | conv.ToolChoices | conv.ParallelCalls | conv.ResponseSchemas |
		conv.ResponseFormats | conv.ReasoningEffort | conv.Streaming | conv.EndUser | conv.LooseParams,
	Provider: vendor,
}

// rules are what the API's servers answer with an error if it is broken. Ids
// of calls were seen to be refused from 41 characters on; one with a "|" is
// two, of a call and of the Responses item that it came in.
var rules = conv.Rules{
	CallIDs:     conv.Alphabet{Composite: true, Max: 40},
	ToolNames:   conv.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, UniqueInTurn: true, SomeMessage: true, LonePrompt: true, FullMessages: true, NoNUL: true, NamedFiles: true,
	StreamOptions: `{"include_usage":true}`,
	LeastTokens:   1,
}

// answerHolds is what an answer carries, at rest or streamed.
func answerHolds(words []conv.StopWord) conv.Holds {
	return conv.Holds{
		Scope:     conv.Answer,
		Assistant: assistantBlocks | conv.OneString,
		Thinking:  conv.FieldSignature,
		Features: conv.Timestamps | conv.Models | conv.ResponseIDs |
			conv.Usages | conv.UsageTotals | conv.StopReasons | conv.ErrorMessages | conv.Refusals | conv.ArgumentTexts,
		Demands:   conv.StopReasons,
		Protocol:  Wire,
		StopWords: words,
	}
}
