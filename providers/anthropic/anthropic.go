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
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "anthropic-messages"

const family = "anthropic"

// Formats are the request, the response, the event stream and messages alone.
func Formats() []conv.Format {
	return []conv.Format{
		{
			Name:     "anthropic",
			Family:   family,
			Protocol: Wire,
			About:    "Anthropic Messages request",
			Holds:    requestHolds,
			Rules:    rules,
			History:  conv.SentHistory,
			Reduce:   reduce,
			Detect:   detectRequest,
			Decode:   decodeRequest,
			Write:    writeRequest,
			Shape:    requestShape,
			Lint:     lintRules,
		},
		{
			Name:     "anthropic-response",
			Family:   family,
			Protocol: Wire,
			About:    "Anthropic Messages response",
			Holds:    answerHolds,
			Detect:   detectResponse,
			Decode:   decodeResponse,
			Write:    writeResponse,
		},
		{
			Name:     "anthropic-stream",
			Family:   family,
			Protocol: Wire,
			About:    "Anthropic Messages stream",
			Unit:     conv.StreamUnit,
			Holds:    streamHolds(),
			Detect:   detectStream,
			Decode:   record.DecodeStream(readEvents),
			Write:    record.WriteAnswer(emit),
			Events:   readEvents,
			Emit:     emit,
		},
		messagesFormat(),
	}
}

const (
	inlineBlocks    = conv.TextBlock | conv.ImageBlock | conv.DocumentBlock
	assistantBlocks = conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock
	imageSources    = conv.DataSource | conv.URLSource | conv.FileSource
)

const hasType conv.OwnJSON = "type"

// requestHolds is what a request body carries.
var requestHolds = conv.Holds{
	Reads:      conv.Reads{Block: hasType, Answer: hasType, Result: hasType, Entry: "role"},
	User:       inlineBlocks,
	Assistant:  assistantBlocks,
	ToolResult: inlineBlocks,
	System:     conv.TextBlock,
	Image:      imageSources,
	Document:   imageSources | conv.TextSource | conv.MediaName,
	Thinking:   conv.OwnSignature, Signed: signed,
	Features: conv.SystemPrompt | conv.Groups | conv.ErrorFlags | conv.RedactedThinking |
		conv.BlockOrder | conv.Tools | conv.StrictTools | conv.ArgumentSpaces,
	Provider: family,
	Params: conv.Model | conv.MaxTokens | conv.Temperature | conv.TopP | conv.TopK |
		conv.StopSequences | conv.ToolChoices | conv.ParallelCalls | conv.ResponseSchemas |
		conv.ReasoningEffort | conv.ReasoningBudget | conv.Streaming | conv.EndUser,
}

// rules are the limits that the API's servers enforce. MaxTokens is for
// requests from other formats that set no limit. It is written last, which
// marks it as a limit that nobody asked for.
var rules = conv.Rules{
	CallIDs:     conv.Alphabet{Word: true, Max: 64},
	ToolNames:   conv.Alphabet{Word: true, Max: 128},
	AnswerCalls: true, GroupResults: true, TypedSchemas: true,
	UniqueIDs: true, OnePrompt: true, SomeMessage: true, PlainThinking: true,
	FullText: true, FullMessages: true, TrimLast: true, NoNUL: true, CacheMarks: 4, SignedReasoning: true,
	ImageTypes:    " image/jpeg image/png image/gif image/webp ",
	DocumentTypes: " application/pdf ",
	MaxTokens:     "4095",
}

// answerHolds is what a response carries, whole or streamed. Compatible
// servers send reasoning without a signature.
var answerHolds = conv.Holds{
	Reads:     conv.Reads{Answer: hasType},
	Scope:     conv.Answer,
	Assistant: assistantBlocks,
	Thinking:  conv.FreeSignature, Signed: conv.IsPlainSignature,
	Demands:   conv.StopReasons,
	Protocol:  Wire,
	StopWords: stops,
	Features: conv.RedactedThinking | conv.BlockOrder | conv.Models | conv.ResponseIDs |
		conv.Usages | conv.StopReasons | conv.ErrorMessages,
}

// streamHolds is answerHolds and arguments that are not JSON, since a stream
// sends arguments as text.
func streamHolds() conv.Holds {
	h := answerHolds
	h.Features |= conv.BrokenArguments
	return h
}

// signed reports whether this vendor's servers may have issued a signature.
func signed(signature string) bool {
	by := protocol.Signer(signature)
	return conv.IsPlainSignature(signature) && (by == "" || by == family)
}
