// Package hfmessages reads and writes the data sets of Hugging Face's trainers (TRL): a
// conversation a row, in columns of messages.
//
//	{"messages":[{"role":"user","content":"Hi."},{"role":"assistant","content":"Hello."}]}
//	{"prompt":[…],"completion":[…],"label":true}
//	{"prompt":"High tide?","chosen":" At noon.","rejected":" Never."}
//
// The rule of the room: its rows carry messages and tools of Chat Completions, but for
// arguments, which are objects, and images, which have a column of their own. A
// reasoning field has the usual name in the model; where it stood is a hint.
//
// A file is a list of rows, or JSON Lines. It is written as JSON Lines.
//
// The facts are those of TRL's documentation of data set formats and of the chat
// templates of models.
package hfmessages

import (
	"convo/conv/format"
	"convo/conv/training"
	"convo/providers/openaichat"
)

const family = "hf-messages"

// Formats is the row.
func Formats() []format.Format {
	host := openaichat.Formats()[0]
	return []format.Format{{
		Name:         family,
		Family:       host.Family,
		About:        "Hugging Face training data (TRL): chats and pairs",
		Lists:        true,
		Capabilities: holds(host.Capabilities),
		Rules:        format.Rules{OpenLast: true}, // so that servers get results for open calls
		Reduce:       reduce,
		History:      format.SpokenHistory,
		Detect:       detect,
		Decode:       decode,
		Branches:     training.Branches(decode),
		Write:        write,
	}}
}

func holds(h format.Capabilities) format.Capabilities {
	h.GuestFamily = training.Family
	h.Params = 0
	h.Reads.Media = training.IsAddress
	h.Answered = nil
	h.Thinking, h.Signed = format.FreeSignature, format.IsReasoningField
	h.Features |= format.Trees | format.ToolNames | format.LocalFiles
	h.Required |= format.ToolNames
	return h
}

// detect knows a row, or a list of rows, by its columns, and messages by what only
// templates of chats take. Messages alone could be anybody's.
func detect(p *format.Probe) format.Grade {
	if !p.IsJSON() {
		return format.No
	}
	var marks []string
	for _, row := range []string{"", "[]."} {
		for _, mark := range rowMarks {
			marks = append(marks, row+mark[0]+" & "+row+mark[1]+" & no "+row+"model & no "+row+"instruction & no "+row+"conversations")
		}
	}
	return format.OwnIf(p.Shows(marks...))
}

var rowMarks = [][2]string{
	{"prompt[].role", "prompt[].content"},
	{"prompt is string", "completion is string"},
	{"prompt is string", "completions is array"},
	{"chosen[].role", "rejected[].role"},
	{"chosen is string", "rejected is string"},
	{"messages[].role", "chat_template_kwargs"},
	{"messages[].role", "tools is string"},
	{"messages[].role", "messages[].thinking is string"},
	{"messages[].role", "messages[].tool_calls[].function.arguments is object"},
	{"images", "messages[].content[].type = image"},
}

// The hints, of the family training.
const (
	hintColumns = "~columns" // of a row: what it is beside messages: prompt, completion or chosen
	hintNamed   = "~named"   // of a row of texts: the column that its prompt was
	hintTexts   = "~texts"   // of a row: its columns are strings
	hintIDs     = "~ids"     // of a row: what has no ids: all, or only the results
	hintTools   = "~tools"   // of a row: the string that its tools were
	hintField   = "~field"   // of reasoning: it had the field thinking
	hintEntry   = "~entry"   // of an image: its entry in the column images
	hintPart    = "~part"    // of an image: its part in the message
)
