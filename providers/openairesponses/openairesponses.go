// Package openairesponses reads and writes the Responses API of OpenAI: the
// body of a request, a response at rest and a response as an event stream.
//
// The rule of the room: the wire has items, the model has messages. Items of
// the model's side that stand in a row are one answer, whose blocks remember
// where an item ends: texts of one message item stand side by side with one
// signature, reasoning and calls are an item each, and an item that the
// neutral model has no block for is opaque where it stood. What a signature
// holds is written in conv.ItemSignature.
//
// Residue of a text under "message" is of the item that the text begins.
// Members of a response that no request may carry are residue of its
// StopDetail. A residue key that begins with ~ is a hint on how the wire
// spelled what a neutral field says.
//
// The facts are those of the vendor's API reference and official types.
package openairesponses

import (
	"convo/conv"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "openai-responses"

const family = "openai-responses"

// vendor is whose file handles the wire carries.
const vendor = "openai"

// Formats are the request body, the response and its event stream.
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

// requestHolds is what a request body carries.
var requestHolds = conv.Holds{
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
}

// rules are what the API's servers answer with an error if it is broken.
var rules = conv.Rules{
	CallIDs:     conv.Alphabet{Composite: true, Max: 64},
	ToolNames:   conv.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, UniqueIDs: true, SomeMessage: true, LedReasoning: true, FullMessages: true, NoNUL: true, NamedFiles: true, TypedSchemas: true,
	ItemIDs:     " fc_ ctc_ ",
	LeastTokens: 16, // vectorize-io/hindsight issue 58
}

// answerHolds is what a response carries, at rest or streamed.
var answerHolds = conv.Holds{
	Scope:     conv.Answer,
	Assistant: assistantBlocks,
	Thinking:  conv.FreeSignature, Signed: signed,
	Features: conv.Timestamps | conv.Models | conv.ResponseIDs | conv.Usages | conv.UsageTotals | conv.StopReasons |
		conv.ErrorMessages | conv.Refusals | conv.RedactedThinking | conv.ArgumentTexts | conv.BlockOrder | conv.TextSignatures | conv.CallKinds,
	Demands:   conv.StopReasons,
	Protocol:  Wire,
	StopWords: stops,
}
