package format

import (
	"iter"

	"convo/conv"
	"convo/conv/note"
)

// Native returns conversation.json, the format that holds everything.
func Native() Format {
	return Format{
		Name:         "convo",
		Family:       conv.Native.Family,
		About:        "conversation.json, the neutral document",
		Capabilities: NativeCapabilities(),
		Detect:       func(p *Probe) Grade { return OwnIf(p.Form != FormEvents && p.Shows("convo is number")) },
		Decode:       decodeNative,
		Branches:     EachBranch(decodeNative),
		Write:        conv.Native.Write,
		Shape:        nativeShape,
	}
}

func decodeNative(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return Single(conv.Native.Decode(data, notes))
}

// NativeCapabilities returns the Holds of a format that holds everything.
func NativeCapabilities() Capabilities {
	const (
		media   = ImageBlock | AudioBlock | VideoBlock | DocumentBlock
		blocks  = TextBlock | media | ThinkingBlock | ToolCallBlock
		sources = DataSource | URLSource | FileSource | TextSource | MediaName | MediaDetail | MediaType
	)
	return Capabilities{
		User: blocks, Assistant: blocks, ToolResult: blocks, System: blocks,
		Image: sources, Audio: sources, Video: sources, Document: sources,
		Features: DialectFeatures | Developer | CustomMessages | Summaries | BranchSummaries | LocalFiles | Trees | HostedTools,
		Params:   AllParams,
	}
}

// DialectFeatures is what every dialect of conversation.json holds, also in fields
// that its readers ignore.
const DialectFeatures = SystemPrompt | MessageID | SpeakerName | Timestamps | Milliseconds | Groups | GroupNames |
	EncryptedValues | Origin | Protocols | Models | ResponseIDs | ResponseDetails | Usages | UsageTotals | Costs |
	StopReasons | ErrorMessages | ErrorFlags | ToolNames | PrivateDetails | Terminates | Refusals | TextSignatures |
	CallSignatures | RedactedThinking | RedactedTexts | ArgumentTexts | CallKinds | BlockOrder |
	DocumentID | DocumentTitle | RunState | Tools | StrictTools | LoneSurrogates | ForeignResidue | Sessions

// AllParams is every parameter of a request.
const AllParams = Model | MaxTokens | Temperature | TopP | TopK | Seed | Penalties | StopSequences |
	ToolChoices | ParallelCalls | ResponseSchemas | ResponseFormats | ReasoningEffort | ReasoningBudget |
	Streaming | EndUser | LooseParams
