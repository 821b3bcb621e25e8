package conv

import "convo/conv/rawjson"

// Raw is compact JSON text that convo does not interpret: key order, number
// literals and escapes survive. "" means absent.
type Raw = rawjson.Raw

// Number is a JSON number as it was written. "" means absent.
type Number = rawjson.Number

// Conversation is the neutral document, conversation.json.
//
//	Conversation
//	├── SystemPrompt  string
//	├── Messages      []Message           content blocks
//	│       ├── *UserMessage              []UserContent
//	│       ├── *AssistantMessage         []AssistantContent
//	│       ├── *ToolResultMessage        []ToolResultContent
//	│       ├── *SystemMessage            []SystemContent
//	│       ├── *CustomMessage            data of an application, never the model's
//	│       └── *BranchSummary, *CompactionSummary
//	├── Tools         []ToolDefinition
//	└── Request       *Request            what else a provider request carries
type Conversation struct {
	Node
	ID, Title    string
	SystemPrompt string // the first leading system or developer text; "" is absent
	Messages     []Message
	Tools        []ToolDefinition
	Request      *Request
	State        Raw // AG-UI run state
	Context      Raw // AG-UI run context: [{description, value}]
	Session      *Session

	source source
}

// Message is one line of a transcript. Types of other packages join by embedding
// [Custom]. Formats only know those as *CustomMessage.
type Message interface{ isMessage() }

// ModelMessage is a message that a model may see. The set is closed:
// *SystemMessage, *UserMessage, *AssistantMessage, *ToolResultMessage.
type ModelMessage interface {
	Message
	isModelMessage()
}

// UserContent is a block that a user message may have: text, image, audio, video,
// document, opaque.
type UserContent interface {
	Block
	isUserContent()
}

// AssistantContent is a block that an assistant message may have: text, thinking,
// toolCall, image, audio, opaque.
type AssistantContent interface {
	Block
	isAssistantContent()
}

// ToolResultContent is a block that a tool result may have: text, image, audio,
// video, document, opaque.
type ToolResultContent interface {
	Block
	isToolResultContent()
}

// SystemContent is a block that a system message may have: text, opaque.
type SystemContent interface {
	Block
	isSystemContent()
}

// Block is a content block of any message.
type Block interface {
	node() *Node
	// BlockType is the value of the block's field "type" in conversation.json.
	BlockType() string
}

// Meta is what every message may have.
type Meta struct {
	Node
	ID             string
	Name           string // of the speaker
	Timestamp      int64  // Unix milliseconds; 0 is absent
	Group          string // equal for messages that were one wire message
	EncryptedValue string // opaque reasoning that belongs to the message as a whole

	Injected bool          // it was sent, but nobody typed it
	Excluded bool          // it is kept, but no longer sent: rolled back, retracted, on another branch
	Position *TreePosition // what is rare; nil: nothing. Copies share it, so it is never changed
}

// UserMessage is what a user said.
type UserMessage struct {
	Meta
	Content []UserContent
}

// AssistantMessage is one answer of a model, with all that is known about it.
type AssistantMessage struct {
	Meta
	Content []AssistantContent

	Protocol          Protocol // wire protocol used
	Provider          string   // vendor key
	Model             string   // requested model id
	ResponseModel     string   // model that answered, where it differs
	ResponseID        string
	ProviderRequestID string
	Usage             *Usage // nil: not known, which is not zero
	StopReason        StopReason
	StopDetail        *StopDetail
	ErrorMessage      string
	Diagnostics       []Diagnostic // nil when clean

	diagnosed *diagnosed // index of many diagnostics; nil: unknown
}

// ToolResultMessage answers the call whose ID is ToolCallID.
type ToolResultMessage struct {
	Meta
	ToolCallID string
	ToolName   string
	Content    []ToolResultContent
	IsError    bool
	Details    Raw  // private: never goes to a model
	Terminate  bool // asks the loop to stop; never goes to a model
}

// SystemMessage is an instruction after the start of the conversation. The first
// instruction is [Conversation].SystemPrompt.
type SystemMessage struct {
	Meta
	Role    Role // RoleSystem or RoleDeveloper; "" is RoleSystem
	Content []SystemContent
}

// CustomMessage is an entry of an application: a notice, an activity, a message
// with a role that convo does not know. A model does not see it unless the
// caller projects it (see [Conversation.ModelMessages]).
type CustomMessage struct {
	Meta
	CustomType string
	Data       Raw
	Content    []UserContent // text and media to show, if any
}

// BranchSummary says what happened on the branch that was left at FromID.
type BranchSummary struct {
	Meta
	Summary string
	FromID  string
	Details Raw
	Usage   *Usage
}

// CompactionSummary replaces the messages before FirstKeptID.
type CompactionSummary struct {
	Meta
	Summary      string
	TokensBefore Number
	FirstKeptID  string
	Details      Raw
	Usage        *Usage
}

// TextContent is plain text.
type TextContent struct {
	Node
	Text          string
	TextSignature string // opaque
	Refusal       bool   // the text is the model's refusal
}

// Media is the common shape of image, audio, video and document: data with its
// MIME type, or a URL, or a handle at a provider, or (documents) text.
type Media struct {
	Node
	Data     string // base64, standard alphabet
	MIMEType string
	URL      string
	FileID   string // handle at Provider
	Provider string // the provider that issued FileID; "" is unknown
	Text     string // a document's plain text
	Name     string // file name or title
	Detail   string // resolution hint: low, high, auto, original
}

// ImageContent is an image.
type ImageContent Media

// AudioContent is sound.
type AudioContent Media

// VideoContent is a video.
type VideoContent Media

// DocumentContent is a file to read: a PDF, a text.
type DocumentContent Media

// ThinkingContent is a model's reasoning. Redacted reasoning has its payload in
// ThinkingSignature, and no text or a placeholder.
type ThinkingContent struct {
	Node
	Thinking          string
	ThinkingSignature string // opaque
	Redacted          bool
}

// ToolCall is a call of a tool. A [ToolResultMessage] answers it by its ID.
type ToolCall struct {
	Node
	ID               string
	Name             string
	Arguments        Raw     // a JSON object
	ArgumentsText    *string // the wire's string, if it differs from the text of Arguments
	ThoughtSignature string  // opaque
	Kind             string  // a hint for user interfaces
	Conversation     string  // id of the conversation that the call started, as with a helper

	judged judgement
}

// Opaque is a block that only its own family of formats understands. It is
// written back there byte for byte, and is a noted loss elsewhere.
type Opaque struct {
	Node
	Family string
	Raw    Raw
}

// ToolDefinition declares a tool that the model may call. With Family and Raw it
// is one that only its own family of formats understands: a tool that runs at the
// provider, or a tool with free text as input.
type ToolDefinition struct {
	Node
	Name        string
	Description string
	Parameters  Raw // JSON Schema, passed through untouched
	Strict      *bool

	Family string
	Raw    Raw // the whole definition as the family writes it
}

// Role is the value of a message's field "role" in conversation.json.
type Role string

// The roles.
const (
	RoleUser              Role = "user"
	RoleAssistant         Role = "assistant"
	RoleToolResult        Role = "toolResult"
	RoleSystem            Role = "system"
	RoleDeveloper         Role = "developer"
	RoleCustom            Role = "custom"
	RoleBranchSummary     Role = "branchSummary"
	RoleCompactionSummary Role = "compactionSummary"
)

func (r Role) isKnown() bool {
	switch r {
	case RoleUser, RoleAssistant, RoleToolResult, RoleSystem, RoleDeveloper, RoleCustom, RoleBranchSummary, RoleCompactionSummary:
		return true
	}
	return false
}

// Protocol names the wire that an answer came from. Each protocol's package has
// the same name.
type Protocol string

func (*UserMessage) isMessage()       {}
func (*AssistantMessage) isMessage()  {}
func (*ToolResultMessage) isMessage() {}
func (*SystemMessage) isMessage()     {}
func (*CustomMessage) isMessage()     {}
func (*BranchSummary) isMessage()     {}
func (*CompactionSummary) isMessage() {}

func (*UserMessage) isModelMessage()       {}
func (*AssistantMessage) isModelMessage()  {}
func (*ToolResultMessage) isModelMessage() {}
func (*SystemMessage) isModelMessage()     {}

//	block      user  assistant  toolResult  system
//	text        ✓       ✓           ✓         ✓
//	image       ✓       ✓           ✓
//	audio       ✓       ✓           ✓
//	video       ✓                   ✓
//	document    ✓                   ✓
//	thinking            ✓
//	toolCall            ✓
//	opaque      ✓       ✓           ✓         ✓

func (*TextContent) isUserContent()           {}
func (*TextContent) isAssistantContent()      {}
func (*TextContent) isToolResultContent()     {}
func (*TextContent) isSystemContent()         {}
func (*ImageContent) isUserContent()          {}
func (*ImageContent) isAssistantContent()     {}
func (*ImageContent) isToolResultContent()    {}
func (*AudioContent) isUserContent()          {}
func (*AudioContent) isAssistantContent()     {}
func (*AudioContent) isToolResultContent()    {}
func (*VideoContent) isUserContent()          {}
func (*VideoContent) isToolResultContent()    {}
func (*DocumentContent) isUserContent()       {}
func (*DocumentContent) isToolResultContent() {}
func (*ThinkingContent) isAssistantContent()  {}
func (*ToolCall) isAssistantContent()         {}
func (*Opaque) isUserContent()                {}
func (*Opaque) isAssistantContent()           {}
func (*Opaque) isToolResultContent()          {}
func (*Opaque) isSystemContent()              {}

// BlockType is "text".
func (*TextContent) BlockType() string { return "text" }

// BlockType is "image".
func (*ImageContent) BlockType() string { return "image" }

// BlockType is "audio".
func (*AudioContent) BlockType() string { return "audio" }

// BlockType is "video".
func (*VideoContent) BlockType() string { return "video" }

// BlockType is "document".
func (*DocumentContent) BlockType() string { return "document" }

// BlockType is "thinking".
func (*ThinkingContent) BlockType() string { return "thinking" }

// BlockType is "toolCall".
func (*ToolCall) BlockType() string { return "toolCall" }

// BlockType is "opaque".
func (*Opaque) BlockType() string { return "opaque" }
