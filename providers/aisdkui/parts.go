package aisdkui

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/record"
)

// field is a field of a part under the first of its names that is there.
func field(part conv.Raw, names ...string) conv.Raw {
	for _, name := range names {
		if v := part.Lookup(name); v != "" && v != "null" {
			return v
		}
	}
	return ""
}

// part reads a part.
func (r *reading) part(part conv.Raw, at int) {
	kind := part.Lookup("type").Text()
	switch {
	case kind == "text":
		r.text(part.Lookup("text").Text(), at, part)
	case kind == "reasoning" && r.role == "assistant":
		t := &conv.ThinkingContent{Thinking: field(part, "text", "reasoning").Text()}
		rest(&t.Node, part, "text", "reasoning", "state")
		r.answers()
		r.says(t, at)
	case kind == "step-start":
		r.step()
	case kind == "file":
		r.file(part, at)
	case kind == "tool-invocation":
		call := part.Lookup("toolInvocation")
		r.call(part, call, call.Lookup("toolName").Text(), at)
	case kind == "dynamic-tool":
		r.call(part, part, field(part, "toolName", "tool_name").Text(), at)
	case strings.HasPrefix(kind, "tool-"):
		r.call(part, part, strings.TrimPrefix(kind, "tool-"), at)
	default:
		if !strings.HasPrefix(kind, "data-") && !strings.HasPrefix(kind, "source") && kind != "custom" {
			r.Notes.Unknown(at, "part", kind)
		}
		r.says(&conv.Opaque{Family: family, Raw: part}, at)
	}
}

// rest keeps the other fields of a part.
func rest(n *conv.Node, part conv.Raw, read ...string) {
	for key, v := range part.Without(append(read, "type")...).Fields {
		if v != "null" && v != "false" {
			n.Extensions.Set(family, conv.ResidueKey(key), v)
		}
	}
}

// answers begins a step where none is marked: something is said after a result.
func (r *reading) answers() {
	if len(r.results) > 0 {
		r.step()
	}
}

func (r *reading) text(text string, at int, part ...conv.Raw) {
	if text == "" {
		return
	}
	t := &conv.TextContent{Text: text}
	for _, p := range part {
		rest(&t.Node, p, "text", "state")
	}
	r.answers()
	r.says(t, at)
}

// file reads a file by its address, or its data.
func (r *reading) file(part conv.Raw, at int) {
	m := &conv.Media{Name: field(part, "filename", "name").Text()}
	if url := part.Lookup("url").Text(); url != "" {
		own.SetURL(m, url, record.DataHints{})
	} else {
		m.Data = part.Lookup("data").Text()
	}
	m.MIMEType = cmp.Or(field(part, "mediaType", "media_type", "mimeType", "contentType").Text(), m.MIMEType)
	if m.URL == "" && m.Data == "" {
		r.says(&conv.Opaque{Family: family, Raw: part}, at)
		return
	}
	kind, _, _ := strings.Cut(m.MIMEType, "/")
	if kind != "image" && kind != "audio" && kind != "video" {
		kind = "document"
	}
	rest(&m.Node, part, "filename", "name", "url", "data", "mediaType", "media_type", "mimeType", "contentType")
	b := conv.NewMedia(kind, m)
	if _, ok := b.(conv.AssistantContent); !ok && r.role == "assistant" {
		b = &conv.Opaque{Family: family, Raw: part}
	}
	r.answers()
	r.says(b, at)
}

// call reads a call, and what came of it.
func (r *reading) call(part, call conv.Raw, name string, at int) {
	if r.role != "assistant" {
		r.says(&conv.Opaque{Family: family, Raw: part}, at)
		return
	}
	t := &conv.ToolCall{ID: field(call, "toolCallId", "tool_call_id").Text(), Name: name, Arguments: field(call, "input", "args")}
	if raw := field(call, "rawInput", "raw_input"); t.Arguments == "" && raw != "" {
		if t.Arguments = raw; raw[0] == '"' { // what a model wrote, which is no JSON
			t.SetArguments(raw.Text(), nil)
		}
	}
	switch {
	case t.Arguments == "":
		t.Arguments = "{}"
	case t.Arguments[0] != '{':
		t.Arguments = `{"input":` + t.Arguments + "}"
	}
	rest(&t.Node, call, "toolCallId", "tool_call_id", "toolName", "tool_name", "input", "args", "rawInput", "raw_input", "state", "step",
		"output", "result", "errorText", "error_text")
	r.says(t, at)
	r.answer.StopReason = conv.StopToolUse
	m := &conv.ToolResultMessage{ToolCallID: t.ID, ToolName: name}
	m.PlaceAt(at)
	output := field(call, "output", "result")
	switch state := call.Lookup("state").Text(); {
	case call.Lookup("preliminary") == "true":
		return
	case state == "output-available" || state == "result" || state == "" && output != "":
		if text := output.Text(); text != "" {
			m.Content = append(m.Content, &conv.TextContent{Text: text})
		} else if output != "" && output != `""` {
			m.Content = append(m.Content, &conv.TextContent{Text: string(output)})
		}
	case state == "output-error":
		m.IsError = true
		m.Content = append(m.Content, &conv.TextContent{Text: field(call, "errorText", "error_text").Text()})
	case state == "output-denied":
		m.IsError = true
		if reason := call.Lookup("approval.reason").Text(); reason != "" {
			m.Content = append(m.Content, &conv.TextContent{Text: reason})
		}
	default: // it waits
		return
	}
	for _, b := range m.Content {
		conv.NodeOf(b).PlaceAt(at)
	}
	r.results = append(r.results, m)
}
