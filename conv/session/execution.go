package session

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// ReadExecution is the command that a user ran, from the message of a session,
// and whether a model sees it. The keys of two of its fields differ from
// format to format.
func ReadExecution(raw conv.Raw, exitCode, excluded string) (x Execution, shown bool) {
	c := rawjson.NewCursor([]byte(raw))
	shown = true
	for key := range c.Fields {
		switch key {
		case "command":
			x.Command = c.StrOnly()
		case "output":
			x.Output = c.StrOnly()
		case exitCode:
			if c.Kind() == rawjson.Num {
				x.ExitCode = c.Number()
			}
		case "cancelled":
			x.Cancelled = c.BoolOnly()
		case "truncated":
			x.Truncated = c.BoolOnly()
		case "fullOutputPath":
			x.FullOutputPath = c.StrOnly()
		case excluded:
			shown = !c.BoolOnly()
		}
	}
	return x, shown
}

// ReadExecution is a command that a user ran next to the conversation, as some agents
// record it.
type Execution struct {
	Command, Output      string
	ExitCode             conv.Number // "" if it was stopped
	Cancelled, Truncated bool
	FullOutputPath       string // path of the full output, if Output is truncated
}

// Text returns the command as the user text that a model sees.
func (x *Execution) Text() string {
	text := "Ran `" + x.Command + "`\n"
	if x.Output == "" {
		text += "(no output)"
	} else {
		text += "```\n" + x.Output + "\n```"
	}
	switch {
	case x.Cancelled:
		text += "\n\n(command cancelled)"
	case x.ExitCode != "" && x.ExitCode != "0":
		text += "\n\nCommand exited with code " + string(x.ExitCode)
	}
	if x.Truncated && x.FullOutputPath != "" {
		text += "\n\n[Output truncated. Full output: " + x.FullOutputPath + "]"
	}
	return text
}
