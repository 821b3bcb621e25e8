// Package llamafactory reads and writes the rows of LLaMA-Factory's version 1: a
// conversation a row, or two of which one is better.
//
//	{"messages":[{"role":"user","content":[{"type":"text","value":"Hi."}],"loss_weight":0.0}],
//	 "tools":"[…]"}
//	{"chosen_messages":[…],"rejected_messages":[…]}
//
// The rule of the room: a message is a list of parts, and each part is a type and one
// string. Calls have no ids: a result answers the next call.
//
// A file is a list of rows, or JSON Lines. It is written as JSON Lines.
//
// The facts are those of the types and the demonstration data in the trainer's
// repository.
package llamafactory

import (
	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/training"
)

const family = "llamafactory"

var own = &record.Family{Name: family, Order: record.ByKey}

// Formats is the row.
func Formats() []format.Format {
	return training.DataSet(format.Format{
		Name:         family,
		About:        "LLaMA-Factory training data (v1): chats and pairs",
		Capabilities: holds,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	})
}

const mediaBlocks = format.ImageBlock | format.VideoBlock | format.AudioBlock

var holds = format.Capabilities{
	Reads:      format.Reads{Block: "type", Answer: "type", Result: "type", Entry: "role", Media: training.IsAddress},
	User:       format.TextBlock | mediaBlocks,
	Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: format.TextBlock | mediaBlocks,
	System:     format.TextBlock,
	Image:      format.DataSource | format.URLSource,
	Video:      format.DataSource | format.URLSource,
	Audio:      format.DataSource | format.URLSource,
	Thinking:   format.NoSignature,
	Features:   format.SystemPrompt | format.Tools | format.LocalFiles | format.Trees | format.BlockOrder,
}

// detect knows a row, or a list of rows, by the strings of its parts.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(
		"messages[].role & messages[].content[].value", "[].messages[].role & [].messages[].content[].value",
		"chosen_messages & rejected_messages", "[].chosen_messages & [].rejected_messages",
	))
}

// The hints. Each counts only as long as it says what the conversation says.
const (
	hintPrompt = "~prompt" // of a row: the message that is its system prompt
	hintValue  = "~value"  // of a call: the string that it was read from
)
