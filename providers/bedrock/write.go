package bedrock

import (
	"cmp"
	"fmt"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a request.
func write(w *rawjson.Writer, c *conv.Conversation) {
	r := cmp.Or(c.Request, &conv.Request{})
	w.BeginObject()
	w.OptField("modelId", r.Model)
	list := parts.WithPrompt(c)
	if c.SystemPrompt != "" || own.Get(&c.Node, format.PromptMessage) != "" && len(list) > 0 && conv.RoleOf(list[0]) == conv.RoleSystem {
		w.ArrayField("system")
		writeBlocks(w, list[0])
		w.EndArray()
		list = list[1:]
	}
	w.ArrayField("messages")
	for n := 0; len(list) > 0; list = list[n:] {
		n = format.WireSpan(list)
		writeMessage(w, list[:n])
	}
	w.EndArray()
	parts.WriteAsk(w, own, r, "inferenceConfig", inference)
	writeTools(w, c, r)
	writeMore(w, r)
	if f := r.ResponseFormat; f != nil {
		w.ObjectField("outputConfig")
		w.ObjectField("textFormat")
		w.Field("type", "json_schema")
		w.ObjectField("structure")
		w.ObjectField("jsonSchema")
		w.OptField("name", f.Name)
		w.OptField("description", f.Description)
		w.Field("schema", string(f.Schema))
		w.EndObject()
		w.EndObject()
		w.EndObject()
		record.WriteFields(w, own.Get(&r.Node, "outputConfig"))
		w.EndObject()
	}
	own.Write(w, &r.Node, "inferenceConfig", "toolConfig", "additionalModelRequestFields", record.Unless(r.ResponseFormat == nil, "outputConfig"))
	w.EndObject()
}

// writeMore writes what only some models take.
func writeMore(w *rawjson.Writer, r *conv.Request) {
	if r.Reasoning == nil {
		parts.WriteAsk(w, own, r, more, topK)
		return
	}
	w.ObjectField(more)
	w.OptNumber("top_k", r.TopK)
	w.ObjectField("thinking")
	if r.Reasoning.Thinks() {
		w.Field("type", "enabled")
		w.OptNumber("budget_tokens", r.Reasoning.BudgetTokens)
	} else {
		w.Field("type", "disabled")
	}
	w.EndObject()
	record.WriteFields(w, own.Get(&r.Node, more))
	w.EndObject()
}

func writeTools(w *rawjson.Writer, c *conv.Conversation, r *conv.Request) {
	rest, blank := own.Get(&r.Node, "toolConfig"), own.Blank(&r.Node, "toolConfig")
	if len(c.Tools) == 0 && r.ToolChoice == nil && rest == "" {
		w.OptRaw("toolConfig", blank)
		return
	}
	w.ObjectField("toolConfig")
	w.ArrayField("tools")
	for i := range c.Tools {
		t := &c.Tools[i]
		if t.Raw != "" {
			w.Raw(t.Raw)
			continue
		}
		w.BeginObject()
		w.ObjectField("toolSpec")
		w.Field("name", t.Name)
		w.OptField("description", t.Description)
		if t.Parameters != "" {
			w.ObjectField("inputSchema")
			w.RawField("json", t.Parameters)
			record.WriteFields(w, own.Get(&t.Node, "inputSchema"))
			w.EndObject()
		}
		w.OptBool("strict", t.Strict)
		own.Write(w, &t.Node, "inputSchema")
		w.EndObject()
		w.EndObject()
	}
	w.EndArray()
	if t := r.ToolChoice; t != nil {
		w.ObjectField("toolChoice")
		switch t.Mode {
		case conv.ChoiceRequired:
			w.RawField("any", "{}")
		case conv.ChoiceTool:
			w.ObjectField("tool")
			w.Field("name", t.Name)
			w.EndObject()
		default:
			w.RawField("auto", "{}")
		}
		w.EndObject()
	}
	record.WriteFields(w, rest)
	w.EndObject()
}

// writeMessage writes messages that are one: results, and what the user said after them.
func writeMessage(w *rawjson.Writer, list []conv.Message) {
	w.BeginObject()
	switch m := list[0].(type) {
	case *conv.CustomMessage:
		record.WriteFields(w, m.Data)
		w.EndObject()
		return
	case *conv.AssistantMessage:
		w.Field("role", "assistant")
	case *conv.UserMessage, *conv.ToolResultMessage:
		w.Field("role", "user")
	case *conv.SystemMessage:
		w.Field("role", "system")
	default:
		panic(fmt.Sprintf("bedrock: a %T", m))
	}
	w.ArrayField("content")
	for _, m := range list {
		if r, ok := m.(*conv.ToolResultMessage); ok {
			writeResult(w, r)
		} else {
			writeBlocks(w, m)
		}
	}
	w.EndArray()
	n := &conv.MetaOf(list[0]).Node
	if conv.RoleOf(list[0]) == conv.RoleToolResult {
		record.WriteFields(w, own.Get(n, "message"))
	} else {
		own.Write(w, n, "cachePoint")
	}
	w.EndObject()
}

func writeResult(w *rawjson.Writer, m *conv.ToolResultMessage) {
	w.BeginObject()
	w.ObjectField("toolResult")
	w.Field("toolUseId", m.ToolCallID)
	w.ArrayField("content")
	for _, b := range m.Content {
		writeBlock(w, b)
	}
	w.EndArray()
	if m.IsError {
		w.Field("status", "error")
	} else {
		w.OptRaw("status", own.Hint(&m.Node, "status"))
	}
	own.Write(w, &m.Node, "message", "cachePoint")
	w.EndObject()
	w.EndObject()
	writeMark(w, &m.Node)
}

// writeMark writes where to cache, after the block or the result that says so.
func writeMark(w *rawjson.Writer, n *conv.Node) {
	if mark := own.Get(n, "cachePoint"); mark != "" {
		w.BeginObject()
		w.RawField("cachePoint", mark)
		w.EndObject()
	}
}

func writeBlocks(w *rawjson.Writer, m conv.Message) {
	writeMark(w, &conv.MetaOf(m).Node)
	for b := range conv.BlocksOf(m) {
		writeBlock(w, b)
	}
}

// writeBlock writes a block: one field, which says what it is.
func writeBlock(w *rawjson.Writer, b conv.Block) {
	n := conv.NodeOf(b)
	parts.WriteBlock(w, b, func() {
		switch b := b.(type) {
		case *conv.TextContent:
			writeText(w, b)
		case *conv.ThinkingContent:
			w.ObjectField("reasoningContent")
			if b.Redacted {
				w.Field("redactedContent", b.ThinkingSignature)
			} else {
				w.ObjectField("reasoningText")
				w.Key("text")
				conv.WriteText(w, n, b.Thinking)
				w.OptField("signature", b.ThinkingSignature)
				record.WriteFields(w, own.Get(n, "reasoningText"))
				w.EndObject()
			}
			own.Write(w, n, "reasoningText", "cachePoint")
			w.EndObject()
		case *conv.ToolCall:
			w.ObjectField("toolUse")
			w.Fields("toolUseId", b.ID, "name", b.Name)
			w.RawField("input", record.ArgumentsOf(b))
			own.Write(w, n, "cachePoint")
			w.EndObject()
		default:
			writeFile(w, b.BlockType(), conv.MediaOf(b))
		}
	})
	writeMark(w, n)
}

// writeText writes a text, what cites, what is guarded, or JSON as a result has it.
func writeText(w *rawjson.Writer, b *conv.TextContent) {
	text := func() {
		w.Key("text")
		conv.WriteText(w, &b.Node, b.Text)
	}
	switch form := own.Text(&b.Node, hintForm); {
	case own.Get(&b.Node, "citations") != "":
		w.ObjectField("citationsContent")
		w.ArrayField("content")
		w.BeginObject()
		text()
		w.EndObject()
		w.EndArray()
		own.Write(w, &b.Node, "cachePoint")
		w.EndObject()
	case form == "guardContent":
		w.ObjectField(form)
		w.ObjectField("text")
		text()
		own.Write(w, &b.Node, "cachePoint")
		w.EndObject()
		w.EndObject()
	case form == "json" && rawjson.IsValue(b.Text):
		w.RawField(form, conv.Raw(b.Text))
	default:
		text()
		own.Write(w, &b.Node, "cachePoint")
	}
}

// writeFile writes a file, whose format is the ending of a name.
func writeFile(w *rawjson.Writer, kind string, f *conv.Media) {
	w.ObjectField(kind)
	w.Field("format", endingOf(f))
	if kind == "document" {
		w.OptField("name", f.Name)
	}
	w.ObjectField("source")
	pieces := own.Get(&f.Node, "source").Lookup("content")
	switch {
	case f.Data != "":
		w.Field("bytes", f.Data)
	case f.FileID != "":
		w.ObjectField("s3Location")
		w.Field("uri", f.FileID)
		record.WriteFields(w, own.Get(&f.Node, "s3Location"))
		w.EndObject()
	case pieces == "" || textOf(pieces) != f.Text:
		w.Field("text", f.Text)
		pieces = "-"
	}
	record.WriteFields(w, own.Get(&f.Node, "source"), record.Unless(pieces != "-", "content"))
	w.EndObject()
	own.Write(w, &f.Node, "source", "s3Location", "cachePoint")
	w.EndObject()
}
