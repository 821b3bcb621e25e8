package mcp

import (
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

type decoder struct{ *parts.Builder }

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{parts.NewBuilder(own, data, notes)}
	if d.WantObject("a message of MCP") {
		d.envelope()
	}
	return d.One(d.C)
}

// envelope reads JSON-RPC, or what is in it.
func (d *decoder) envelope() {
	at := max(d.Ahead("params"), d.Ahead("result"))
	if at < 0 {
		d.body()
		return
	}
	for range d.Fields {
		if d.Offset() != at {
			d.Skip()
		} else if d.WantObject("parameters, or a result") {
			d.body()
		}
	}
}

// body reads a request for an answer, the answer, or a prompt.
func (d *decoder) body() {
	at := d.Offset()
	if d.Ahead("messages") < 0 {
		if raw := d.Raw(); d.Err() == nil && parts.Str(raw, "role") != "" {
			d.message(raw, at)
		} else {
			d.Fail(at, "no messages of MCP: messages and role are missing")
		}
		return
	}
	q := &conv.Request{}
	for key := range d.Fields {
		switch key {
		case "messages":
			d.Each(d.Skipped(), "messages", d.message)
		case "systemPrompt":
			d.C.SystemPrompt = d.StrOnly()
		case "description":
			d.C.Title = d.StrOnly()
		case "maxTokens":
			q.MaxTokens = number(d.Raw())
		case "temperature":
			q.Temperature = number(d.Raw())
		case "stopSequences":
			for s := range d.Raw().Elements {
				q.Stop = append(q.Stop, s.Text())
			}
		case "tools":
			at := d.Offset()
			d.Tools(d.Raw(), at)
		case "toolChoice":
			switch mode := conv.ChoiceMode(parts.Str(d.Raw(), "mode")); mode {
			case conv.ChoiceAuto, conv.ChoiceNone, conv.ChoiceRequired:
				q.ToolChoice = &conv.ToolChoice{Mode: mode}
			}
		case "modelPreferences", "includeContext", "metadata", "_meta":
			d.KnownIfSaid(&d.C.Node, key)
		default:
			d.Keep(&d.C.Node, key)
		}
	}
	if !q.IsEmpty() {
		d.C.Request = q
	}
}

// number is a number, "" for another value.
func number(raw conv.Raw) conv.Number {
	if raw == "" || rawjson.NewCursor([]byte(raw)).Kind() != rawjson.Num {
		return ""
	}
	return conv.Number(raw)
}

// message reads a message. The results of tools in it are messages of their own.
func (d *decoder) message(raw conv.Raw, at int) {
	role, first := parts.Str(raw, "role"), len(d.C.Messages)
	content := parts.At(raw, "content")
	var m conv.Message
	say := func() conv.Message {
		if m == nil {
			m = d.Open(role, at)
		}
		return m
	}
	switch {
	case raw[0] != '{':
		d.Fail(at, "want a message as an object")
		return
	case role != "user" && role != "assistant":
		d.Custom(role, raw, false, at)
		return
	case content != "" && content[0] == '[':
		for block := range content.Elements {
			d.block(say, block, at)
		}
	case content != "":
		d.block(say, content, at)
	}
	if len(d.C.Messages) == first {
		say()
	}
	if a, ok := m.(*conv.AssistantMessage); ok {
		a.Model = parts.Str(raw, "model")
		parts.Stop(a, parts.Str(raw, "stopReason"))
	}
	d.Rest(&conv.MetaOf(d.C.Messages[first]).Node, raw, "role content model stopReason")
	d.Group(first, "message")
}

// block reads a block of a message, or a result.
func (d *decoder) block(say func() conv.Message, block conv.Raw, at int) {
	if parts.Str(block, "type") != "tool_result" {
		d.say(say(), block, at)
		return
	}
	r := d.Result(parts.Str(block, "toolUseId"), "", at)
	r.IsError = block.Lookup("isError") == "true"
	r.Details = parts.At(block, "structuredContent")
	d.Rest(&r.Node, block, "type toolUseId content structuredContent isError")
	for part := range block.Lookup("content").Elements {
		d.say(r, part, at)
	}
}

func (d *decoder) say(m conv.Message, block conv.Raw, at int) {
	f := &conv.Media{}
	switch kind := parts.Str(block, "type"); kind {
	case "text":
		t := &conv.TextContent{Text: parts.Str(block, "text")}
		if d.Rest(&t.Node, block, "type text"); t.Text != "" {
			d.Say(m, t, block, at)
		}
	case "image", "audio":
		f.Data, f.MIMEType = parts.Str(block, "data"), parts.Str(block, "mimeType")
		d.Rest(&f.Node, block, "type data mimeType")
		d.Media(m, kind, f, block, at)
	case "resource":
		in := block.Field("resource")
		f.Text, f.Data, f.MIMEType, f.Name = parts.Str(in, "text"), parts.Str(in, "blob"), parts.Str(in, "mimeType"), parts.Str(in, "uri")
		d.Rest(&f.Node, block, "type resource")
		if f.Text != "" {
			d.Media(m, "document", f, block, at)
		} else {
			d.Media(m, "", f, block, at)
		}
	case "resource_link":
		f.URL, f.MIMEType, f.Name = parts.Str(block, "uri"), parts.Str(block, "mimeType"), parts.Str(block, "name")
		d.Rest(&f.Node, block, "type uri name mimeType")
		d.Media(m, "", f, block, at)
	case "tool_use":
		t := d.Call(m, parts.Str(block, "id"), parts.Str(block, "name"), parts.At(block, "input"), block, at)
		d.Rest(&t.Node, block, "type id name input")
	default:
		d.Unknown(m, kind, block, at)
	}
}
