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
	"convo/conv/format"
	"convo/conv/record"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "google-generative-ai"

const family = "gemini"

// provider issues the signatures and the file handles.
const provider = "google"

// Formats are the request, the response and the stream.
func Formats() []format.Format {
	return []format.Format{
		{
			Name:         "gemini",
			Family:       family,
			Protocol:     Wire,
			About:        "Gemini generateContent request",
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
			Name:         "gemini-response",
			Family:       family,
			Protocol:     Wire,
			About:        "Gemini generateContent response",
			Capabilities: answerHolds,
			Reduce:       reduceAnswer,
			Rules:        format.Rules{CallIDs: callIDs},
			Detect:       detectResponse,
			Decode:       decodeResponse,
			Write:        writeResponse,
		},
		{
			Name:         "gemini-stream",
			Family:       family,
			Protocol:     Wire,
			About:        "Gemini generateContent stream",
			Unit:         format.StreamUnit,
			Capabilities: answerHolds,
			Reduce:       reduceAnswer,
			Rules:        format.Rules{CallIDs: callIDs},
			Detect:       detectStream,
			Decode:       record.DecodeStream(readEvents),
			Write:        record.WriteAnswer(emit),
			Events:       readEvents,
			Emit:         emit,
		},
	}
}

const (
	userBlocks = format.TextBlock | format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	ownBlocks  = format.TextBlock | format.ThinkingBlock | format.ToolCallBlock | format.ImageBlock | format.AudioBlock
	sources    = format.DataSource | format.URLSource | format.FileSource | format.MediaType
)

const anObject = format.AnyObject

// requestHolds is what a request body carries. The model and the choice to
// stream are in the address.
var requestHolds = format.Capabilities{
	Reads:      format.Reads{Block: anObject, Answer: anObject, Result: anObject, Entry: anObject},
	User:       userBlocks,
	Assistant:  ownBlocks,
	ToolResult: userBlocks,
	Image:      sources, Audio: sources, Video: sources, Document: sources,
	Thinking: format.FreeSignature, Signed: signed,
	Features: format.SystemPrompt | format.Groups | format.ErrorFlags | format.ToolNames | format.TextSignatures |
		format.CallSignatures | format.BlockOrder | format.Tools | format.ArgumentSpaces,
	Required: format.ToolNames,
	Provider: provider,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.TopK | format.Seed | format.Penalties |
		format.StopSequences | format.ToolChoices | format.ResponseSchemas | format.ResponseFormats |
		format.ReasoningEffort | format.ReasoningBudget,
}

// callIDs allows any id except "": reading gives a call without an id one.
var callIDs = format.Alphabet{Min: 1}

// rules are the limits that the API's servers enforce.
var rules = format.Rules{
	CallIDs:     callIDs,
	ToolNames:   format.Alphabet{Word: true, Also: ".:", Letter: true, Max: 128},
	AnswerCalls: true, UniqueInTurn: true, OrderResults: true, GroupResults: true,
	OnePrompt: true, PromptOnly: true, SomeMessage: true, CallsBehindUser: true, UserLast: true,
	FullMessages: true,
	Efforts:      " minimal low medium high ", LeastTokens: 1, MaxStops: 5,
	UnsignedCall: "skip_thought_signature_validator",
}

// answerHolds is what a response carries, whole or streamed.
var answerHolds = format.Capabilities{
	Reads:     format.Reads{Answer: anObject},
	Scope:     format.Answer,
	Assistant: ownBlocks,
	Image:     sources, Audio: sources,
	Thinking: format.FreeSignature, Signed: signed,
	Protocol:  Wire,
	Required:  format.StopReasons,
	Provider:  provider,
	StopWords: stops,
	Features: format.TextSignatures | format.CallSignatures | format.BlockOrder | format.Models |
		format.ResponseIDs | format.LateNames | format.Usages | format.UsageTotals | format.StopReasons | format.ErrorMessages,
}
