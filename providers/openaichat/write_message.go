package openaichat

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// encoder writes the messages of one body.
type encoder struct {
	*rawjson.Writer
	thread *Thread
	said   said // that is written at the moment
}

func (e *encoder) message(m conv.Message) {
	o := objects()
	switch m := m.(type) {
	case *conv.UserMessage:
		write(e, o.user, m, &m.Node)
	case *conv.AssistantMessage:
		e.said = said{AssistantMessage: m, thread: e.thread}
		write(e, o.assistant, &e.said, &m.Node)
	case *conv.ToolResultMessage:
		e.toolResult(m)
	case *conv.SystemMessage:
		write(e, o.system, m, &m.Node)
	case *conv.CustomMessage:
		if m.IsOf(family) {
			e.Raw(m.Data)
		}
	case *conv.BranchSummary, *conv.CompactionSummary: // Fit turned these into user messages
	default:
		panic(fmt.Sprintf("openaichat: unexpected message type %T", m))
	}
}

// write writes a message with the fields that belong to a guest.
func write[T any](e *encoder, r *record.Record[*inMessage, T], m T, n *conv.Node) {
	e.BeginObject()
	record.WriteResidue(r, e.Writer, m, record.WriteDescribed(r, e.Writer, m))
	e.thread.writeOwn(e.Writer, n)
	e.EndObject()
}

// toolResult writes the message of a tool, or of a function in the old form.
func (e *encoder) toolResult(m *conv.ToolResultMessage) {
	t, name := e.thread, m.Name
	if name == "" && m.ToolCallID != "" && m.ToolCallID == t.legacy.open {
		name = t.legacy.name // a result that was made for a call of the old form
	}
	if residue.Get(&m.Node, hintLegacy) != "" || name != m.Name {
		before := t.legacy
		if t.legacy.result(name) == m.ToolCallID {
			old := *m
			old.Name = name
			write(e, objects().oldResult, &old, &m.Node)
			return
		}
		t.legacy = before
	}
	write(e, objects().result, m, &m.Node)
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
