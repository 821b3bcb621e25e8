// Package aider reads the chat history of aider, .aider.chat.history.md: Markdown
// to which every run is appended.
//
//	# aider chat started at 2026-03-01 08:00:00
//
//	#### When is high water?
//
//	At 14:20.
//
//	> Tokens: 1.2k sent, 30 received.
//
// The rule of the room: each run is a conversation. A line that begins with ####
// is of the user, one that begins with > is output of aider, which no model sees,
// and every other one is of the model. What aider wrote so ends in two spaces: where it
// does, a heading or a quote of the model without them is no such line. Else an answer that
// has such lines itself is split at them.
//
// The facts are those of aider's public sources: io.py, utils.py, commands.py.
package aider

import "convo/conv/format"

const family = "aider"

// Formats is the history, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "chat history of aider",
		Unit:   format.SessionUnit,
		Detect: func(p *format.Probe) format.Grade { return format.OwnIf(p.Shows(`"` + started)) },
		Decode: decode,
	}}
}

// started begins the line that begins a run. The time after it has no zone.
const started = "# aider chat started at "
