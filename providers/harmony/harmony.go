// Package harmony reads and writes the text that gpt-oss models are trained on, as the
// harmony renderer makes it of a conversation.
//
//	<|start|>user<|message|>High water?<|end|>
//	<|start|>assistant<|channel|>analysis<|message|>Ostend, I think.<|end|>
//	<|start|>assistant<|channel|>commentary to=functions.get_tide <|constrain|>json<|message|>{"port":"Ostend"}<|call|>
//	<|start|>functions.get_tide to=assistant<|channel|>commentary<|message|>14:20<|end|>
//	<|start|>assistant<|channel|>final<|message|>At 14:20.<|return|>
//
// The rule of the room: a turn is a block of a message, or a message that has one. What
// stands around its text is its frame, which is kept as a hint if write would choose
// another one. The turns of an answer are one message, up to one in the channel final.
// The instructions of the developer are the system prompt. The system message is
// of the renderer, and stays what it is. A text that has a special token itself gets
// brackets instead, with a note.
//
// A file has several conversations if <|endoftext|> stands between them.
//
// The facts are those of the documentation of the format, and of the public source of
// the renderer.
package harmony

import (
	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/training"
)

const family = "harmony"

var own = &record.Family{Name: family}

// Formats is the text.
func Formats() []format.Format {
	return []format.Format{{
		Name:      family,
		Family:    family,
		About:     "harmony text, as gpt-oss models get it",
		Unit:      format.SessionUnit,
		Separator: training.EndOfText + "\n",
		Capabilities: format.Capabilities{
			Reads:      format.Reads{Block: format.NoJSON, Answer: format.NoJSON, Result: format.NoJSON, Entry: "frame"},
			User:       format.TextBlock | format.OneString,
			Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
			ToolResult: format.TextBlock | format.OneString,
			System:     format.TextBlock | format.OneString,
			Thinking:   format.NoSignature,
			Features: format.SystemPrompt | format.Developer | format.SpeakerName | format.Tools | format.ToolNames |
				format.BlockOrder | format.CallKinds,
			Required: format.ToolNames,
		},
		Rules:   format.Rules{AnswerCalls: true, OpenLast: true, OrderResults: true}, // results of a tool name no call
		History: format.SpokenHistory,
		Detect:  func(p *format.Probe) format.Grade { return format.OwnIf(p.Shows(`"`+start, `"`+channel)) },
		Decode:  decode,
		Reduce:  reduce,
		Write:   write,
	}}
}

// The special tokens.
const (
	start     = "<|start|>"
	channel   = "<|channel|>"
	constrain = "<|constrain|>"
	message   = "<|message|>"
	end       = "<|end|>"
	call      = "<|call|>"   // ends a call
	finished  = "<|return|>" // ends an answer that was not yet part of a history
)

var marked = &training.Marked{
	Family: family,
	Tokens: []string{start, message, channel, constrain, end, call, finished, training.EndOfText},
}

// The hints. Each is how a turn was written, if write would do it in another way.
const (
	hintFrame = "~frame" // of a message or a block: all of its turn but the text
	hintText  = "~text"  // of a call or the system prompt: its text
	hintOpen  = "~open"  // of a conversation: a turn without text that ends it
)

// systemMessage is the residue, of a conversation, with the text of its first turn, if
// the renderer wrote it: model, dates, effort, channels.
const systemMessage = "system_message"
