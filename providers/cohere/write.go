package cohere

import (
	"cmp"
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a request of version 2.
func write(w *rawjson.Writer, c *conv.Conversation) {
	r := cmp.Or(c.Request, &conv.Request{})
	w.BeginObject()
	w.OptField("model", r.Model)
	w.ArrayField("messages")
	for _, m := range parts.WithPrompt(c) {
		writeMessage(w, m)
	}
	w.EndArray()
	parts.WriteTools(w, own, c.Tools)
	if t := r.ToolChoice; t != nil {
		w.Field("tool_choice", map[conv.ChoiceMode]string{conv.ChoiceRequired: "REQUIRED", conv.ChoiceNone: "NONE"}[t.Mode])
	}
	if f := r.ResponseFormat; f != nil {
		w.ObjectField("response_format")
		w.Field("type", "json_object")
		w.OptRaw(cmp.Or(own.Text(&f.Node, hintSchema), "json_schema"), f.Schema)
		w.EndObject()
	}
	if t := r.Reasoning; t != nil {
		w.ObjectField("thinking")
		w.Field("type", map[bool]string{true: "enabled", false: "disabled"}[t.Thinks()])
		w.OptNumber("token_budget", t.BudgetTokens)
		w.EndObject()
	}
	parts.WriteAsk(w, own, r, "", parameters)
	w.OptBool("stream", r.Stream)
	own.Write(w, &r.Node)
	w.EndObject()
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
		w.OptField("tool_call_id", m.ToolCallID)
	case *conv.UserMessage, *conv.AssistantMessage, *conv.SystemMessage:
		w.Field("role", string(conv.RoleOf(m)))
	default:
		panic(fmt.Sprintf("cohere: a %T", m))
	}
	writeContent(w, m)
	if m, ok := m.(*conv.AssistantMessage); ok && m.HasCalls() {
		w.ArrayField("tool_calls")
		for t := range m.Calls {
			w.BeginObject()
			w.Fields("id", t.ID, "type", "function")
			w.ObjectField("function")
			w.Fields("name", t.Name, "arguments", t.ArgumentsString())
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

// isPlan reports whether a block is the plan before calls.
func isPlan(b conv.Block) bool { return own.Get(conv.NodeOf(b), planKey) != "" }

// writeContent writes the plan before calls, and the content: a text alone as a string.
func writeContent(w *rawjson.Writer, m conv.Message) {
	blocks := slices.Collect(conv.BlocksOf(m))
	blocks = slices.DeleteFunc(blocks, func(b conv.Block) bool {
		if t, ok := b.(*conv.ThinkingContent); ok && isPlan(b) {
			w.Key("tool_plan")
			conv.WriteText(w, &t.Node, t.Thinking)
			return true
		}
		_, ok := b.(*conv.ToolCall)
		return ok
	})
	if len(blocks) == 1 {
		if t, ok := blocks[0].(*conv.TextContent); ok && own.Plain(&t.Node) {
			w.Key("content")
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	if len(blocks) == 0 {
		if m, ok := m.(*conv.AssistantMessage); !ok || !m.HasCalls() {
			w.Field("content", "")
		}
		return
	}
	w.ArrayField("content")
	for _, b := range blocks {
		parts.WriteBlock(w, b, func() { writeFields(w, b) })
	}
	w.EndArray()
}

func writeFields(w *rawjson.Writer, b conv.Block) {
	n := conv.NodeOf(b)
	switch b := b.(type) {
	case *conv.TextContent:
		if form := own.Text(n, hintDocument); form != "" {
			w.Field("type", "document")
			w.ObjectField("document")
			if w.Key("data"); form == "json" && rawjson.IsValue(b.Text) {
				w.Raw(conv.Raw(b.Text))
			} else {
				conv.WriteText(w, n, b.Text)
			}
			record.WriteFields(w, own.Get(n, "document"))
			w.EndObject()
			own.Write(w, n, "document")
			return
		}
		w.Field("type", "text")
		w.Key("text")
		conv.WriteText(w, n, b.Text)
		own.Write(w, n)
	case *conv.ThinkingContent:
		w.Field("type", "thinking")
		w.Key("thinking")
		conv.WriteText(w, n, b.Thinking)
		own.Write(w, n)
	case *conv.ImageContent:
		w.Field("type", "image_url")
		w.ObjectField("image_url")
		w.Key("url")
		w.Joined(own.URLOf(conv.MediaOf(b), record.DataHints{Whole: "~url", Prefix: "~url"}))
		w.OptField("detail", b.Detail)
		record.WriteFields(w, own.Get(n, "image_url"))
		w.EndObject()
		own.Write(w, n, "image_url")
	}
}
