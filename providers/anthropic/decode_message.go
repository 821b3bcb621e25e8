package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// messages reads the messages of a request.
func (d *decoder) messages() []conv.Message {
	var list []conv.Message
	for i := range d.in.Elements {
		list = d.message(list, i)
	}
	return list
}

// message reads the wire message at an index and appends what it holds.
func (d *decoder) message(list []conv.Message, index int) []conv.Message {
	if !d.in.WantObject("a message") {
		return list
	}
	switch role := d.in.Tag("role"); role {
	case "user":
		return d.user(list, index)
	case "assistant":
		m := d.nodes().answers.New()
		record.Read(objects().assistant, d, m)
		return append(list, m)
	case "system":
		m := &conv.SystemMessage{Role: conv.RoleSystem}
		record.Read(objects().system, d, m)
		return append(list, m)
	case "":
		d.in.Refuse("a message without a role")
		return list
	default:
		return append(list, d.in.Custom(role))
	}
}

// user reads a user's wire message. Each tool result becomes a message, and so
// does each run of other blocks. The order stays.
func (d *decoder) user(list []conv.Message, index int) []conv.Message {
	begin, at, there := len(list), d.in.Offset(), false
	var wire conv.Node
	for key := range d.in.Fields {
		switch key {
		case "role":
			d.in.Same("user")
		case "content":
			there = true
			list = d.userContent(list)
		default:
			d.in.Keep(&wire, key)
		}
	}
	if !there {
		d.in.Fail(at, "message without content")
	}
	if len(list) == begin {
		list = append(list, d.nodes().users.New())
	}
	record.Gather(&d.in, list[begin:], index, at, &wire, wireKey)
	return list
}

// wireKey is where a tool result keeps the residue of the wire message that it
// begins.
const wireKey = "message"

func (d *decoder) userContent(list []conv.Message) []conv.Message {
	var run *conv.UserMessage
	add := func(b conv.UserContent) { run.Content = append(run.Content, b) }
	open := func() {
		if run == nil {
			run = d.nodes().users.New()
			d.in.SetOffset(&run.Node)
			list = append(list, run)
		}
	}
	d.content(
		func() { open(); add(d.plainText()) },
		func() {
			if d.in.Kind() == rawjson.Object && d.in.Tag("type") == "tool_result" {
				run = nil
				list = append(list, d.toolResult())
				return
			}
			open()
			add(d.inlineBlock())
		})
	return list
}

func (d *decoder) toolResult() *conv.ToolResultMessage {
	m := d.nodes().results.New()
	record.Read(objects().result, d, m)
	return m
}

func (d *decoder) resultContent(m *conv.ToolResultMessage) {
	if !d.in.IsNull() {
		m.Content = content(d, &d.nodes().returned, func() conv.ToolResultContent { return d.inlineBlock() })
	}
}

// isError reads the error flag. false is a hint, since absence means the same.
func (d *decoder) isError(m *conv.ToolResultMessage) {
	flag := d.in.OptBool()
	if m.IsError = flag != nil && *flag; flag != nil && !m.IsError {
		residue.SetHint(&m.Node, "is_error", "false")
	}
}
