// Package aisdkui reads messages of AI SDK UI, versions 4 to 7: what useChat sends, a
// list of messages, or one. It writes those of version 5 and later.
//
//	{"id":"chat1","messages":[{"id":"m2","role":"assistant","parts":[{"type":"step-start"},
//	 {"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{…},"output":"14:20"},
//	 {"type":"step-start"},{"type":"text","text":"At 14:20."}]}]}
//
// The rule of the room: a message of an assistant is all that it did until the user's
// turn came. A step is one answer, and what came of its calls are results after it.
// They are one group, and only the first has the id and the time of the message.
// Python spells the same fields in snake case.
//
// The facts are those of the public sources of the packages ai and pydantic-ai.
package aisdkui

import "convo/conv/format"

const family = "ai-sdk-ui"

// Formats are the messages, and the stream of one, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		About:        "messages of AI SDK UI",
		Capabilities: holds,
		Rules:        rules,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}, streamFormat(), modelFormat()}
}

// holds is what a message and its parts can carry. A time is in the metadata, where the
// documentation of the SDK has it.
var holds = format.Capabilities{
	Reads:      format.Reads{Block: format.AnyObject, Answer: format.AnyObject, Result: format.NoJSON, Entry: "role"},
	User:       format.TextBlock | format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock,
	Assistant:  format.TextBlock | format.ImageBlock | format.AudioBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock | format.OneString,
	System:     format.TextBlock,
	Image:      sources,
	Audio:      sources,
	Video:      sources,
	Document:   sources,
	Thinking:   format.FreeSignature, Signed: signed,
	Features: format.SystemPrompt | format.DocumentID | format.MessageID | format.Timestamps | format.Milliseconds |
		format.Groups | format.GroupNames | format.ErrorFlags | format.ToolNames | format.BlockOrder | format.BrokenArguments | format.RedactedThinking,
	Required: format.ToolNames,
}

const sources = format.DataSource | format.URLSource | format.MediaName | format.MediaType

// rules are those of the prompts that the SDK makes of messages: it throws
// MissingToolResultsError. Only messages of assistants may be empty.
var rules = format.Rules{AnswerCalls: true, OpenLast: true, OrderResults: true, FullMessages: true}

// The hints.
const (
	hintBody    = "~body"    // of a conversation: it was an object with nothing but messages
	hintNoID    = "~-id"     // of a message: it had no id
	hintNoStep  = "~-step"   // of an answer: nothing marked that its step began
	hintState   = "~state"   // of a part: its state, where another is usual; "" is none
	hintDynamic = "~dynamic" // of a call: it was a dynamic-tool
	hintInput   = "~input"   // of a call: a list with its input, if that was not an object
	hintOutput  = "~output"  // of a result: json, or null for an output that said nothing
	hintURL     = "~url"     // of a file: how its data URL was spelled
)

// detect knows parts by their types, and what version 4 had in their place.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"[].role & [].parts[].type", "messages[].role & messages[].parts[].type", "role & parts[].type",
		"[].toolInvocations", "messages[].toolInvocations", "messages[].experimental_attachments",
	))
}
