package tau

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// userSide is a message of a user or a tool, and the messages that it is in
// the neutral model.
type userSide struct {
	conv.Node
	messages []conv.Message
}

func userRecord() *record.Record[*decoder, *userSide] {
	r := message("user", func(m *userSide) *conv.Node { return &m.Node })
	record.Field(r, "contents", passContents[*userSide], func(w *rawjson.Writer, m *userSide) {
		w.ArrayField("contents")
		for _, x := range m.messages {
			switch x := x.(type) {
			case *conv.UserMessage:
				writeBlocks(w, x.Content)
			case *conv.ToolResultMessage:
				record.Write(objects().result, w, &result{ToolResultMessage: x})
			}
		}
		w.EndArray()
	})
	record.Usual(r, func(m *userSide) bool {
		x, ok := m.messages[0].(*conv.UserMessage)
		return ok && len(m.messages) == 1 && len(x.Content) == 0
	})
	record.Field(r, keyParts, func(d *decoder, _ *userSide) { d.head.parts = d.in.Raw() }, writeParts)
	return r
}

// userSide splits the contents of a user's or a tool's message: each result is
// a message, and what stands between results is a message of the user.
func (d *decoder) userSide() (list []conv.Message) {
	var said *conv.UserMessage
	d.eachContent(func(typ string) {
		if typ == "tool_result" {
			list, said = append(list, d.result()), nil
			return
		}
		if said == nil {
			said = &conv.UserMessage{Content: []conv.UserContent{}}
			said.SetOffset(d.in.Offset())
			list = append(list, said)
		}
		said.Content = appendBlocks(d, said.Content, typ)
	})
	return list
}

// mark gives the first message the unknown fields of the message that was
// read, and its role if it is not that of its contents. It returns nil if a
// tool's message is empty.
func (d *decoder) mark(m *userSide, role string, list []conv.Message) []conv.Message {
	switch {
	case len(list) > 0:
	case role == "user":
		return []conv.Message{&conv.UserMessage{Meta: conv.Meta{Node: m.Node}, Content: []conv.UserContent{}}}
	default:
		return nil
	}
	meta := conv.MetaOf(list[0])
	_, isResult := list[0].(*conv.ToolResultMessage)
	for _, x := range residue.Of(&m.Node) {
		key := x.Key
		if isResult && !strings.HasPrefix(key, "~~") {
			key = messagePrefix + key
		}
		residue.Set(&meta.Node, key, x.Value)
	}
	meta.SetOffset(d.head.start)
	if role != wireRole(list) {
		residue.Set(&meta.Node, hintWire, rawjson.Quoted(role))
	}
	return list
}

// wireRole is the role of messages of one group: a tool's, unless the user
// says something.
func wireRole(list []conv.Message) string {
	for _, x := range list {
		if _, ok := x.(*conv.UserMessage); ok {
			return "user"
		}
	}
	return "tool"
}

// userSide writes messages of one group as one message.
func (s *writer) userSide(list []conv.Message) {
	first := conv.MetaOf(list[0])
	role := wireRole(list)
	if said := residue.Get(&first.Node, hintWire).Text(); said == "user" || said == "tool" {
		role = said
	}
	m := &userSide{Node: first.Node, messages: list}
	if _, ok := list[0].(*conv.ToolResultMessage); ok {
		m.Node = conv.Node{}
		for _, x := range residue.Of(&first.Node) {
			if key, ok := strings.CutPrefix(x.Key, messagePrefix); ok {
				residue.Set(&m.Node, key, x.Value)
			}
		}
	}
	writeMessage(s, objects().user, m, first, role)
}

// writeParts writes the ids and times of messages that become one, if they
// are not those of the first.
func writeParts(w *rawjson.Writer, m *userSide) {
	first := conv.MetaOf(m.messages[0])
	if !slices.ContainsFunc(m.messages[1:], func(m conv.Message) bool {
		meta := conv.MetaOf(m)
		return meta.ID != "" || meta.Timestamp != first.Timestamp
	}) {
		return
	}
	w.ArrayField(keyParts)
	for i, x := range m.messages {
		meta := conv.MetaOf(x)
		w.BeginObject()
		if i > 0 {
			w.OptField("id", meta.ID)
		}
		if meta.Timestamp != 0 {
			w.OptRaw("timestamp", seconds(meta.Timestamp))
		}
		w.EndObject()
	}
	w.EndArray()
}
