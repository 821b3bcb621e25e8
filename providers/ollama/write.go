package ollama

import (
	"cmp"
	"fmt"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a request of /api/chat, or of /api/generate if it was read so.
func write(w *rawjson.Writer, c *conv.Conversation) {
	r := cmp.Or(c.Request, &conv.Request{})
	w.BeginObject()
	w.OptField("model", r.Model)
	if isPrompt(c) {
		w.OptField("system", c.SystemPrompt)
		writeSaid(w, "prompt", c.Messages[0])
	} else {
		w.ArrayField("messages")
		for _, m := range parts.WithPrompt(c) {
			writeMessage(w, m)
		}
		w.EndArray()
	}
	parts.WriteTools(w, own, c.Tools)
	parts.WriteAsk(w, own, r, "options", options)
	if f := r.ResponseFormat; f != nil {
		w.RawField("format", cmp.Or(f.Schema, `"json"`))
	}
	if t := r.Reasoning; t != nil && t.Effort != "" {
		w.Field("think", t.Effort)
	} else if t != nil {
		w.BoolField("think", t.Thinks())
	}
	w.OptBool("stream", r.Stream)
	own.Write(w, &r.Node, "options")
	w.EndObject()
}

// isPrompt reports whether a conversation is what /api/generate takes.
func isPrompt(c *conv.Conversation) bool {
	if own.Hint(&c.Node, "prompt") == "" || len(c.Messages) != 1 || len(c.Tools) > 0 {
		return false
	}
	m, ok := c.Messages[0].(*conv.UserMessage)
	return ok && own.Plain(&m.Node)
}

func writeMessage(w *rawjson.Writer, m conv.Message) {
	n := &conv.MetaOf(m).Node
	w.BeginObject()
	switch m := m.(type) {
	case *conv.CustomMessage:
		record.WriteFields(w, m.Data)
		w.EndObject()
		return
	case *conv.ToolResultMessage:
		w.Field("role", "tool")
		if !own.Lacks(n, "tool_call_id") {
			w.OptField("tool_call_id", m.ToolCallID)
		}
		w.OptField(nameKey(n), m.ToolName)
	case *conv.UserMessage, *conv.AssistantMessage, *conv.SystemMessage:
		w.Field("role", string(conv.RoleOf(m)))
	default:
		panic(fmt.Sprintf("ollama: a %T", m))
	}
	writeSaid(w, "content", m)
	if m, ok := m.(*conv.AssistantMessage); ok && m.HasCalls() {
		w.ArrayField("tool_calls")
		for t := range m.Calls {
			w.BeginObject()
			if !own.Lacks(&t.Node, "id") {
				w.OptField("id", t.ID)
			}
			w.ObjectField("function")
			w.Field("name", t.Name)
			w.RawField("arguments", record.ArgumentsOf(t))
			record.WriteFields(w, own.Get(&t.Node, "function"))
			w.EndObject()
			own.Write(w, &t.Node, "function")
			w.EndObject()
		}
		w.EndArray()
	}
	own.Write(w, n)
	w.EndObject()
}

// nameKey is the field for the name of the tool in a result.
func nameKey(n *conv.Node) string {
	if own.Lacks(n, "tool_name") {
		return "name"
	}
	return "tool_name"
}

// writeSaid writes the reasoning, the text, at a key, and the images of a message.
func writeSaid(w *rawjson.Writer, key string, m conv.Message) {
	text, images := &conv.TextContent{}, []conv.Raw(nil)
	for b := range conv.BlocksOf(m) {
		switch b := b.(type) {
		case *conv.TextContent:
			text = b
		case *conv.ThinkingContent:
			w.Key("thinking")
			conv.WriteText(w, &b.Node, b.Thinking)
		case *conv.ImageContent:
			images = append(images, rawjson.Quoted(b.Data))
		case *conv.Opaque:
			images = append(images, b.Raw)
		}
	}
	if text.Text != "" || !own.Lacks(&conv.MetaOf(m).Node, key) {
		w.Key(key)
		conv.WriteText(w, &text.Node, text.Text)
	}
	if images != nil {
		w.RawField("images", rawjson.ArrayOf(images))
	}
}
