package claudecode

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// isSent reports whether a message is one of the user or the model.
func isSent(m conv.Message) bool {
	_, answer := m.(*conv.AssistantMessage)
	return answer || isSpoken(m)
}

// plainLine writes the line of a message of another program: what [chain.plain]
// says, without a template of its own for each message.
func (x *writer) plainLine(i int) {
	p := &x.plans[i]
	list := x.list[i : i+p.n]
	e := x.envelope(x.list, i, 0)
	e.uuid = p.uuids[0]
	x.settleDue(true)
	x.BeginObject()
	for _, f := range x.plainFields(list[0]) {
		switch {
		case f.Key == "message":
			x.Key(f.Key)
			writeWire(x.Writer, list, i)
		case isSaid(f.Key):
			x.OptRaw(f.Key, x.value(f.Key, f.Value, e))
		default:
			x.OptRaw(f.Key, f.Value)
		}
	}
	x.EndObject()
	x.Text("\n")
	x.passedLine(e.uuid)
}

// plainFields returns the fields of a plain line of a message.
func (x *writer) plainFields(m conv.Message) []rawjson.Member {
	at := 0 // a user's
	switch m := m.(type) {
	case *conv.AssistantMessage:
		at = 1
	case *conv.UserMessage:
		if m.Injected && !isInjected(textOf(m)) {
			at = 2
		}
	}
	if x.cwd != "" {
		at += 3
	}
	if x.plainLines[at] == nil {
		for key, v := range x.plain([]conv.Message{m}, nil)[0].Fields {
			x.plainLines[at] = append(x.plainLines[at], rawjson.Member{Key: key, Value: v})
		}
	}
	return x.plainLines[at]
}
