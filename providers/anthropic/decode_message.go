package anthropic

import (
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
)

// messages reads the messages of a request.
func (d decoder) messages() []conv.Message {
	var list []conv.Message
	for i := range d.Elements {
		list = d.message(list, i)
	}
	return list
}

// message reads the wire message at an index and appends what it holds.
func (d decoder) message(list []conv.Message, index int) []conv.Message {
	if !d.wantObject("a message") {
		return list
	}
	switch role := d.tag("role"); role {
	case "user":
		return d.user(list, index)
	case "assistant":
		return append(list, d.assistant())
	case "system":
		return append(list, d.system())
	case "":
		d.Refuse("a message without a role")
		return list
	default:
		return append(list, d.custom(role))
	}
}

// custom reads a message of a role that the API does not have.
func (d decoder) custom(role string) *conv.CustomMessage {
	m := &conv.CustomMessage{CustomType: customPrefix + role}
	d.place(&m.Node)
	d.Notes.Unknown(m.Offset(), "role", role)
	m.Data = d.Raw()
	return m
}

// customPrefix comes before the role in the CustomType of an unknown role.
const customPrefix = family + "."

// content reads a string or a list of blocks. Each calls plain or block.
func (d decoder) content(plain, block func()) {
	switch k := d.Kind(); k {
	case rawjson.String:
		plain()
	case rawjson.Array:
		for range d.Elements {
			block()
		}
	case rawjson.Invalid:
		d.Skip()
	default:
		d.Fail(d.Offset(), "want content as a string or an array, got %s", k)
	}
}

func (d decoder) assistant() *conv.AssistantMessage {
	m := &conv.AssistantMessage{}
	d.place(&m.Node)
	there := false
	for key := range d.Fields {
		switch key {
		case "role":
			d.same("assistant")
		case "content":
			there = true
			m.Content = nil
			d.content(
				func() { m.Content = append(m.Content, d.plainText()) },
				func() { m.Content = append(m.Content, d.assistantBlock()) })
		default:
			d.Keep(&m.Node, key)
		}
	}
	d.needContent(there, m.Offset())
	return m
}

func (d decoder) system() *conv.SystemMessage {
	m := &conv.SystemMessage{Role: conv.RoleSystem}
	d.place(&m.Node)
	there := false
	for key := range d.Fields {
		switch key {
		case "role":
			d.same("system")
		case "content":
			there = true
			m.Content = nil
			d.content(
				func() { m.Content = append(m.Content, d.plainText()) },
				func() { m.Content = append(m.Content, d.systemBlock()) })
		case "clear_at", "output_config", "cache_control":
			d.known(&m.Node, key)
		default:
			d.Keep(&m.Node, key)
		}
	}
	d.needContent(there, m.Offset())
	return m
}

func (d decoder) needContent(there bool, offset int) {
	if !there {
		d.Fail(offset, "message without content")
	}
}

// user reads a user's wire message: one message for each tool result and one
// for each run of other blocks, in their order.
func (d decoder) user(list []conv.Message, index int) []conv.Message {
	begin, at, there := len(list), d.Offset(), false
	var wire conv.Node
	for key := range d.Fields {
		switch key {
		case "role":
			d.same("user")
		case "content":
			there = true
			list = d.userContent(list[:begin])
		default:
			d.Keep(&wire, key)
		}
	}
	d.needContent(there, at)
	if len(list) == begin {
		list = append(list, &conv.UserMessage{})
	}
	if first, ok := list[begin].(*conv.UserMessage); ok {
		first.Extensions = wire.Extensions
		if !d.streamed {
			first.PlaceAt(at)
		}
	} else if wire.Extensions != nil {
		result := list[begin].(*conv.ToolResultMessage)
		result.Extensions.Set(family, wireKey, object(wire.Extensions.Of(family)))
	}
	if len(list)-begin > 1 {
		setGroup(list[begin:], strconv.Itoa(index))
	}
	return list
}

// wireKey is the residue of a tool result that belongs to the wire message
// that it begins.
const wireKey = "message"

// object is the JSON object of members.
func object(members []conv.Member) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, m := range members {
		w.Key(m.Key)
		w.Raw(m.Value)
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

func setGroup(list []conv.Message, group string) {
	for _, m := range list {
		switch m := m.(type) {
		case *conv.UserMessage:
			m.Group = group
		case *conv.ToolResultMessage:
			m.Group = group
		}
	}
}

func (d decoder) userContent(list []conv.Message) []conv.Message {
	var run *conv.UserMessage
	add := func(b conv.UserContent) { run.Content = append(run.Content, b) }
	open := func() {
		if run == nil {
			run = &conv.UserMessage{}
			d.place(&run.Node)
			list = append(list, run)
		}
	}
	d.content(
		func() { open(); add(d.plainText()) },
		func() {
			if d.Kind() == rawjson.Object && d.tag("type") == "tool_result" {
				run = nil
				list = append(list, d.toolResult())
				return
			}
			open()
			add(d.inlineBlock())
		})
	return list
}

func (d decoder) toolResult() *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{}
	d.place(&m.Node)
	there := false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("tool_result")
		case "tool_use_id":
			m.ToolCallID = d.Str()
		case "content":
			m.Content = nil
			if there = !d.isNull(); !there {
				continue
			}
			d.content(
				func() { m.Content = append(m.Content, d.plainText()) },
				func() { m.Content = append(m.Content, d.inlineBlock()) })
		case "is_error":
			d.isError(m)
		case "cache_control", "toolset_name":
			d.known(&m.Node, key)
		default:
			d.Keep(&m.Node, key)
		}
	}
	if !there {
		m.Extensions.Set(family, "~content", "null")
	}
	return m
}

// isError reads the error flag. False, which is also what absence means,
// is a hint.
func (d decoder) isError(m *conv.ToolResultMessage) {
	forget(&m.Node, "is_error")
	m.IsError = false
	flag := d.OptBool()
	if flag == nil {
		return
	}
	if m.IsError = *flag; !m.IsError {
		m.Extensions.Set(family, "~is_error", "false")
	}
}
