// Package anthropic reads and writes Anthropic's Messages API: requests,
// responses and event streams, also as Bedrock and Vertex offer them.
//
// The rule of the room: a block that the neutral model knows becomes its
// block, and the block keeps other fields as residue. Any other block is
// opaque and keeps its place. Fields that only a response may have become
// residue of its StopDetail, so no request sends them back. A residue key that
// begins with ~ is a hint: how the wire spelled a neutral field (~content:
// absent, not empty).
//
// The facts come from the vendor's API reference and the types of its official
// SDKs.
package anthropic

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "anthropic-messages"

const family = "anthropic"

// Formats are the request, the response, the event stream and messages alone.
func Formats() []format.Format {
	return []format.Format{
		{
			Name:         "anthropic",
			Family:       family,
			Protocol:     Wire,
			About:        "Anthropic Messages request",
			Capabilities: requestHolds,
			Rules:        rules,
			History:      format.SentHistory,
			Reduce:       reduce,
			Detect:       detectRequest,
			Decode:       decodeRequest,
			Write:        writeRequest,
			Shape:        requestShape,
			Lint:         lintRules,
		},
		{
			Name:         "anthropic-response",
			Family:       family,
			Protocol:     Wire,
			About:        "Anthropic Messages response",
			Capabilities: answerHolds,
			Detect:       detectResponse,
			Decode:       decodeResponse,
			Write:        writeResponse,
		},
		{
			Name:         "anthropic-stream",
			Family:       family,
			Protocol:     Wire,
			About:        "Anthropic Messages stream",
			Unit:         format.StreamUnit,
			Capabilities: streamHolds(),
			Reduce:       reduceStream,
			Detect:       detectStream,
			Decode:       record.DecodeStream(readEvents),
			Write:        record.WriteAnswer(emit),
			Events:       readEvents,
			Emit:         emit,
		},
		messagesFormat(),
	}
}

const (
	inlineBlocks    = format.TextBlock | format.ImageBlock | format.DocumentBlock
	assistantBlocks = format.TextBlock | format.ThinkingBlock | format.ToolCallBlock
	imageSources    = format.DataSource | format.URLSource | format.FileSource
)

const hasType format.OwnJSON = "type"

// requestHolds is what a request body carries.
var requestHolds = format.Capabilities{
	Reads:      format.Reads{Block: hasType, Answer: hasType, Result: hasType, Entry: "role"},
	User:       inlineBlocks,
	Assistant:  assistantBlocks,
	ToolResult: inlineBlocks,
	System:     format.TextBlock,
	Image:      imageSources,
	Document:   imageSources | format.TextSource | format.MediaName,
	Thinking:   format.OwnSignature, Signed: signed,
	Features: format.SystemPrompt | format.Groups | format.ErrorFlags | format.RedactedThinking |
		format.BlockOrder | format.Tools | format.StrictTools | format.ArgumentSpaces,
	Provider: family,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.TopK |
		format.StopSequences | format.ToolChoices | format.ParallelCalls | format.ResponseSchemas |
		format.ReasoningEffort | format.ReasoningBudget | format.Streaming | format.EndUser,
}

// rules are the limits that the API's servers enforce. MaxTokens is for
// requests from other formats that set no limit. It is written last, which
// marks it as a limit that nobody asked for.
var rules = format.Rules{
	CallIDs:     format.Alphabet{Word: true, Max: 64},
	ToolNames:   format.Alphabet{Word: true, Max: 128},
	AnswerCalls: true, GroupResults: true, TypedSchemas: true,
	UniqueIDs: true, OnePrompt: true, SomeMessage: true, PlainThinking: true,
	FullText: true, FullMessages: true, TrimLast: true, NoNUL: true, CacheMarks: 4, SignedReasoning: true,
	ImageTypes:    " image/jpeg image/png image/gif image/webp ",
	DocumentTypes: " application/pdf ",
	MaxTokens:     "4095",
}

// answerHolds is what a response carries, whole or streamed. Compatible
// servers send reasoning without a signature.
var answerHolds = format.Capabilities{
	Reads:     format.Reads{Answer: hasType},
	Scope:     format.Answer,
	Assistant: assistantBlocks,
	Thinking:  format.FreeSignature, Signed: format.IsPlainSignature,
	Required:  format.StopReasons,
	Protocol:  Wire,
	StopWords: stops,
	Features: format.RedactedThinking | format.BlockOrder | format.Models | format.ResponseIDs |
		format.Usages | format.StopReasons | format.ErrorMessages,
}

// streamHolds is answerHolds and arguments that are not JSON, since a stream
// sends arguments as text.
func streamHolds() format.Capabilities {
	h := answerHolds
	h.Features |= format.BrokenArguments
	return h
}

// signed reports whether this vendor's servers may have issued a signature.
func signed(signature string) bool {
	by := protocol.Signer(signature)
	return format.IsPlainSignature(signature) && (by == "" || by == family)
}
