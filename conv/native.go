package conv

import (
	"iter"

	"convo/conv/rawjson"
)

// Native returns conversation.json, the format that holds everything.
func Native() Format {
	return Format{
		Name:     "convo",
		Family:   NativeFamily,
		About:    "conversation.json, the neutral document",
		Holds:    NativeHolds(),
		Detect:   func(p *Probe) Grade { return OwnIf(p.Form != FormEvents && p.Shows("convo is number")) },
		Decode:   decodeNative,
		Branches: EachBranch(decodeNative),
		Write:    WriteNative,
		Shape:    nativeShape,
	}
}

func decodeNative(data []byte, notes *Notes) iter.Seq2[*Conversation, error] {
	return One(DecodeNative(data, notes))
}

// NativeHolds returns the Holds of a format that holds everything.
func NativeHolds() Holds {
	const (
		media   = ImageBlock | AudioBlock | VideoBlock | DocumentBlock
		blocks  = TextBlock | media | ThinkingBlock | ToolCallBlock
		sources = DataSource | URLSource | FileSource | TextSource | MediaName | MediaDetail | MediaType
	)
	return Holds{
		User: blocks, Assistant: blocks, ToolResult: blocks, System: blocks,
		Image: sources, Audio: sources, Video: sources, Document: sources,
		Features: DialectFeatures | Developer | CustomMessages | Summaries | LocalFiles | Trees | HostedTools,
		Params:   AllParams,
	}
}

// DialectFeatures is what every dialect of conversation.json holds, also in fields
// that its readers ignore.
const DialectFeatures = SystemPrompt | MessageID | SpeakerName | Timestamps | Milliseconds | Groups | GroupNames |
	EncryptedValues | Origin | Models | ResponseIDs | ResponseDetails | Usages | UsageTotals | Costs |
	StopReasons | ErrorMessages | ErrorFlags | ToolNames | PrivateDetails | Refusals | TextSignatures |
	CallSignatures | RedactedThinking | RedactedTexts | ArgumentTexts | CallKinds | BlockOrder |
	DocumentID | DocumentTitle | RunState | Tools | StrictTools | LoneSurrogates | ForeignResidue | Sessions

// AllParams is every parameter of a request.
const AllParams = Model | MaxTokens | Temperature | TopP | TopK | Seed | Penalties | StopSequences |
	ToolChoices | ParallelCalls | ResponseSchemas | ResponseFormats | ReasoningEffort | ReasoningBudget |
	Streaming | EndUser | LooseParams

// NativeFamily names the residue of conversation.json itself: fields that a later
// convo may know. They are written where they were read.
const NativeFamily = "convo"

// DecodeNative reads a conversation.json.
func DecodeNative(data []byte, notes *Notes) (*Conversation, error) {
	return DecodeContext(data, NativeFamily, notes)
}

// WriteNative writes a conversation.json.
func WriteNative(w *rawjson.Writer, c *Conversation) {
	WriteContext(w, c, Dialect{Family: NativeFamily})
}

// Dialect is a variant of conversation.json: the native one, or one of the context
// documents that it grew out of. The packages of their formats export theirs.
type Dialect struct {
	Family string // NativeFamily writes the field convo
	API    bool   // an answer's protocol is spelled api
	ByTime bool   // fields of an answer stand in the order in which an agent knows them
	Filled bool   // fields that a reader of the dialect requires are always written
}
