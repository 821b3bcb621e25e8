package cline

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// message reads a message of the AI SDK. Its content is a text or a list of parts.
func (d *decoder) message(e *entry) []conv.Message {
	if e.role == "assistant" {
		m := &conv.AssistantMessage{}
		m.SetOffset(e.at)
		d.parts(e, func(at int, part conv.Raw, text *conv.TextContent) {
			if text != nil {
				m.Content = append(m.Content, text)
				return
			}
			m.Content = append(m.Content, d.answerPart(m, at, part))
		})
		return []conv.Message{m}
	}
	var list []conv.Message
	var run *conv.UserMessage
	d.parts(e, func(at int, part conv.Raw, text *conv.TextContent) {
		if kind := part.Lookup("type").Text(); kind == "tool-result" || kind == "tool_result" {
			list, run = append(list, d.result(at, part, kind)), nil
			return
		}
		if run == nil {
			run = &conv.UserMessage{}
			run.SetOffset(at)
			list = append(list, run)
		}
		if text != nil {
			run.Content = append(run.Content, text)
		} else {
			run.Content = append(run.Content, d.userPart(at, part))
		}
	})
	if len(list) == 0 {
		m := &conv.UserMessage{}
		m.SetOffset(e.at)
		list = append(list, m)
	}
	return list
}

// parts passes the parts of a content: texts as such, others as JSON.
func (d *decoder) parts(e *entry, part func(at int, part conv.Raw, text *conv.TextContent)) {
	d.Rewind(e.content)
	if d.Kind() != rawjson.Array {
		t := &conv.TextContent{}
		t.SetOffset(e.content)
		t.Text = d.Text(&t.Node)
		part(e.content, "", t)
		return
	}
	for range d.Elements {
		at := d.Offset()
		raw := d.Raw()
		if raw.Lookup("type").Text() != "text" || raw.Lookup("text") == "" {
			part(at, raw, nil)
			continue
		}
		t := &conv.TextContent{Text: raw.Lookup("text").Text()}
		t.SetOffset(at)
		d.rest(&t.Node, raw, "text")
		part(at, raw, t)
	}
}

// rest keeps the fields of a part that are not among read.
func (d *decoder) rest(n *conv.Node, part conv.Raw, read ...string) {
	for key, v := range part.Fields {
		known := key == "type" || key == "providerOptions" || slices.Contains(read, key)
		if !known {
			d.Notes.Unknown(n.Offset(), "field", key)
		}
		if !known || key == "providerOptions" {
			n.Extensions.Set(family, extension.ResidueKey(key), v)
		}
	}
}

func (d *decoder) answerPart(m *conv.AssistantMessage, at int, part conv.Raw) conv.AssistantContent {
	switch kind := part.Lookup("type").Text(); kind {
	case "reasoning":
		t := &conv.ThinkingContent{Thinking: part.Lookup("text").Text()}
		t.SetOffset(at)
		d.rest(&t.Node, part, "text")
		own := part.Lookup("providerOptions.anthropic")
		t.ThinkingSignature = own.Lookup("signature").Text()
		if data := own.Lookup("redactedData").Text(); data != "" {
			t.Redacted, t.ThinkingSignature = true, data
		}
		return t
	case "tool-call", "tool_use":
		id, name := "toolCallId", "toolName"
		if kind == "tool_use" {
			id, name = "id", "name"
		}
		t := &conv.ToolCall{ID: part.Lookup(id).Text(), Name: part.Lookup(name).Text(), Arguments: "{}"}
		t.SetOffset(at)
		if input := part.Lookup("input"); strings.HasPrefix(string(input), "{") {
			t.Arguments = input
		} else if input != "" {
			text := input.Text()
			text = cmp.Or(text, string(input))
			t.ArgumentsText = &text
			record.Diagnose(t, m)
		}
		d.rest(&t.Node, part, id, name, "input")
		return t
	}
	return d.opaque(at, part)
}

// userPart reads a part of the user: an image or a file, as base64, as a data URL
// or at an address.
func (d *decoder) userPart(at int, part conv.Raw) conv.UserContent {
	kind, where := part.Lookup("type").Text(), "image"
	if kind == "file" {
		where = "data"
	}
	at2, ok := d.media(at, part, where, kind)
	if !ok {
		return d.opaque(at, part)
	}
	return at2
}

// media reads media of a part, and reports whether it is any.
func (d *decoder) media(at int, part conv.Raw, where, kind string) (conv.UserContent, bool) {
	source := part.Lookup(where).Text()
	if kind != "image" && kind != "file" || source == "" {
		return nil, false
	}
	m := conv.Media{MIMEType: part.Lookup("mediaType").Text(), Name: part.Lookup("filename").Text()}
	m.SetOffset(at)
	head, data, isData := strings.Cut(strings.TrimPrefix(source, "data:"), ";base64,")
	switch {
	case strings.HasPrefix(source, "data:") && isData:
		m.Data = data
		m.MIMEType = cmp.Or(m.MIMEType, head)
	case strings.HasPrefix(source, "https:") || strings.HasPrefix(source, "http:"):
		m.URL = source
	default:
		m.Data = source
	}
	d.rest(&m.Node, part, where, "mediaType", "filename")
	of := "document"
	if kind == "image" || strings.HasPrefix(m.MIMEType, "image/") {
		of = "image"
	}
	content, ok := m.Block(of).(conv.UserContent)
	return content, ok
}

// result reads the result of a call: a text, JSON or a list of parts.
func (d *decoder) result(at int, part conv.Raw, kind string) *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{ToolCallID: part.Lookup("toolCallId").Text(), ToolName: part.Lookup("toolName").Text()}
	m.SetOffset(at)
	output := part.Lookup("output")
	if kind == "tool_result" {
		m.ToolCallID, m.IsError = part.Lookup("tool_use_id").Text(), part.Lookup("is_error") == "true"
		output = part.Lookup("content")
		d.rest(&m.Node, part, "tool_use_id", "is_error", "content")
	} else {
		d.rest(&m.Node, part, "toolCallId", "toolName", "output")
	}
	m.ToolName = cmp.Or(m.ToolName, d.names[m.ToolCallID])
	value := output
	if of := output.Lookup("type").Text(); of != "" {
		m.IsError = m.IsError || strings.HasPrefix(of, "error-")
		value = output.Lookup("value")
		parts.LeftIn(own, &m.Node, "output", output, "type value")
	}
	if !strings.HasPrefix(string(value), "[") || strings.HasSuffix(output.Lookup("type").Text(), "json") {
		text := value.Text()
		if text == "" && !strings.HasPrefix(string(value), `"`) {
			text = string(value)
		}
		t := &conv.TextContent{Text: text}
		t.SetOffset(at)
		m.Content = []conv.ToolResultContent{t}
		return m
	}
	for x := range value.Elements {
		m.Content = append(m.Content, d.resultPart(at, x))
	}
	return m
}

func (d *decoder) resultPart(at int, part conv.Raw) conv.ToolResultContent {
	switch kind := part.Lookup("type").Text(); kind {
	case "text":
		t := &conv.TextContent{Text: part.Lookup("text").Text()}
		t.SetOffset(at)
		d.rest(&t.Node, part, "text")
		return t
	case "media", "image-data", "file-data":
		if content, ok := d.media(at, part, "data", "file"); ok {
			if c, ok := content.(conv.ToolResultContent); ok {
				return c
			}
		}
	}
	return d.opaque(at, part)
}

// opaque keeps a part of an unknown type.
func (d *decoder) opaque(at int, part conv.Raw) *conv.Opaque {
	d.Notes.Unknown(at, "part", part.Lookup("type").Text())
	o := &conv.Opaque{Family: family, Raw: part}
	o.SetOffset(at)
	return o
}
