package goose

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// content reads the contents of a message. Those that are not part of what the
// role says make messages of their own.
func (d *decoder) content(e *envelope) {
	if e.content < 0 || e.role != "user" && e.role != "assistant" {
		d.Rewind(e.Offset())
		d.Notes.Unknown(e.Offset(), "role", e.role)
		d.add(e, &conv.CustomMessage{CustomType: family + ".message", Data: d.Raw()})
		return
	}
	d.Rewind(e.content)
	if d.Kind() != rawjson.Array {
		d.Fail(e.content, "want a list of contents, got %s", d.Kind())
		return
	}
	m := &reading{decoder: d, e: e}
	for range d.Elements {
		m.one()
	}
	if !m.any && d.Err() == nil {
		m.open()
	}
}

// reading is a message whose contents are being read.
type reading struct {
	*decoder
	e      *envelope
	user   *conv.UserMessage
	answer *conv.AssistantMessage
	any    bool
}

// add appends a message of an envelope.
func (d *decoder) add(e *envelope, m conv.Message) {
	meta := conv.MetaOf(m)
	if meta.Offset() < 0 {
		meta.SetOffset(e.Offset())
	}
	meta.Timestamp, meta.Excluded = e.Timestamp, e.Excluded
	if _, user := m.(*conv.UserMessage); user {
		meta.Injected = e.Injected
	}
	d.c.Messages = append(d.c.Messages, m)
}

// open begins the message that contents of the role go to.
func (r *reading) open() {
	r.any = true
	switch {
	case r.e.role == "user" && r.user == nil:
		r.user = &conv.UserMessage{}
		r.add(r.e, r.user)
	case r.e.role == "assistant" && r.answer == nil:
		r.answer = &conv.AssistantMessage{}
		r.add(r.e, r.answer)
	}
}

// apart adds a message beside those of the role.
func (r *reading) apart(m conv.Message, at int) {
	conv.MetaOf(m).SetOffset(at)
	r.add(r.e, m)
	r.user, r.answer, r.any = nil, nil, true
}

// one reads a content.
func (r *reading) one() {
	at := r.Offset()
	if r.Kind() != rawjson.Object {
		r.Fail(at, "want a content, got %s", r.Kind())
		return
	}
	raw := r.Raw()
	switch kind := raw.Lookup("type").Text(); kind {
	case "text":
		t := &conv.TextContent{Text: raw.Lookup("text").Text()}
		r.block(t, at, raw, "text")
	case "image":
		m := &conv.ImageContent{Data: raw.Lookup("data").Text(), MIMEType: raw.Lookup("mimeType").Text()}
		r.block(m, at, raw, "data", "mimeType")
	case "thinking":
		t := &conv.ThinkingContent{Thinking: raw.Lookup("thinking").Text(), ThinkingSignature: raw.Lookup("signature").Text()}
		r.block(t, at, raw, "thinking", "signature")
	case "redactedThinking":
		t := &conv.ThinkingContent{Redacted: true, ThinkingSignature: raw.Lookup("data").Text()}
		r.block(t, at, raw, "data")
	case "toolRequest", "frontendToolRequest":
		r.call(at, raw)
	case "toolResponse":
		r.result(at, raw)
	case "conversationCompacted": // goose leaves it out, too
		r.Notes.Info(note.CodeHistory, note.Dropped, at, "notice of a compaction", raw.Lookup("msg").Text())
	case "toolConfirmationRequest", "actionRequired", "systemNotification", "contextLengthExceeded", "summarizationRequested":
		r.apart(&conv.CustomMessage{CustomType: family + "." + kind, Data: raw}, at)
	default:
		r.Notes.Unknown(at, "content", kind)
		r.apart(&conv.CustomMessage{CustomType: family + "." + kind, Data: raw}, at)
	}
}

// block adds a block to the message of the role. A block that such a message
// cannot have is opaque.
func (r *reading) block(b conv.Block, at int, raw conv.Raw, read ...string) {
	n := conv.NodeOf(b)
	n.SetOffset(at)
	r.rest(n, raw, read...)
	r.open()
	if r.user != nil {
		x, ok := b.(conv.UserContent)
		if !ok {
			x = r.opaque(at, raw)
		}
		r.user.Content = append(r.user.Content, x)
		return
	}
	x, ok := b.(conv.AssistantContent)
	if !ok {
		x = r.opaque(at, raw)
	}
	r.answer.Content = append(r.answer.Content, x)
}

func (r *reading) opaque(at int, raw conv.Raw) *conv.Opaque {
	r.Notes.Unknown(at, "content", raw.Lookup("type").Text())
	o := &conv.Opaque{Family: family, Raw: raw}
	o.SetOffset(at)
	return o
}

// rest keeps the fields of a content that are not among read.
func (d *decoder) rest(n *conv.Node, raw conv.Raw, read ...string) {
	for key, v := range raw.Fields {
		known := key == "type" || v == "null"
		for _, k := range read {
			known = known || k == key
		}
		if known {
			continue
		}
		if key != "annotations" && key != "_meta" && key != "metadata" {
			d.Notes.Unknown(n.Offset(), "field", key)
		}
		n.Extensions.Set(family, extension.ResidueKey(key), v)
	}
}

// call reads a call. In place of one that goose could not read there is only an
// error, which the response repeats.
func (r *reading) call(at int, raw conv.Raw) {
	call := raw.Lookup("toolCall")
	t := &conv.ToolCall{ID: raw.Lookup("id").Text(), Name: call.Lookup("value.name").Text(), Arguments: "{}", ThoughtSignature: raw.Lookup("thoughtSignature").Text()}
	read := "name"
	if arguments := call.Lookup("value.arguments"); strings.HasPrefix(string(arguments), "{") {
		t.Arguments, read = arguments, "name arguments"
	}
	r.names[t.ID] = t.Name
	if r.e.role == "user" {
		r.apart(&conv.CustomMessage{CustomType: family + ".toolRequest", Data: raw}, at)
		return
	}
	r.block(t, at, raw, "id", "toolCall", "thoughtSignature")
	if call.Lookup("status").Text() == "error" {
		t.Extensions.Set(family, "toolCall", call)
	} else {
		parts.LeftIn(own, &t.Node, "toolCall", call, "status value")
		parts.LeftIn(own, &t.Node, "toolCall.value", call.Lookup("value"), read)
	}
	if kind := raw.Lookup("type").Text(); kind != "toolRequest" {
		t.Extensions.Set(family, "~type", rawjson.Quoted(kind))
	}
}

// result reads a response: contents of MCP in an object, in older files alone.
func (r *reading) result(at int, raw conv.Raw) {
	m := &conv.ToolResultMessage{ToolCallID: raw.Lookup("id").Text()}
	m.ToolName = r.names[m.ToolCallID]
	m.SetOffset(at)
	r.rest(&m.Node, raw, "id", "toolResult")
	result := raw.Lookup("toolResult")
	value := result.Lookup("value")
	parts.LeftIn(own, &m.Node, "toolResult", result, "status value error")
	parts.LeftIn(own, &m.Node, "toolResult.value", value, "content isError structuredContent")
	if result.Lookup("status").Text() == "error" {
		m.IsError = true
		m.Content = append(m.Content, r.text(at, result.Lookup("error").Text()))
	}
	list := value
	if strings.HasPrefix(string(value), "{") {
		m.IsError = m.IsError || value.Lookup("isError") == "true"
		list = value.Lookup("content")
		if structured := value.Lookup("structuredContent"); structured != "" && structured != "null" {
			m.Details = structured
		}
	}
	model := false
	for part := range list.Elements {
		model = model || isFor(part, "assistant")
	}
	var shown []conv.Raw // to the user alone, who often gets the same text
	for part := range list.Elements {
		if model && isFor(part, "user") {
			shown = append(shown, part)
			continue
		}
		m.Content = append(m.Content, r.part(at, part))
	}
	if shown != nil {
		m.Extensions.Set(family, "shown", rawjson.ArrayOf(shown))
	}
	r.apart(m, at)
}

// isFor reports whether a content of MCP is for one audience alone.
func isFor(part conv.Raw, audience string) bool {
	list := part.Lookup("annotations.audience")
	return list.Lookup("0").Text() == audience && list.Lookup("1") == ""
}

func (r *reading) text(at int, text string) *conv.TextContent {
	t := &conv.TextContent{Text: text}
	t.SetOffset(at)
	return t
}

// part reads a content of MCP.
func (r *reading) part(at int, part conv.Raw) conv.ToolResultContent {
	var b conv.ToolResultContent
	var read []string
	data := conv.Media{Data: part.Lookup("data").Text(), MIMEType: part.Lookup("mimeType").Text()}
	switch part.Lookup("type").Text() {
	case "text":
		b, read = r.text(at, part.Lookup("text").Text()), []string{"text"}
	case "image":
		b, read = (*conv.ImageContent)(&data), []string{"data", "mimeType"}
	case "audio":
		b, read = (*conv.AudioContent)(&data), []string{"data", "mimeType"}
	case "resource":
		resource := part.Lookup("resource")
		m := &conv.Media{Text: resource.Lookup("text").Text(), Data: resource.Lookup("blob").Text(), MIMEType: resource.Lookup("mimeType").Text(), Name: resource.Lookup("uri").Text()}
		if m.Data == "" && resource.Lookup("text") == "" {
			return r.opaque(at, part)
		}
		kind := "document"
		if strings.HasPrefix(m.MIMEType, "image/") && m.Data != "" {
			kind = "image"
		}
		b, read = m.Block(kind).(conv.ToolResultContent), []string{"resource"}
		parts.LeftIn(own, &m.Node, "resource", resource, "text blob mimeType uri")
	default:
		return r.opaque(at, part)
	}
	n := conv.NodeOf(b)
	n.SetOffset(at)
	r.rest(n, part, read...)
	return b
}
