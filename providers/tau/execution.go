package tau

import (
	"convo/conv"
	"convo/conv/session"
)

// execution reads a command that the user ran. It becomes a message of the
// user, unless it is excluded from the context of the model.
func (d *decoder) execution() []conv.Message {
	d.in.Rewind(d.head.start)
	raw := d.in.Raw()
	x, shown := execution(raw)
	if !shown {
		return d.raw("terminal_execution")
	}
	u := conv.UserText(x.Text())
	u.SetOffset(d.head.start)
	residue.Set(&u.Node, hintCommand, raw)
	return []conv.Message{u}
}

func execution(raw conv.Raw) (x session.Execution, shown bool) {
	return session.ReadExecution(raw, "exit_code", "exclude")
}
