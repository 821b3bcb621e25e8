// Package openairesponses reads and writes OpenAI's Responses API: requests,
// responses and event streams.
//
// The rule of the room: the wire has items, the model has messages. Items of
// the model in a row are one answer, and its blocks remember where items end.
// Adjacent texts with the same signature are one message item. Each reasoning
// and each call is an item. An item that the neutral model lacks is an opaque
// block in its place. conv.ItemSignature documents the signatures.
//
// A text keeps residue of the item that it begins under "message". Fields that
// only a response may have become residue of its StopDetail. A residue key
// that begins with ~ is a hint: how the wire spelled a neutral field.
//
// The facts come from the vendor's API reference and official types.
package openairesponses

import (
	"convo/conv"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "openai-responses"

const family = "openai-responses"

// vendor issued the file handles on the wire.
const vendor = "openai"

// Formats are the request, the response and the event stream.
func Formats() []conv.Format {
	return []conv.Format{
		{
			Name:     "openai-responses",
			Family:   family,
			Protocol: Wire,
			About:    "OpenAI Responses request",
			Holds:    requestHolds,
			Reduce:   reduceRequest,
			Rules:    rules,
			History:  conv.SentHistory,
			Detect:   detectRequest,
			Decode:   decodeRequest,
			Write:    writeRequest,
			Shape:    requestShape,
			Lint:     lintRules,
		},
		{
			Name:     "openai-responses-response",
			Family:   family,
			Protocol: Wire,
			About:    "OpenAI Responses response",
			Holds:    answerHolds,
			Reduce:   reduceAnswer,
			Detect:   detectResponse,
			Decode:   decodeResponse,
			Write:    writeResponse,
		},
		{
			Name:     "openai-responses-stream",
			Family:   family,
			Protocol: Wire,
			About:    "OpenAI Responses stream",
			Unit:     conv.StreamUnit,
			Holds:    answerHolds,
			Reduce:   reduceAnswer,
			Detect:   detectStream,
			Decode:   record.DecodeStream(readEvents),
			Write:    record.WriteAnswer(emit),
			Events:   readEvents,
			Emit:     emit,
		},
	}
}

const (
	inlineBlocks    = conv.TextBlock | conv.ImageBlock | conv.DocumentBlock
	assistantBlocks = conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock
	anySource       = conv.DataSource | conv.URLSource | conv.FileSource
)

const isItemObject conv.OwnJSON = "type role id"

// requestHolds is what a request body carries.
var requestHolds = conv.Holds{
	Reads:      conv.Reads{Answer: isItemObject, Entry: isItemObject},
	User:       inlineBlocks,
	Assistant:  assistantBlocks,
	ToolResult: inlineBlocks,
	System:     conv.TextBlock,
	Image:      anySource | conv.MediaDetail,
	Document:   anySource | conv.MediaName | conv.MediaDetail,
	Thinking:   conv.OwnSignature, Signed: signed,
	Features: conv.Developer | conv.SystemPrompt | conv.Refusals | conv.RedactedThinking | conv.ArgumentTexts |
		conv.BlockOrder | conv.TextSignatures | conv.CallKinds | conv.Tools | conv.StrictTools,
	Params: conv.Model | conv.MaxTokens | conv.Temperature | conv.TopP | conv.ToolChoices | conv.ParallelCalls | conv.ResponseSchemas |
		conv.ResponseFormats | conv.ReasoningEffort | conv.Streaming | conv.EndUser | conv.LooseParams,
	Provider: vendor,
	Refused:  "internal_chat_message_metadata_passthrough", // Codex says in it what an item is for
}

// rules are the limits that the API's servers enforce.
var rules = conv.Rules{
	CallIDs:     conv.Alphabet{Composite: true, Max: 64},
	ToolNames:   conv.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, UniqueIDs: true, SomeMessage: true, LedReasoning: true, FullMessages: true, NoNUL: true, NamedFiles: true, TypedSchemas: true,
	ItemIDs:     " fc_ ctc_ ",
	LeastTokens: 16, // vectorize-io/hindsight issue 58
}

// answerHolds is what a response carries, whole or streamed.
var answerHolds = conv.Holds{
	Reads:     conv.Reads{Answer: conv.AnyObject},
	Scope:     conv.Answer,
	Assistant: assistantBlocks,
	Thinking:  conv.FreeSignature, Signed: signed,
	Features: conv.Timestamps | conv.Models | conv.ResponseIDs | conv.LateNames | conv.Usages | conv.UsageTotals | conv.StopReasons |
		conv.ErrorMessages | conv.Refusals | conv.RedactedThinking | conv.ArgumentTexts | conv.BlockOrder | conv.TextSignatures | conv.CallKinds,
	Demands:   conv.StopReasons,
	Protocol:  Wire,
	StopWords: stops,
}
