package agui

import (
	"cmp"
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// promptID is the id of the system prompt's message, if it has none.
const promptID = "system"

// customPrefix prefixes the type of a custom message that is an event or has
// an unknown role.
const customPrefix = family + "."

// writeList writes the first n messages of a conversation, the prompt before
// them, as a list.
func writeList(w *rawjson.Writer, c *conv.Conversation, n int) {
	w.BeginArray()
	writePrompt(w, c)
	x := &message{}
	for i := range n {
		x.writeNext(w, c.Messages, i)
	}
	w.EndArray()
}

// writePrompt writes the system prompt as a message, if possible as it was
// read.
func writePrompt(w *rawjson.Writer, c *conv.Conversation) {
	if c.SystemPrompt == "" {
		return
	}
	w.BeginObject()
	record.WriteFields(w, promptOf(c))
	w.Key("content")
	conv.WriteText(w, &c.Node, c.SystemPrompt)
	w.EndObject()
}

// promptOf is the prompt's message, without its content.
func promptOf(c *conv.Conversation) conv.Raw {
	return cmp.Or(residue.Get(&c.Node, promptID), residue.Get(&c.Node, hintPrompt), `{"id":"`+promptID+`","role":"system"}`)
}

// writeNext writes a message, and before it its reasoning. It uses x for all of
// them, one after the other.
func (x *message) writeNext(w *rawjson.Writer, all []conv.Message, i int) {
	switch m := all[i].(type) {
	case *conv.UserMessage:
		x.wire(&m.Meta, "user")
		says(x, m.Content)
		x.write(w)
	case *conv.SystemMessage:
		x.wire(&m.Meta, string(conv.RoleOf(m)))
		if i := slices.IndexFunc(m.Content, isText); i >= 0 {
			t := m.Content[i].(*conv.TextContent)
			x.text, x.textNode = t.Text, t.Node
		}
		x.write(w)
	case *conv.ToolResultMessage:
		x.writeResult(w, m)
	case *conv.AssistantMessage:
		x.writeThoughts(w, m, isLonely(all, i))
		if !isLonely(all, i) {
			x.writeAssistant(w, m)
		}
	case *conv.CustomMessage:
		x.writeCustom(w, m, i)
	default:
		panic(fmt.Sprintf("agui: unknown message %T", m))
	}
}

// optText writes a field whose value is a string, even an empty one if it was
// read so.
func optText(w *rawjson.Writer, n *conv.Node, key, value string) {
	if value != "" || len(n.Extensions) > 0 && n.Extensions.Get(family, "~"+key) != "" {
		w.Field(key, value)
	}
}

// wire makes x the message that is written next.
func (x *message) wire(m *conv.Meta, role string) {
	*x = message{Node: m.Node, id: m.ID, role: role, name: m.Name, encrypted: m.EncryptedValue}
}

// says sets the content of a message: a single plain text is a string, all else
// a list of parts.
func says[B conv.Block](m *message, blocks []B) {
	if len(blocks) == 1 {
		if t, ok := conv.Block(blocks[0]).(*conv.TextContent); ok && len(t.Extensions.Of(family)) == 0 {
			m.text, m.textNode = t.Text, t.Node
			return
		}
	}
	m.parts = make([]conv.Block, len(blocks))
	for i, b := range blocks {
		m.parts[i] = b
	}
}

func isText(b conv.SystemContent) bool { return b.BlockType() == "text" }

// write writes a message, with marks in its metadata.
func (m *message) write(w *rawjson.Writer, marks ...mark) {
	r := objects().messages[m.role]
	w.BeginObject()
	r.WriteResidue(w, m, r.WriteFields(w, m))
	writeMarks(w, residue.Get(&m.Node, "metadata"), marks)
	w.EndObject()
}

// writeContent writes what a message says. Only an answer may say nothing.
func writeContent(w *rawjson.Writer, m *message) bool {
	switch {
	case m.role == "activity":
		w.OptRaw("content", m.payload)
	case m.parts != nil:
		w.Key("content")
		w.BeginArray()
		for _, b := range m.parts {
			writePart(w, b)
		}
		w.EndArray()
	case m.hasText || m.role != "assistant":
		w.Key("content")
		conv.WriteText(w, &m.textNode, m.text)
	}
	return true
}

// The spellings of the opaque value of a message: that of the release, and
// that of the earlier documentation.
const (
	encryptedValue   = "encryptedValue"
	encryptedContent = "encryptedContent"
	hintEncrypted    = "~encrypted"
)

func encryptedKey(n *conv.Node) string {
	if len(n.Extensions) > 0 && n.Extensions.Get(family, hintEncrypted) != "" {
		return encryptedContent
	}
	return encryptedValue
}

func (x *message) writeResult(w *rawjson.Writer, m *conv.ToolResultMessage) {
	x.wire(&m.Meta, "tool")
	x.callID = m.ToolCallID
	said := residue.Get(&m.Node, "error")
	if m.IsError && residue.Get(&m.Node, hintContent) != "" {
		said = ""
	} else {
		says(x, m.Content)
	}
	switch {
	case m.IsError && said != "" && said != `""`, said == `""` && !m.IsError:
		x.failure = said
	case m.IsError:
		x.failure = rawjson.Quoted(errorText(m))
	}
	x.write(w, textMark("name", m.Name))
}

// hintContent is the hint that a failed result gives its reason only in its
// error.
const hintContent = "~content"

// errorText is the error of a result that is only marked as failed.
func errorText(m *conv.ToolResultMessage) string {
	if t := m.Text(); t != "" {
		return t
	}
	return "error"
}
