// Package text writes conversations as plain text for people at a terminal,
// and reads such text as well as it can.
//
//	User:
//	How warm is it in Oslo?
//
//	Assistant:
//	[thinking]
//	  I had better look it up.
//
//	-> weather(call_1) {"city":"Oslo"}
//
//	Tool weather(call_1):
//	  12 degrees
//
// The rule of the room: nothing is hidden, so the format holds only what it
// shows. All words of a user, a model or a tool are shown: texts as they are,
// reasoning and results indented by two spaces. A line of a text that looks
// like markup gets a backslash. A text has [text] above it if it comes right
// after another text or begins with white space.
package text

import (
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/view"
)

// Formats is text.
func Formats() []format.Format {
	return []format.Format{{
		Name:      "text",
		Family:    "text",
		About:     "plain text, as a terminal shows it",
		Unit:      format.SessionUnit,
		Brief:     true,
		Separator: "\n" + separator + "\n\n",
		Capabilities: format.Capabilities{
			Reads: format.NothingOwn(),
			User:  format.TextBlock, ToolResult: format.TextBlock, System: format.TextBlock,
			Assistant: format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
			Thinking:  format.NoSignature,
			Features: format.SystemPrompt | format.Developer | format.ErrorFlags | format.ToolNames |
				format.RedactedThinking | format.RedactedTexts | format.BlockOrder,
		},
		Reduce:  reduce,
		Options: view.Options(func(*format.Format) {}),
		Mention: mention,
		Decode:  decode,
		Write:   write,
	}}
}

// reduce leaves out what would control the terminal.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	out := *c
	fit.WithoutEscapes(&out, notes)
	return &out
}
