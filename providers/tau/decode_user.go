package tau

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// userSide parts the contents of a user's or a tool's message: each result is
// a message, and what stands between results is what the user says. It is nil
// where a tool says nothing.
func (d *decoder) userSide(m *wire) []conv.Message {
	var list []conv.Message
	var said *conv.UserMessage
	d.contents(m, func(typ string) {
		if typ == "tool_result" {
			list, said = append(list, d.result()), nil
			return
		}
		if said == nil {
			said = &conv.UserMessage{Content: []conv.UserContent{}}
			said.PlaceAt(d.Offset())
			list = append(list, said)
		}
		said.Content = append(said.Content, blocksOf[conv.UserContent](d, typ)...)
	})
	if len(list) == 0 {
		if m.role == "tool" {
			return nil
		}
		u := &conv.UserMessage{Meta: conv.Meta{Node: m.Node}, Content: []conv.UserContent{}}
		return []conv.Message{u}
	}
	d.markWire(m, list)
	return list
}

// markWire gives the first message what the message on the wire had: its
// unknown members, and its role if it does not look it.
func (d *decoder) markWire(m *wire, list []conv.Message) {
	meta := conv.MetaOf(list[0])
	_, result := list[0].(*conv.ToolResultMessage)
	for _, x := range m.Extensions.Of(family) {
		key := x.Key
		if result && !strings.HasPrefix(key, "~~") {
			key = messagePrefix + key
		}
		meta.Extensions.Set(family, key, x.Value)
	}
	meta.PlaceAt(m.start)
	if m.role != wireRole(list) {
		meta.Extensions.Set(family, hintWire, rawjson.Quoted(m.role))
	}
}

// wireRole is the role that messages of one group look like: a tool's, unless
// the user says something.
func wireRole(list []conv.Message) string {
	for _, x := range list {
		if _, ok := x.(*conv.UserMessage); ok {
			return "user"
		}
	}
	return "tool"
}

// result reads the result of one call.
func (d *decoder) result() *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{Content: []conv.ToolResultContent{}}
	m.PlaceAt(d.Offset())
	absent := plainly{"is_error": true, "metadata": true, "terminate": true, "content": true}
	unnamed := false
	var media []conv.ToolResultContent
	var all []conv.ToolResultContent
	for key := range d.Fields {
		delete(absent, key)
		switch key {
		case "type":
			d.Skip()
		case "id":
			m.ToolCallID = d.Str()
		case "content":
			absent[key] = d.Kind() == rawjson.Null
			t := &conv.TextContent{}
			t.PlaceAt(d.Offset())
			if t.Text = d.Text(&t.Node); t.Text != "" {
				m.Content = append(m.Content, t)
			}
		case "is_error":
			m.IsError = d.Bool()
		case "metadata":
			if m.Details = d.Raw(); m.Details == "null" {
				absent[key] = true
			}
			if m.Details == "null" || m.Details == "{}" {
				m.Details = ""
			}
		case "terminate":
			m.Terminate = d.Bool()
		case "tool_name":
			m.ToolName = d.Str()
			unnamed = m.ToolName == ""
		case "image", "audio", "video":
			if d.Kind() == rawjson.Null {
				d.Skip()
				continue
			}
			media = append(media, blocksOf[conv.ToolResultContent](d, key)...)
		case keyContents:
			for range d.Elements {
				all = append(all, blocksOf[conv.ToolResultContent](d, d.member("type"))...)
			}
		case "terminate_message":
			d.KeepQuietly(&m.Node, key)
		default:
			d.Keep(&m.Node, key)
		}
	}
	absent.note(&m.Node)
	if unnamed {
		m.Extensions.Set(family, "~tool_name", `""`)
	}
	if m.Content = append(m.Content, media...); all != nil {
		m.Content = all
	}
	return m
}

// plainly is the members that Tau always writes and that were not there.
type plainly map[string]bool

// note notes them at a node.
func (p plainly) note(n *conv.Node) {
	for _, key := range [...]string{"content", "is_error", "metadata", "terminate", "signature", "args"} {
		if p[key] {
			n.Extensions.Set(family, "~-"+key, "true")
		}
	}
}

// wasSaid reports whether a member that says nothing is to be written.
func wasSaid(n *conv.Node, key string) bool { return n.Extensions.Get(family, "~-"+key) == "" }
