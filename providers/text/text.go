// Package text writes conversations as plain text for people, as they want to
// see them on a terminal, and reads such text as well as it can.
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
// The rule of the room: nothing is hidden, so that what cannot be shown is not
// held. What a model, a tool or a user said stands there whole: texts as they
// are, reasoning and results two blanks further in. A line of a text that
// looks like one of ours has a backslash before it, and a text that would run
// into the one before it, or begins with white space, has [text] above it.
package text

import "convo/conv"

// Formats is text.
func Formats() []conv.Format {
	return []conv.Format{{
		Name:    "text",
		Family:  "text",
		About:   "plain text, as a terminal shows it",
		Unit:    conv.SessionUnit,
		Brief:   true,
		Between: "\n" + separator + "\n\n",
		Holds: conv.Holds{
			User: conv.TextBlock, ToolResult: conv.TextBlock, System: conv.TextBlock,
			Assistant: conv.TextBlock | conv.ThinkingBlock | conv.ToolCallBlock,
			Thinking:  conv.NoSignature,
			Features: conv.Mentions | conv.SystemPrompt | conv.Developer | conv.ErrorFlags | conv.ToolNames |
				conv.RedactedThinking | conv.RedactedTexts | conv.BlockOrder,
		},
		Decode: decode,
		Write:  write,
	}}
}
