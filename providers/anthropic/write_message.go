package anthropic

import (
	"fmt"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeMessages writes the messages of a request. Adjacent messages of one
// group are one wire message. Two user messages are always two, since reading
// could not part them.
func writeMessages(w *rawjson.Writer, list []conv.Message) {
	w.BeginArray()
	for len(list) > 0 {
		n := format.WireSpan(list)
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
		record.Write(objects().assistant, w, m)
	case *conv.SystemMessage:
		record.Write(objects().system, w, m)
	case *conv.CustomMessage:
		if m.IsOf(family) {
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
					writeBlock(w, b)
				}
			case *conv.ToolResultMessage:
				record.Write(objects().result, w, m)
			}
		}
		w.EndArray()
	}
	for _, m := range list {
		switch m := m.(type) {
		case *conv.UserMessage:
			residue.Write(w, &m.Node)
		case *conv.ToolResultMessage:
			record.WriteFields(w, residue.Get(&m.Node, wireKey))
		}
	}
	w.EndObject()
}

// onlyText is the text of a wire message that is one plain text, else nil.
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
	if !ok || !residue.Plain(&t.Node) {
		return nil
	}
	return t
}

func writeResultContent(w *rawjson.Writer, m *conv.ToolResultMessage) {
	if len(m.Content) == 0 && residue.Hint(&m.Node, "content") == "null" {
		return
	}
	w.Key("content")
	writeContent(w, m.Content)
}

func writeIsError(w *rawjson.Writer, m *conv.ToolResultMessage) {
	if m.IsError {
		w.BoolField("is_error", true)
		return
	}
	w.OptRaw("is_error", residue.Hint(&m.Node, "is_error"))
}

// writeContent writes blocks, as a string if they are one plain text.
func writeContent[B conv.Block](w *rawjson.Writer, blocks []B) {
	if len(blocks) == 1 {
		if t := plain(blocks[0]); t != nil {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	writeBlocks(w, blocks)
}

func writeBlocks[B conv.Block](w *rawjson.Writer, blocks []B) {
	w.BeginArray()
	for _, b := range blocks {
		writeBlock(w, b)
	}
	w.EndArray()
}
