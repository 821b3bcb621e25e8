// Package openairesponses reads and writes OpenAI's Responses API: requests,
// responses and event streams.
//
// The rule of the room: the wire has items, the model has messages. Items of
// the model in a row are one answer, and its blocks remember where items end.
// Adjacent texts with the same signature are one message item. Each reasoning
// and each call is an item. An item that the neutral model lacks is an opaque
// block in its place. format.ItemSignature documents the signatures.
//
// A text keeps residue of the item that it begins under "message". Fields that
// only a response may have become residue of its StopDetail. A residue key
// that begins with ~ is a hint: how the wire spelled a neutral field.
//
// The facts come from the vendor's API reference and official types.
package openairesponses

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "openai-responses"

const family = "openai-responses"

// vendor issued the file handles on the wire.
const vendor = "openai"

// Formats are the request, the response and the event stream.
func Formats() []format.Format {
	return []format.Format{
		{
			Name:         "openai-responses",
			Family:       family,
			Protocol:     Wire,
			About:        "OpenAI Responses request",
			Capabilities: requestHolds,
			Reduce:       reduceRequest,
			Rules:        rules,
			History:      format.SentHistory,
			Detect:       detectRequest,
			Decode:       decodeRequest,
			Write:        writeRequest,
			Shape:        requestShape,
			Lint:         lintRules,
		},
		{
			Name:         "openai-responses-response",
			Family:       family,
			Protocol:     Wire,
			About:        "OpenAI Responses response",
			Capabilities: answerHolds,
			Reduce:       reduceAnswer,
			Detect:       detectResponse,
			Decode:       decodeResponse,
			Write:        writeResponse,
		},
		{
			Name:         "openai-responses-stream",
			Family:       family,
			Protocol:     Wire,
			About:        "OpenAI Responses stream",
			Unit:         format.StreamUnit,
			Capabilities: answerHolds,
			Reduce:       reduceAnswer,
			Detect:       detectStream,
			Decode:       record.DecodeStream(readEvents),
			Write:        record.WriteAnswer(emit),
			Events:       readEvents,
			Emit:         emit,
		},
	}
}

const (
	inlineBlocks    = format.TextBlock | format.ImageBlock | format.DocumentBlock
	assistantBlocks = format.TextBlock | format.ThinkingBlock | format.ToolCallBlock
	anySource       = format.DataSource | format.URLSource | format.FileSource
)

const isItemObject format.OwnJSON = "type role id"

// requestHolds is what a request body carries.
var requestHolds = format.Capabilities{
	Reads:      format.Reads{Answer: isItemObject, Entry: isItemObject},
	User:       inlineBlocks,
	Assistant:  assistantBlocks,
	ToolResult: inlineBlocks,
	System:     format.TextBlock,
	Image:      anySource | format.MediaDetail,
	Document:   anySource | format.MediaName | format.MediaDetail,
	Thinking:   format.OwnSignature, Signed: signed,
	Features: format.Developer | format.SystemPrompt | format.Refusals | format.RedactedThinking | format.ArgumentTexts |
		format.BlockOrder | format.TextSignatures | format.CallKinds | format.Tools | format.StrictTools,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.ToolChoices | format.ParallelCalls | format.ResponseSchemas |
		format.ResponseFormats | format.ReasoningEffort | format.Streaming | format.EndUser | format.LooseParams,
	Provider:     vendor,
	RefusedField: "internal_chat_message_metadata_passthrough", // Codex says in it what an item is for
}

// rules are the limits that the API's servers enforce.
var rules = format.Rules{
	CallIDs:     format.Alphabet{Composite: true, Max: 64},
	ToolNames:   format.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, UniqueIDs: true, SomeMessage: true, LedReasoning: true, FullMessages: true, NoNUL: true, NamedFiles: true, TypedSchemas: true,
	ItemIDs:     " fc_ ctc_ ",
	LeastTokens: 16, // vectorize-io/hindsight issue 58
}

// answerHolds is what a response carries, whole or streamed.
var answerHolds = format.Capabilities{
	Reads:     format.Reads{Answer: format.AnyObject},
	Scope:     format.Answer,
	Assistant: assistantBlocks,
	Thinking:  format.FreeSignature, Signed: signed,
	Features: format.Timestamps | format.Models | format.ResponseIDs | format.LateNames | format.Usages | format.UsageTotals | format.StopReasons |
		format.ErrorMessages | format.Refusals | format.RedactedThinking | format.ArgumentTexts | format.BlockOrder | format.TextSignatures | format.CallKinds,
	Required:  format.StopReasons,
	Protocol:  Wire,
	StopWords: stops,
}
