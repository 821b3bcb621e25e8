// Package sharegpt reads and writes ShareGPT data, which open models are
// trained on: a conversation a row, whose turns are a role and a text.
//
//	{"conversations":[{"from":"human","value":"Hi."},{"from":"gpt","value":"Hello."}],
//	 "system":"Be brief.","tools":"[…]","images":["a.png"]}
//
// The rule of the room: a turn is one string. What else a message has is
// spelled in that string (calls as JSON, reasoning as <think>, media as
// <image>), or it is lost. Calls have no ids: reading numbers them.
//
// A file is a list of rows, or JSON Lines. It is written as JSON Lines.
//
// The facts are those of the documentation and the public sources of the
// trainers that read such rows, and of the rows that they publish.
//
// Start here to learn how a format is written: row.go is the JSON, read.go and
// write.go turn it into messages and back, calls.go and media.go are what is
// inside of a text, reduce.go is what only this format cannot hold.
package sharegpt

import (
	"strings"

	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/training"
)

const family = "sharegpt"

// own is the residue of the format: fields that convo does not know stay with
// their message under this name, in the order of their keys, and come back.
var own = &record.Family{Name: family, Order: record.ByKey}

// Formats is the row.
func Formats() []format.Format {
	return training.DataSet(format.Format{
		Name:         family,
		About:        "ShareGPT training data, a conversation a row",
		Capabilities: holds,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	})
}

// holds is what a row can carry. What is not in it is gone, with a note for
// the user, before write is called.
var holds = format.Capabilities{
	Reads:      format.Reads{Entry: "from role", Media: training.IsAddress},
	User:       format.TextBlock | mediaBlocks,
	Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock | format.OneString,
	ToolResult: format.TextBlock | mediaBlocks,
	System:     format.TextBlock | format.OneString,
	Image:      format.DataSource | format.URLSource,
	Video:      format.DataSource | format.URLSource,
	Audio:      format.DataSource | format.URLSource,
	Thinking:   format.NoSignature,
	Features:   format.SystemPrompt | format.DocumentID | format.Tools | format.LocalFiles | format.Trees,
}

const mediaBlocks = format.ImageBlock | format.VideoBlock | format.AudioBlock

// detect knows a row, or a list of rows, by its turns. Turns of role and
// content are many formats', but not in a list called conversations or so, nor
// beside media or a label, where no model is asked.
func detect(p *format.Probe) format.Grade {
	var marks []string
	for _, mark := range rowMarks {
		marks = append(marks, strings.ReplaceAll(mark, "@", ""), strings.ReplaceAll(mark, "@", "[]."))
	}
	return format.OwnIf(p.IsJSON() && p.Shows(marks...))
}

// rowMarks tell a row, which stands at @.
var rowMarks = [...]string{
	"@conversations[].from & @conversations[].value", "@conversation[].from & @conversation[].value",
	"@dialog[].from & @dialog[].value", "@items[].from & @items[].value", "@messages[].from & @messages[].value",
	"@conversations[].role & @conversations[].content", "@conversation[].role & @conversation[].content is string",
	"@dialog[].role & @dialog[].content is string", "@conversations[].role & @conversations[].value",
	"@messages[].role & @messages[].content & @images & no @model", "@messages[].role & @messages[].content & @videos & no @model",
	"@messages[].role & @messages[].content & @audios & no @model", "@messages[].role & @messages[].content & @label & no @model",
	"@messages[].role = tool_call|tool_response & @messages[].content is string & no @model",
}

// The hints. A hint is a residue key that begins with ~. It says how the row
// spelled what the neutral fields say, and counts only as long as they still
// say it: people edit conversations. It is never written as a field.
const (
	hintList   = "~list"   // of a row: the key of its turns
	hintKeys   = "~keys"   // of a row: the keys of a turn's role and text
	hintPrompt = "~prompt" // of a row: the turn that is its system prompt
	hintRole   = "~role"   // of a message: its role as it was written
	hintTags   = "~tags"   // of an answer or a result: the text of its turn; of a result: it is in the turn before
	hintValue  = "~value"  // of a call: the text that it was read from
	hintApart  = "~apart"  // of a call: it begins a turn, after one of other calls
)
