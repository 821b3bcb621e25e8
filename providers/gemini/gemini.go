// Package gemini reads and writes the generateContent API of Google, as
// Gemini and Vertex host it: the body of a request, an answer at rest and an
// answer as a stream of chunks.
//
// The rule of the room: a part that the neutral model knows becomes its
// block, with the members it has no place for as residue; every other part is
// opaque and stays where it stood. Members of an answer that a request could
// not carry are residue of its StopDetail. The API takes the names of members
// in camel case and in snake case: the hint ~snake of a node names those that
// were written in the latter. A call without an id gets one from what it
// calls, and a result without one that of its call, which writing leaves out
// again.
//
// The facts are those of the vendor's API reference and of the types of its
// official SDKs.
package gemini

import (
	"convo/conv"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "google-generative-ai"

const family = "gemini"

// provider issues the signatures and the handles of files.
const provider = "google"

// Formats are the request body, the answer and the answer in chunks.
func Formats() []conv.Format {
	return []conv.Format{
		{
			Name:     "gemini",
			Family:   family,
			Protocol: Wire,
			About:    "Gemini generateContent request",
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
			Name:     "gemini-response",
			Family:   family,
			Protocol: Wire,
			About:    "Gemini generateContent response",
			Holds:    answerHolds,
			Reduce:   reduceAnswer,
			Rules:    conv.Rules{CallIDs: callIDs},
			Detect:   detectResponse,
			Decode:   decodeResponse,
			Write:    writeResponse,
		},
		{
			Name:     "gemini-stream",
			Family:   family,
			Protocol: Wire,
			About:    "Gemini generateContent stream",
			Unit:     conv.StreamUnit,
			Holds:    answerHolds,
			Reduce:   reduceAnswer,
			Rules:    conv.Rules{CallIDs: callIDs},
			Detect:   detectStream,
			Decode:   record.DecodeStream(readEvents),
			Write:    record.WriteAnswer(emit),
			Events:   readEvents,
			Emit:     emit,
		},
	}
}

const (
	userBlocks = conv.TextBlock | conv.ImageBlock | conv.AudioBlock | conv.VideoBlock | conv.DocumentBlock
	ownBlocks  = conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock | conv.ImageBlock | conv.AudioBlock
	sources    = conv.DataSource | conv.URLSource | conv.FileSource | conv.MediaType
)

// requestHolds is what a request body carries. The model and whether to
// stream are in its address.
var requestHolds = conv.Holds{
	User:       userBlocks,
	Assistant:  ownBlocks,
	ToolResult: userBlocks,
	Image:      sources, Audio: sources, Video: sources, Document: sources,
	Thinking: conv.FreeSignature, Signed: signed,
	Features: conv.SystemPrompt | conv.Groups | conv.ErrorFlags | conv.ToolNames | conv.TextSignatures |
		conv.CallSignatures | conv.BlockOrder | conv.Tools | conv.ArgumentSpaces,
	Demands:  conv.ToolNames,
	Provider: provider,
	Params: conv.Model | conv.MaxTokens | conv.Temperature | conv.TopP | conv.TopK | conv.Seed | conv.Penalties |
		conv.StopSequences | conv.ToolChoices | conv.ResponseSchemas | conv.ResponseFormats |
		conv.ReasoningEffort | conv.ReasoningBudget,
}

// callIDs are all but none: reading gives a call without an id one.
var callIDs = conv.Alphabet{Min: 1}

// rules are what the API's servers answer with an error if it is broken.
var rules = conv.Rules{
	CallIDs:     callIDs,
	ToolNames:   conv.Alphabet{Word: true, Also: ".:", Letter: true, Max: 128},
	AnswerCalls: true, OrderResults: true, GroupResults: true,
	OnePrompt: true, PromptOnly: true, SomeMessage: true, CallsBehindUser: true, UserLast: true,
	FullMessages: true,
	Efforts:      " minimal low medium high ", LeastTokens: 1, MaxStops: 5,
	UnsignedCall: "skip_thought_signature_validator",
}

// answerHolds is what an answer carries, at rest or streamed.
var answerHolds = conv.Holds{
	Scope:     conv.Answer,
	Assistant: ownBlocks,
	Image:     sources, Audio: sources,
	Thinking: conv.FreeSignature, Signed: signed,
	Protocol:  Wire,
	Demands:   conv.StopReasons,
	Provider:  provider,
	StopWords: stops,
	Features: conv.TextSignatures | conv.CallSignatures | conv.BlockOrder | conv.Models |
		conv.ResponseIDs | conv.Usages | conv.UsageTotals | conv.StopReasons | conv.ErrorMessages,
}
