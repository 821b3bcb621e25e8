package anthropic

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// writeMessages writes the messages of a request. Adjacent messages of one
// group are one wire message, except a user message after another one, which
// reading could not tell apart.
func writeMessages(w *rawjson.Writer, list []conv.Message) {
	w.BeginArray()
	for len(list) > 0 {
		n := conv.WireSpan(list)
		writeMessage(w, list[:n])
		list = list[n:]
	}
	w.EndArray()
}

// writeMessage writes messages that are one on the wire.
func writeMessage(w *rawjson.Writer, list []conv.Message) {
	switch m := list[0].(type) {
	case *conv.UserMessage, *conv.ToolResultMessage:
		writeUser(w, list)
	case *conv.AssistantMessage:
		w.BeginObject()
		w.Field("role", "assistant")
		w.Key("content")
		writeAssistantContent(w, m.Content, false)
		conv.WriteResidue(w, &m.Node, family)
		w.EndObject()
	case *conv.SystemMessage:
		w.BeginObject()
		w.Field("role", "system")
		w.Key("content")
		writeSystemContent(w, m.Content)
		conv.WriteResidue(w, &m.Node, family)
		w.EndObject()
	case *conv.CustomMessage:
		if strings.HasPrefix(m.CustomType, customPrefix) && m.Data != "" {
			w.Raw(m.Data)
		}
	case *conv.BranchSummary, *conv.CompactionSummary:
		// Fit left none.
	default:
		panic(fmt.Sprintf("anthropic: unknown message %T", m))
	}
}

// writeUser writes messages as one wire message.
func writeUser(w *rawjson.Writer, list []conv.Message) {
	w.BeginObject()
	w.Field("role", "user")
	w.Key("content")
	if text := onlyText(list); text != nil {
		conv.WriteText(w, &text.Node, text.Text)
	} else {
		w.BeginArray()
		for _, m := range list {
			switch m := m.(type) {
			case *conv.UserMessage:
				for _, b := range m.Content {
					writeInline(w, b)
				}
			case *conv.ToolResultMessage:
				writeToolResult(w, m)
			}
		}
		w.EndArray()
	}
	for _, m := range list {
		switch m := m.(type) {
		case *conv.UserMessage:
			conv.WriteResidue(w, &m.Node, family)
		case *conv.ToolResultMessage:
			writeRest(w, m.Extensions.Get(family, wireKey), func(string) bool { return false })
		}
	}
	w.EndObject()
}

// onlyText is the text of a wire message that is nothing but one plain text.
func onlyText(list []conv.Message) *conv.TextContent {
	m, ok := list[0].(*conv.UserMessage)
	if !ok || len(list) != 1 || len(m.Content) != 1 {
		return nil
	}
	return plain(m.Content[0])
}

// plain is a text block without residue, which can be written as a string.
func plain(b conv.Block) *conv.TextContent {
	t, ok := b.(*conv.TextContent)
	if !ok || len(t.Extensions.Of(family)) > 0 {
		return nil
	}
	return t
}

func writeToolResult(w *rawjson.Writer, m *conv.ToolResultMessage) {
	w.BeginObject()
	w.Field("type", "tool_result")
	w.Field("tool_use_id", m.ToolCallID)
	writeResultContent(w, m)
	if m.IsError {
		w.Key("is_error")
		w.Bool(true)
	} else {
		w.OptRaw("is_error", m.Extensions.Get(family, "~is_error"))
	}
	conv.WriteResidue(w, &m.Node, family, wireKey)
	w.EndObject()
}

func writeResultContent(w *rawjson.Writer, m *conv.ToolResultMessage) {
	if len(m.Content) == 0 && m.Extensions.Get(family, "~content") == "null" {
		return
	}
	w.Key("content")
	if len(m.Content) == 1 {
		if t := plain(m.Content[0]); t != nil {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.BeginArray()
	for _, b := range m.Content {
		writeInline(w, b)
	}
	w.EndArray()
}

// writeAssistantContent writes the blocks of an answer, as a string if they
// are one plain text and list does not forbid it.
func writeAssistantContent(w *rawjson.Writer, blocks []conv.AssistantContent, list bool) {
	if len(blocks) == 1 && !list {
		if t := plain(blocks[0]); t != nil {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.BeginArray()
	for _, b := range blocks {
		writeAssistantBlock(w, b)
	}
	w.EndArray()
}

func writeSystemContent(w *rawjson.Writer, blocks []conv.SystemContent) {
	if len(blocks) == 1 {
		if t := plain(blocks[0]); t != nil {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.BeginArray()
	for _, b := range blocks {
		switch b := b.(type) {
		case *conv.TextContent:
			writeText(w, b)
		case *conv.Opaque:
			writeOpaque(w, b)
		default:
			panic(fmt.Sprintf("anthropic: unknown block %T", b))
		}
	}
	w.EndArray()
}
