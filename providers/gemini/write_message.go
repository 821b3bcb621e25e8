package gemini

import (
	"fmt"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeContents writes the messages of a request. Adjacent messages of one
// group are one content. Two user messages are always two, since reading could
// not part them.
func writeContents(w *rawjson.Writer, c *conv.Conversation) {
	list, n := c.Messages, &naming{}
	w.Key("contents")
	several := beginList(w, &c.Node, "contents", len(list) > 0 && format.WireSpan(list) == len(list))
	for len(list) > 0 {
		span := format.WireSpan(list)
		writeContent(w, list[:span], n)
		list = list[span:]
	}
	if several {
		w.EndArray()
	}
}

// writeContent writes messages that are one content.
func writeContent(w *rawjson.Writer, list []conv.Message, n *naming) {
	if m, ok := list[0].(*conv.CustomMessage); ok {
		if n.inTurn = false; m.IsOf(family) {
			w.Raw(m.Data)
		}
		return
	}
	wire, role := wireNode(list[0])
	w.BeginObject()
	writeRole(w, wire, role)
	writeParts(w, wire, list, n)
	residue.Write(w, wire)
	w.EndObject()
}

// writeRole writes the role of a content, unless the content was read without
// one.
func writeRole(w *rawjson.Writer, n *conv.Node, usual string) {
	switch hint := residue.Hint(n, "role"); hint {
	case "":
		w.Field("role", usual)
	case "null":
	default:
		w.RawField("role", hint)
	}
}

// writeParts writes the parts of a content, unless it was read without them.
func writeParts(w *rawjson.Writer, wire *conv.Node, list []conv.Message, ids *naming) {
	count := 0
	for _, m := range list {
		if conv.RoleOf(m) == conv.RoleToolResult {
			count++
			continue
		}
		for range conv.BlocksOf(m) {
			count++
		}
	}
	if count == 0 && residue.Hint(wire, "parts") == "null" {
		return
	}
	w.Key("parts")
	several := beginList(w, wire, "parts", count == 1)
	writePartsOf(w, list, ids)
	if several {
		w.EndArray()
	}
}

// writePartsOf writes what messages that are one content say.
func writePartsOf(w *rawjson.Writer, list []conv.Message, ids *naming) {
	for _, m := range list {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			ids.turn()
			for _, b := range m.Content {
				writeModelBlock(w, b, ids)
			}
		case *conv.UserMessage:
			ids.inTurn = false
			for _, b := range m.Content {
				writeUserBlock(w, b)
			}
		case *conv.ToolResultMessage:
			ids.inTurn = false
			writeResultPart(w, m, ids)
		default:
			panic(fmt.Sprintf("gemini: %T in a content", m))
		}
	}
}

// wireNode has the residue of the content that a message begins, and its usual role.
func wireNode(m conv.Message) (n *conv.Node, role string) {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		return &m.Node, roleModel
	case *conv.ToolResultMessage:
		n = &conv.Node{}
		for _, k := range []string{"content", "~content"} {
			for name, value := range residue.Get(&m.Node, k).Fields {
				residue.Set(n, name, value)
			}
		}
		return n, roleUser
	}
	return &conv.MetaOf(m).Node, roleUser
}

func writeResultPart(w *rawjson.Writer, m *conv.ToolResultMessage, ids *naming) {
	w.BeginObject()
	w.Key(residue.Key(&m.Node, "functionResponse"))
	ids.result = responded{of: m, id: ids.resultID(m)}
	record.WriteInside(objects().response, w, &ids.result)
	writeBeside(w, &m.Node, "content")
	w.EndObject()
}
