package openaichat

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// encoder writes the messages of one body.
type encoder struct {
	*rawjson.Writer
	thread *Thread
}

func (e *encoder) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		e.begin("user", &m.Meta)
		writeContent(e.Writer, &m.Node, m.Content, inUser)
		e.end(&m.Meta, len(m.Content))
	case *conv.AssistantMessage:
		e.begin("assistant", &m.Meta)
		e.assistant(m)
		e.thread.writeOwn(e.Writer, &m.Node)
		e.EndObject()
	case *conv.ToolResultMessage:
		e.toolResult(m)
	case *conv.SystemMessage:
		role := m.Role
		if role == "" {
			role = conv.RoleSystem
		}
		e.begin(string(role), &m.Meta)
		writeContent(e.Writer, &m.Node, m.Content, inSystem)
		e.end(&m.Meta, len(m.Content))
	case *conv.CustomMessage:
		if strings.HasPrefix(m.CustomType, customPrefix) && m.Data != "" {
			e.Raw(m.Data)
		}
	case *conv.BranchSummary, *conv.CompactionSummary: // Fit turned these into user messages
	default:
		panic(fmt.Sprintf("openaichat: unexpected message type %T", m))
	}
}

func (e *encoder) begin(role string, m *conv.Meta) {
	e.BeginObject()
	e.Field("role", role)
	e.OptField("name", m.Name)
}

// end closes a message with n blocks.
func (e *encoder) end(m *conv.Meta, n int) {
	residue.Write(e.Writer, &m.Node, "role", record.Unless(m.Name == "", "name"), record.Unless(n == 0, "content"))
	e.thread.writeOwn(e.Writer, &m.Node)
	e.EndObject()
}

func (e *encoder) toolResult(m *conv.ToolResultMessage) {
	meta := m.Meta
	if meta.Name == "" && m.ToolCallID != "" && m.ToolCallID == e.thread.legacy.open {
		meta.Name = e.thread.legacy.name // a result that was made for a call of the old form
	}
	if residue.Get(&m.Node, hintLegacy) != "" || meta.Name != m.Name {
		before := e.thread.legacy
		if e.thread.legacy.result(meta.Name) == m.ToolCallID {
			e.begin("function", &meta)
			writeContent(e.Writer, &m.Node, m.Content, inResult)
			e.end(&m.Meta, len(m.Content))
			return
		}
		e.thread.legacy = before
	}
	e.begin("tool", &m.Meta)
	e.OptField("tool_call_id", m.ToolCallID)
	writeContent(e.Writer, &m.Node, m.Content, inResult)
	residue.Write(e.Writer, &m.Node, "role", record.Unless(m.Name == "", "name"), record.Unless(len(m.Content) == 0, "content"),
		record.Unless(m.ToolCallID == "", "tool_call_id"))
	e.thread.writeOwn(e.Writer, &m.Node)
	e.EndObject()
}

// writeContent writes the content of any message but an assistant's. One plain
// text is a string. How an empty string and an empty list are read depends on
// the role (see content).
func writeContent[T conv.Block](w *rawjson.Writer, n *conv.Node, blocks []T, in speaker) {
	if len(blocks) == 0 && residue.Blank(n, "content") != "" {
		return
	}
	w.Key("content")
	if len(blocks) == 0 && in != inUser {
		w.Str("")
		return
	}
	if len(blocks) == 1 {
		t, ok := conv.Block(blocks[0]).(*conv.TextContent)
		if ok && (t.Text != "" || in == inUser) && !t.Refusal && residue.Plain(&t.Node) {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.BeginArray()
	for _, b := range blocks {
		writePart(w, b)
	}
	w.EndArray()
}
