package session

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// Execution is the command that a user ran, from the message of a session,
// and whether a model sees it. The keys of two of its fields differ from
// format to format.
func Execution(raw conv.Raw, exitCode, excluded string) (x conv.Execution, shown bool) {
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
