package agui

import (
	"cmp"
	"fmt"

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
	for i := range n {
		writeMessage(w, c.Messages, i)
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
	return cmp.Or(residue.Get(&c.Node, keptPrompt), residue.Get(&c.Node, hintPrompt), `{"id":"`+promptID+`","role":"system"}`)
}

// writeMessage writes a message, and before it its reasoning.
func writeMessage(w *rawjson.Writer, all []conv.Message, i int) {
	switch m := all[i].(type) {
	case *conv.UserMessage:
		begin(w, &m.Meta, "user")
		optText(w, &m.Node, "name", m.Name)
		writeParts(w, m.Content)
		end(w, &m.Meta, nil)
	case *conv.SystemMessage:
		begin(w, &m.Meta, string(conv.RoleOf(m)))
		optText(w, &m.Node, "name", m.Name)
		writeInstruction(w, m)
		end(w, &m.Meta, nil)
	case *conv.ToolResultMessage:
		writeResult(w, m)
	case *conv.AssistantMessage:
		writeThoughts(w, m, isLonely(all, i))
		if !isLonely(all, i) {
			writeAssistant(w, m)
		}
	case *conv.CustomMessage:
		writeCustom(w, m, i)
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

func begin(w *rawjson.Writer, m *conv.Meta, role string) {
	w.BeginObject()
	w.Field("id", m.ID)
	w.Field("role", role)
}

// end writes the last fields of a message. written are keys of fields before them.
func end(w *rawjson.Writer, m *conv.Meta, marks []mark, written ...string) {
	w.OptField(encryptedKey(&m.Node), m.EncryptedValue)
	writeRest(w, &m.Node, marks, written...)
	w.EndObject()
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
		return residue.Key(n, encryptedContent)
	}
	return residue.Key(n, encryptedValue)
}

// writeInstruction writes the one text of a system message.
func writeInstruction(w *rawjson.Writer, m *conv.SystemMessage) {
	w.Key("content")
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.Str("")
}

func writeResult(w *rawjson.Writer, m *conv.ToolResultMessage) {
	begin(w, &m.Meta, "tool")
	w.Field(residue.Key(&m.Node, "toolCallId"), m.ToolCallID)
	said := m.Extensions.Get(family, "error")
	if beside := m.Extensions.Get(family, hintError); m.IsError && beside != "" && len(m.Content) > 0 {
		if t, ok := m.Content[0].(*conv.TextContent); ok && t.Text == besideOf(beside).Text {
			m, said = m.WithContent(m.Content[1:]), beside
		}
	}
	if m.IsError && m.Extensions.Get(family, hintContent) != "" {
		w.Field("content", "")
		said = ""
	} else {
		writeParts(w, m.Content)
	}
	switch {
	case m.IsError && said != "" && said != `""`:
		w.RawField("error", said)
	case m.IsError:
		w.Field("error", errorText(m))
	case said == `""`:
		w.Field("error", "")
	}
	end(w, &m.Meta, []mark{textMark("name", m.Name)}, errorKey(m))
}

// errorKey is the key of the error that a result has, or that would say it failed.
// An error that is not a string is a field like others.
func errorKey(m *conv.ToolResultMessage) string {
	said := m.Extensions.Get(family, "error")
	return record.Unless(!m.IsError && said != "" && said[0] != '"', "error")
}

// hintError is the hint that a failed result has an error besides its content, and
// the error.
const hintError = "~error"

// besideOf is the block that says an error before the content of its result.
func besideOf(failure conv.Raw) *conv.TextContent {
	return &conv.TextContent{Text: "[error] " + failure.Text() + "\n"}
}

// hintContent is the hint that a failed result gives its reason only in its
// error.
const hintContent = "~content"

// errorText is the error of a result that is only marked as failed.
func errorText(m *conv.ToolResultMessage) string {
	return cmp.Or(m.Text(), "error")
}
