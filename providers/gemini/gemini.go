// Package gemini reads and writes Google's generateContent API, as Gemini and
// Vertex offer it: requests, responses and streams of chunks.
//
// The rule of the room: a part that the neutral model knows becomes a block,
// and the block keeps other fields as residue. Any other part becomes opaque
// and keeps its place. Fields that only a response may have become residue of
// its StopDetail. The API takes field names in camel case and in snake case: a
// node's hint ~snake lists the names written in snake case. A call without an
// id gets an id made from its name and arguments. A result without an id gets
// the id of its call. Writing leaves such ids out.
//
// The facts come from the vendor's API reference and the types of its official
// SDKs.
package gemini

import (
	"convo/conv"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "google-generative-ai"

const family = "gemini"

// provider issues the signatures and the file handles.
const provider = "google"

// Formats are the request, the response and the stream.
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
			History:  conv.SentHistory,
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

const anObject = conv.AnyObject

// requestHolds is what a request body carries. The model and the choice to
// stream are in the address.
var requestHolds = conv.Holds{
	Reads:      conv.Reads{Block: anObject, Answer: anObject, Result: anObject, Entry: anObject},
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

// callIDs allows any id except "": reading gives a call without an id one.
var callIDs = conv.Alphabet{Min: 1}

// rules are the limits that the API's servers enforce.
var rules = conv.Rules{
	CallIDs:     callIDs,
	ToolNames:   conv.Alphabet{Word: true, Also: ".:", Letter: true, Max: 128},
	AnswerCalls: true, UniqueInTurn: true, OrderResults: true, GroupResults: true,
	OnePrompt: true, PromptOnly: true, SomeMessage: true, CallsBehindUser: true, UserLast: true,
	FullMessages: true,
	Efforts:      " minimal low medium high ", LeastTokens: 1, MaxStops: 5,
	UnsignedCall: "skip_thought_signature_validator",
}

// answerHolds is what a response carries, whole or streamed.
var answerHolds = conv.Holds{
	Reads:     conv.Reads{Answer: anObject},
	Scope:     conv.Answer,
	Assistant: ownBlocks,
	Image:     sources, Audio: sources,
	Thinking: conv.FreeSignature, Signed: signed,
	Protocol:  Wire,
	Demands:   conv.StopReasons,
	Provider:  provider,
	StopWords: stops,
	Features: conv.TextSignatures | conv.CallSignatures | conv.BlockOrder | conv.Models |
		conv.ResponseIDs | conv.LateNames | conv.Usages | conv.UsageTotals | conv.StopReasons | conv.ErrorMessages,
}
