package format

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Capabilities says what a format can carry, in terms of the neutral model. Package
// conv/fit removes or changes everything else, with a note for each thing. The
// laws prove it: what is left comes back equal from Write and Decode. The
// residue and the opaque blocks of the format's own family are always held.
type Capabilities struct {
	Scope Scope

	// Blocks by message. A format that holds no block of a message does not hold
	// the message. Instructions then become user text.
	User, Assistant, ToolResult, System Blocks

	Image, Audio, Video, Document Sources

	Thinking Signatures // the signatures with which reasoning is held

	// Signed reports whether the format's servers may have issued a signature.
	// Other signatures are dropped. Nil: all are kept.
	Signed func(signature string) bool

	Features Features
	Params   Params

	Required    Features      // what must be there: Usages, StopReasons, ToolNames; MessageID: no two alike
	Protocol    conv.Protocol // of all answers, where the format implies it
	Provider    string        // whose file handles it takes; AnyProvider
	StopWords   []StopWord    // the format's own words for a stop, the usual one of each reason first
	GuestFamily string        // a second family whose residue is held: of what only this format has; "" is none

	// RefusedField is a field of the family that a program adds in its sessions, and
	// that no server takes; "" is none.
	RefusedField string

	Reads Reads

	// Answered are residue keys of the family that belong to answers alone, and
	// that servers refuse in the history of a request.
	Answered []string
}

// Has reports whether a format has one of these features.
func (h *Capabilities) Has(x Features) bool { return h.Features&x != 0 }

// Reads says what of its own a format can read back: JSON that somebody edited or made
// up may be none of it, and is dropped with a note. A nil Media takes everything.
type Reads struct {
	Block  OwnJSON                // opaque blocks of the family
	Answer OwnJSON                // those in answers
	Result OwnJSON                // those in tool results
	Entry  OwnJSON                // custom messages of roles of the family
	Media  func(*conv.Media) bool // media whose source is held
}

// OwnJSON is what JSON a format reads: objects that have one of the fields that it
// names, separated by blanks, as an object or a string that is not empty. "" is all
// JSON.
type OwnJSON string

// JSON that needs no field.
const (
	AnyObject OwnJSON = "{}"
	NoJSON    OwnJSON = "-" // the format has nothing of the kind
)

// Takes reports whether a format reads a value.
func (x OwnJSON) Takes(raw conv.Raw) bool {
	if x == "" || x == NoJSON || !strings.HasPrefix(string(raw), "{") {
		return x == ""
	}
	for field := range strings.FieldsSeq(string(x)) {
		if v := raw.Lookup(field); v.Text() != "" || strings.HasPrefix(string(v), "{") {
			return true
		}
	}
	return x == AnyObject
}

// NothingOwn is of a format without blocks and messages that only it has.
func NothingOwn() Reads {
	return Reads{Block: NoJSON, Answer: NoJSON, Result: NoJSON, Entry: NoJSON}
}

// AnyProvider, in Holds, means that file handles of all providers are held, with
// the provider's name.
const AnyProvider = "*"

// StopWord is a format's word for a stop, and its meaning.
type StopWord struct {
	Raw    string
	Reason conv.StopReason
	Kind   conv.StopKind
}

// FindStop returns the first meaning of a word.
func FindStop(words []StopWord, raw string) (s StopWord, known bool) {
	i := slices.IndexFunc(words, func(w StopWord) bool { return w.Raw == raw })
	if i < 0 {
		return s, false
	}
	return words[i], true
}

// ReadStop is why an answer of a family ended, by its word. An unknown one is a normal stop.
func ReadStop(family string, words []StopWord, raw string) (conv.StopReason, *conv.StopDetail) {
	s, known := FindStop(words, raw)
	d := &conv.StopDetail{Raw: raw, Kind: s.Kind}
	if !known {
		s.Reason = conv.StopNormal
		d.Extensions.Set(family, UnknownStop, rawjson.Quoted(raw))
	}
	return s.Reason, d
}

// UsualStop returns the first word for a reason, "" without one.
func UsualStop(words []StopWord, reason conv.StopReason) string {
	i := slices.IndexFunc(words, func(w StopWord) bool { return w.Reason == reason })
	if i < 0 {
		return ""
	}
	return words[i].Raw
}

// Scope says how much of a conversation a format carries.
type Scope int

// The scopes.
const (
	Whole  Scope = iota // all messages
	Answer              // only the last assistant message: a response, a stream
)

// Blocks is a set of block types.
type Blocks uint16

// The block types. Opaque blocks are held by their family and have no bit.
const (
	TextBlock Blocks = 1 << iota
	ImageBlock
	AudioBlock
	VideoBlock
	DocumentBlock
	ThinkingBlock
	ToolCallBlock

	// OneString is a limit: the message is one string. Its texts are joined.
	OneString
)

// Has reports whether the set has the block's type. It is false for Opaque.
func (s Blocks) Has(b conv.Block) bool { return s&bitOf(b) != 0 }

// bitOf returns the block's bit in Blocks; 0 for opaque, which its family holds.
func bitOf(b conv.Block) Blocks {
	switch b.(type) {
	case *conv.TextContent:
		return TextBlock
	case *conv.ImageContent:
		return ImageBlock
	case *conv.AudioContent:
		return AudioBlock
	case *conv.VideoContent:
		return VideoBlock
	case *conv.DocumentContent:
		return DocumentBlock
	case *conv.ThinkingContent:
		return ThinkingBlock
	case *conv.ToolCall:
		return ToolCallBlock
	default:
		return 0
	}
}

// Sources is a set of ways to give media.
type Sources uint8

// The sources.
const (
	DataSource  Sources = 1 << iota // base64 with a MIME type
	URLSource                       // an address
	FileSource                      // a handle at the provider
	TextSource                      // a document's text
	MediaName                       // with any of them: a file name or title
	MediaDetail                     // with any of them: a resolution hint
	MediaType                       // with an address or a handle: a MIME type
)

// Signatures says how a format's reasoning may be signed.
type Signatures int

// The kinds of signatures.
const (
	AnySignature   Signatures = iota // any, or none
	FieldSignature                   // the name of a field: reasoning_content, reasoning, reasoning_text
	OwnSignature                     // one that is the format's own, as Signed says; reasoning without one is not held
	FreeSignature                    // one that is the format's own, or none
	NoSignature                      // none
)

// Features is a set of features other than content.
type Features uint64

// The features.
const (
	Developer        Features = 1 << iota // a developer role apart from system
	SystemPrompt                          // a leading system prompt
	MessageID                             // Meta.ID
	SpeakerName                           // Meta.Name
	Timestamps                            // Meta.Timestamp
	Groups                                // Meta.Group of tool results and the user message after them
	EncryptedValues                       // Meta.EncryptedValue
	Origin                                // AssistantMessage.Provider
	Models                                // AssistantMessage.Model
	ResponseIDs                           // AssistantMessage.ResponseID
	ResponseDetails                       // AssistantMessage.ResponseModel, ProviderRequestID, Diagnostics
	Usages                                // AssistantMessage.Usage
	Costs                                 // Usage.Cost
	StopReasons                           // AssistantMessage.StopReason, StopDetail
	ErrorMessages                         // AssistantMessage.ErrorMessage
	ErrorFlags                            // ToolResultMessage.IsError
	ToolNames                             // ToolResultMessage.ToolName
	PrivateDetails                        // ToolResultMessage.Details
	Refusals                              // TextContent.Refusal
	TextSignatures                        // TextContent.TextSignature
	CallSignatures                        // ToolCall.ThoughtSignature
	RedactedThinking                      // ThinkingContent.Redacted
	ArgumentTexts                         // ToolCall.ArgumentsText
	CallKinds                             // ToolCall.Kind
	BlockOrder                            // text and calls of an answer in any order; else text comes first
	CustomMessages                        // CustomMessage
	Summaries                             // CompactionSummary
	BranchSummaries                       // BranchSummary
	DocumentTitle                         // Conversation.Title
	RunState                              // Conversation.State, Context
	Tools                                 // Conversation.Tools
	StrictTools                           // ToolDefinition.Strict
	LoneSurrogates                        // text that is not UTF-8
	Milliseconds                          // timestamps finer than seconds
	ForeignResidue                        // the residue of other families
	GroupNames                            // names of groups; else a group is named by its place on the wire
	UsageTotals                           // Usage.TotalTokens, InputUnknown and the audio counts
	BrokenArguments                       // ToolCall.ArgumentsText if it is not a JSON object
	RedactedTexts                         // text of redacted reasoning
	LocalFiles                            // media at file: addresses
	ArgumentSpaces                        // ToolCall.ArgumentsText where it is the arguments with white space, on one line
	DocumentID                            // Conversation.ID
	LateNames                             // a stream's end may give Models and ResponseIDs
	Trees                                 // Meta.Excluded, and the parents in Meta.Place
	HostedTools                           // blocks of tools that a vendor runs, and what texts cite, in the words of any family
	Protocols                             // AssistantMessage.Protocol
	Terminates                            // ToolResultMessage.Terminate
	Sessions                              // Conversation.Session, ToolCall.Conversation, Meta.Injected, and the rest of Meta.Place
)

// Params is a set of request parameters.
type Params uint32

// The parameters, fields of Request.
const (
	Model Params = 1 << iota
	MaxTokens
	Temperature
	TopP
	TopK
	Seed
	Penalties // FrequencyPenalty, PresencePenalty
	StopSequences
	ToolChoices     // ToolChoice
	ResponseSchemas // ResponseFormat.Schema
	ResponseFormats // the rest of ResponseFormat
	ReasoningEffort // Reasoning.Effort
	ReasoningBudget // Reasoning.BudgetTokens, Enabled
	Streaming       // Stream
	EndUser         // User
	ParallelCalls   // ParallelToolCalls
	LooseParams     // ParallelToolCalls without ToolChoice, BudgetTokens without Enabled
)
