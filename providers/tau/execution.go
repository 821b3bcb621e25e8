package tau

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// execution reads a command that the user ran. It becomes a message of the
// user, unless it is excluded from the context of the model.
func (d *decoder) execution() []conv.Message {
	d.Rewind(d.head.start)
	raw := d.Raw()
	x, shown := execution(raw)
	if !shown {
		return d.raw("terminal_execution")
	}
	u := conv.UserText(x.Text())
	u.PlaceAt(d.head.start)
	residue.Set(&u.Node, hintCommand, raw)
	return []conv.Message{u}
}

// execution is the command of a message, and whether the model sees it.
func execution(raw conv.Raw) (x conv.Execution, shown bool) {
	c := rawjson.NewCursor([]byte(raw))
	shown = true
	for key := range c.Fields {
		switch key {
		case "command":
			x.Command = c.StrOnly()
		case "output":
			x.Output = c.StrOnly()
		case "exit_code":
			if c.Kind() == rawjson.Num {
				x.ExitCode = c.Number()
			}
		case "cancelled":
			x.Cancelled = c.BoolOnly()
		case "exclude":
			shown = !c.BoolOnly()
		}
	}
	return x, shown
}
