// Package anthropic reads and writes the Messages API of Anthropic: the body
// of a request, an answer at rest and an answer as an event stream, also as
// Bedrock and Vertex host them.
//
// The rule of the room: a block that the neutral model knows becomes its
// block, with the members it has no place for as residue; every other block
// is opaque and stays where it stood. Members of an answer that a request
// could not carry are residue of its StopDetail, so that no request ever
// sends them back. A residue key that begins with ~ is a hint on how the
// wire spelled what a neutral field says (~content: absent, not empty).
//
// The facts are those of the vendor's API reference and of the types of its
// official SDKs.
package anthropic

import (
	"convo/conv"
	"convo/conv/record"
	"convo/providers/internal/protocol"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "anthropic-messages"

const family = "anthropic"

// Formats are the request body, the answer and the answer's event stream.
func Formats() []conv.Format {
	return []conv.Format{
		{
			Name:     "anthropic",
			Family:   family,
			Protocol: Wire,
			About:    "Anthropic Messages request",
			Holds:    requestHolds,
			Rules:    rules,
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

// requestHolds is what a request body carries.
var requestHolds = conv.Holds{
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

// rules are what the API's servers answer with an error if it is broken. The
// limit is only for requests that come from elsewhere and name none. It is
// written last, and read there as one that nobody asked for.
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

// answerHolds is what an answer carries, at rest or streamed. Compatible
// servers answer with reasoning that nobody signed.
var answerHolds = conv.Holds{
	Scope:     conv.Answer,
	Assistant: assistantBlocks,
	Thinking:  conv.FreeSignature, Signed: conv.IsPlainSignature,
	Demands:   conv.StopReasons,
	Protocol:  Wire,
	StopWords: stops,
	Features: conv.RedactedThinking | conv.BlockOrder | conv.Models | conv.ResponseIDs |
		conv.Usages | conv.StopReasons | conv.ErrorMessages,
}

// streamHolds is what an answer carries and the arguments of a call that are
// no JSON, which come as text.
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
