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
	switch m := list[0].(type) {
	case *conv.UserMessage, *conv.ToolResultMessage:
		n.inTurn = false
		writeUser(w, list, n)
	case *conv.AssistantMessage:
		n.turn()
		w.BeginObject()
		writeRole(w, &m.Node, roleModel)
		writeModelParts(w, m.Content, &m.Node, n)
		residue.Write(w, &m.Node)
		w.EndObject()
	case *conv.CustomMessage:
		n.inTurn = false
		if m.IsOf(family) {
			w.Raw(m.Data)
		}
	case *conv.SystemMessage, *conv.BranchSummary, *conv.CompactionSummary:
		// Fit left none.
	default:
		panic(fmt.Sprintf("gemini: unknown message %T", m))
	}
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

// beginParts opens the list of n parts, unless the content was read without
// it. beginList says how to end the list.
func beginParts(w *rawjson.Writer, n *conv.Node, count int) (there, several bool) {
	if count == 0 && residue.Hint(n, "parts") == "null" {
		return false, false
	}
	w.Key("parts")
	return true, beginList(w, n, "parts", count == 1)
}

func writeModelParts(w *rawjson.Writer, blocks []conv.AssistantContent, n *conv.Node, ids *naming) {
	there, several := beginParts(w, n, len(blocks))
	if !there {
		return
	}
	for _, b := range blocks {
		writeModelBlock(w, b, ids)
	}
	if several {
		w.EndArray()
	}
}

// writeUser writes messages as one content.
func writeUser(w *rawjson.Writer, list []conv.Message, ids *naming) {
	wire := wireNode(list[0])
	w.BeginObject()
	writeRole(w, wire, roleUser)
	count := 0
	for _, m := range list {
		if u, ok := m.(*conv.UserMessage); ok {
			count += len(u.Content)
		} else {
			count++
		}
	}
	if there, several := beginParts(w, wire, count); there {
		for _, m := range list {
			switch m := m.(type) {
			case *conv.UserMessage:
				for _, b := range m.Content {
					writeUserBlock(w, b)
				}
			case *conv.ToolResultMessage:
				writeResultPart(w, m, ids)
			}
		}
		if several {
			w.EndArray()
		}
	}
	residue.Write(w, wire)
	w.EndObject()
}

// wireNode has the residue of the content that a message begins.
func wireNode(m conv.Message) *conv.Node {
	switch m := m.(type) {
	case *conv.UserMessage:
		return &m.Node
	case *conv.ToolResultMessage:
		n := &conv.Node{}
		for _, k := range []string{"content", "~content"} {
			for name, value := range residue.Get(&m.Node, k).Fields {
				residue.Set(n, name, value)
			}
		}
		return n
	default:
		panic(fmt.Sprintf("gemini: unexpected %T in a user content", m))
	}
}

func writeResultPart(w *rawjson.Writer, m *conv.ToolResultMessage, ids *naming) {
	w.BeginObject()
	w.Key(residue.Key(&m.Node, "functionResponse"))
	ids.result = responded{of: m, id: ids.resultID(m)}
	record.WriteInside(objects().response, w, &ids.result)
	writeBeside(w, &m.Node, "content")
	w.EndObject()
}
