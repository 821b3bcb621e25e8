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

import "convo/conv"

const family = "ag-ui"

// The ids of a thread without an id and, with its number, of a run without
// one.
const (
	defaultThread = "thread"
	defaultRun    = "run_"
)

// Formats are messages at rest and the events of runs.
func Formats() []conv.Format {
	return []conv.Format{
		{
			Name:    "ag-ui",
			Family:  family,
			About:   "AG-UI messages, snapshot or run input",
			Holds:   holds,
			Reduce:  reduceDocument,
			Rules:   rules,
			Detect:  detectDocument,
			Decode:  decodeDocument,
			Write:   writeDocument,
			Shape:   documentShape,
			Lint:    lintRules,
			Options: []conv.Option{encryptedOption, snakeOption},
		},
		{
			Name:    "ag-ui-events",
			Family:  family,
			About:   "AG-UI event stream",
			Unit:    conv.StreamUnit,
			Holds:   holds,
			Reduce:  reduce,
			Rules:   rules,
			Detect:  detectStream,
			Decode:  decodeStream,
			Write:   writeStream,
			Shape:   eventShape,
			Lint:    lintRules,
			Texts:   eventTexts,
			Events:  streamEvents,
			Emit:    emit,
			Options: []conv.Option{encryptedOption, snakeOption},
		},
		linesFormat(),
	}
}

const (
	mediaBlocks  = conv.ImageBlock | conv.AudioBlock | conv.VideoBlock | conv.DocumentBlock
	mediaSources = conv.DataSource | conv.URLSource | conv.FileSource | conv.MediaType | conv.MediaName
)

const hasType conv.OwnJSON = "type"

// holds is what messages carry, at rest or streamed.
var holds = conv.Holds{
	Reads:      conv.Reads{Block: hasType, Answer: hasType, Result: hasType},
	User:       conv.TextBlock | mediaBlocks,
	Assistant:  conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock | conv.OneString,
	ToolResult: conv.TextBlock | mediaBlocks,
	System:     conv.TextBlock | conv.OneString,
	Image:      mediaSources, Audio: mediaSources, Video: mediaSources, Document: mediaSources,
	Features: conv.Developer | conv.SystemPrompt | conv.MessageID | conv.SpeakerName |
		conv.EncryptedValues | conv.ErrorFlags | conv.TextSignatures | conv.CallSignatures |
		conv.RedactedThinking | conv.ArgumentTexts | conv.BrokenArguments | conv.CustomMessages |
		conv.DocumentID | conv.RunState | conv.Tools | conv.LoneSurrogates |
		conv.Models | conv.ResponseIDs | conv.Usages | conv.StopReasons | conv.ErrorMessages,
	Demands:  conv.MessageID,
	Provider: conv.AnyProvider,
}

// rules are what agents demand of a history: each call is followed by its
// result, unless the user interface still has to answer it, and no two calls
// have the same id.
var rules = conv.Rules{AnswerCalls: true, OpenLast: true, UniqueIDs: true}
