// Package agui reads and writes AG-UI: messages at rest (a list, a
// MESSAGES_SNAPSHOT event or a RunAgentInput) and the events of runs.
//
// The rule of the room: reasoning has messages of its own in the protocol,
// before the answer that it led to. In the neutral model they are part of that
// answer. An activity is a custom message. What must not be lost and has no
// field in the protocol goes under the key "convo" of the metadata of a
// message or an event. A residue key that begins with ~ is a hint on how the
// input spelled a neutral field.
//
// The facts are those of the protocol's documentation, of the schemas of its
// release 1.0 and of the folding rules of its reference client.
package agui

import "convo/conv/format"

const family = "ag-ui"

// The ids of a thread without an id and, with its number, of a run without
// one.
const (
	defaultThread = "thread"
	defaultRun    = "run_"
)

// Formats are messages at rest, the events of runs, and messages one a line.
func Formats() []format.Format {
	all := []format.Format{
		{
			Name:         "ag-ui",
			About:        "AG-UI messages, snapshot or run input",
			Capabilities: holds,
			Reduce:       reduceDocument,
			Detect:       detectDocument,
			Decode:       decodeDocument,
			Write:        writeDocument,
			Shape:        documentShape,
		},
		{
			Name:         "ag-ui-events",
			About:        "AG-UI event stream",
			Unit:         format.StreamUnit,
			Capabilities: holds,
			Reduce:       reduce,
			Detect:       detectStream,
			Decode:       decodeStream,
			Write:        writeStream,
			Shape:        eventShape,
			JSONTexts:    eventTexts,
			Events:       streamEvents,
			Emit:         emit,
		},
		linesFormat(),
	}
	for i := range all {
		f := &all[i]
		f.Family, f.Rules, f.Lint = family, rules, lintRules
		f.Options = []format.Option{encryptedOption, snakeOption}
	}
	return all
}

const (
	mediaBlocks  = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	mediaSources = format.DataSource | format.URLSource | format.FileSource | format.MediaType | format.MediaName
)

const hasType format.OwnJSON = "type"

// holds is what messages carry, at rest or streamed.
var holds = format.Capabilities{
	Reads:      format.Reads{Block: hasType, Answer: hasType, Result: hasType},
	User:       format.TextBlock | mediaBlocks,
	Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock | format.OneString,
	ToolResult: format.TextBlock | mediaBlocks,
	System:     format.TextBlock | format.OneString,
	Image:      mediaSources, Audio: mediaSources, Video: mediaSources, Document: mediaSources,
	Features: format.Developer | format.SystemPrompt | format.MessageID | format.SpeakerName |
		format.EncryptedValues | format.ErrorFlags | format.TextSignatures | format.CallSignatures |
		format.RedactedThinking | format.ArgumentTexts | format.BrokenArguments | format.CustomMessages |
		format.DocumentID | format.RunState | format.Tools | format.LoneSurrogates |
		format.Models | format.ResponseIDs | format.Usages | format.StopReasons | format.ErrorMessages,
	Required: format.MessageID,
	Provider: format.AnyProvider,
}

// rules are what agents demand of a history: each call is followed by its
// result, unless the user interface still has to answer it, and no two calls
// have the same id.
var rules = format.Rules{AnswerCalls: true, OpenLast: true, UniqueIDs: true}
