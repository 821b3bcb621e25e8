// Package chatml reads and writes ChatML, the text that a chat template makes of a
// conversation before a tokenizer gets it.
//
//	<|im_start|>user
//	High water?<|im_end|>
//	<|im_start|>assistant
//	At 14:20.<|im_end|>
//
// The rule of the room: a turn is one string between two special tokens. Calls,
// results and tools are spelled in it as the templates of Hermes and Qwen do:
// <tool_call>, <tool_response> and <tools>. Reasoning is <think>. A turn that is
// written in another way is read all the same, and keeps its text as a hint. A text
// that has a special token itself gets brackets instead, with a note.
//
// A file has several conversations if <|endoftext|> stands between them.
//
// The facts are those of OpenAI's first description of the format, and of the public
// chat templates of models.
package chatml

import (
	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/training"
)

const family = "chatml"

var own = &record.Family{Name: family}

// Formats is the text.
func Formats() []format.Format {
	return []format.Format{{
		Name:      family,
		Family:    family,
		About:     "ChatML text, as models with its template get it",
		Unit:      format.SessionUnit,
		Separator: training.EndOfText + "\n",
		Capabilities: format.Capabilities{
			Reads:      format.Reads{Block: format.NoJSON, Answer: format.NoJSON, Result: format.NoJSON, Entry: "role"},
			User:       format.TextBlock | format.OneString,
			Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock | format.OneString,
			ToolResult: format.TextBlock | format.OneString,
			System:     format.TextBlock | format.OneString,
			Thinking:   format.NoSignature,
			Features:   format.SystemPrompt | format.Developer | format.SpeakerName | format.Tools,
		},
		Rules:   format.Rules{AnswerCalls: true, OpenLast: true, OrderResults: true}, // a result names no call
		History: format.SpokenHistory,
		Detect:  func(p *format.Probe) format.Grade { return format.OwnIf(p.Shows(`"` + begin)) },
		Decode:  decode,
		Reduce:  reduce,
		Write:   write,
	}}
}

// The special tokens.
const (
	begin = "<|im_start|>"
	end   = "<|im_end|>"
)

// The tags in a text.
const (
	thinkBegin = "<think>"
	thinkEnd   = "</think>"
	toolsTag   = "<tools>"
)

var marked = &training.Marked{
	Family: family,
	Spaced: true,
	Tokens: []string{begin, end, training.EndOfText},
	Tags:   []string{thinkBegin, thinkEnd, training.CallBegin, training.CallEnd, training.ResultBegin, training.ResultEnd, toolsTag},
}

// The hints. Each is how a turn was written, if write would do it in another way.
const (
	hintText   = "~text"   // of a message or the system prompt: its text
	hintHeader = "~header" // of a message: the line that begins its turn
	hintBare   = "~bare"   // of a result: no tags are around it
	hintOpen   = "~open"   // of a message: its turn does not end; of a conversation: the line of a turn without text
)
