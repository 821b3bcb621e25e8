package mcp

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

type decoder struct {
	*parts.Builder
	alone bool // the message stands alone
}

// Base is for records.
func (d *decoder) Base() *record.Reader { return &d.Reader }

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(own, data, notes)}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	if d.WantObject("a message of MCP") && (d.Ahead("messages") >= 0 || !d.Inside("parameters, or a result", d.body, "params", "result")) {
		d.body()
	}
	d.C.Messages = parts.Grouped(d.C.Messages, "message", joins)
	return d.One(d.C)
}

// body reads a request for an answer, the answer, or a prompt.
func (d *decoder) body() {
	at := d.Offset()
	if d.Ahead("messages") < 0 {
		raw := d.Raw()
		if d.Err() == nil && parts.Str(raw, "role") == "" {
			d.Fail(at, "no messages of MCP: messages and role are missing")
		}
		if d.alone = true; d.Err() == nil {
			d.message(raw, at)
			own.Set(&d.C.Node, hintOne, "true")
		}
		return
	}
	if d.Ahead("description") >= 0 || own.Hint(&d.C.Node, "result") != "" {
		own.Set(&d.C.Node, hintPrompt, "true")
	}
	b := &body{d.C, &conv.Request{}}
	describe()
	if record.Read(request, d, b); b.q.MaxTokens == rules.MaxTokens {
		b.q.Extensions.Set(family, format.Unasked, conv.Raw(rules.MaxTokens))
	}
	if !b.q.IsEmpty() {
		d.C.Request = b.q
	}
}

// message reads a message. The results of tools in it are messages of their own.
func (d *decoder) message(raw conv.Raw, at int) {
	role, content, first := parts.Str(raw, "role"), parts.At(raw, "content"), len(d.C.Messages)
	switch {
	case raw[0] != '{':
		d.Fail(at, "want a message as an object")
		return
	case role != "user" && role != "assistant" || !parts.AreTexts(raw, "model stopReason"):
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	list := []conv.Raw{content}
	if isList := strings.HasPrefix(string(content), "["); isList || content == "" {
		list = slices.Collect(content.Elements)
		if len(list) == 0 {
			d.Open(role, at)
		}
	}
	var m conv.Message // that a block belongs to; nil: a new one
	for _, block := range list {
		switch {
		case role == "user" && isResult(block):
			d.result(block, at)
			m = nil
			continue
		case m == nil:
			m = d.Open(role, at)
		}
		d.say(m, block, at)
	}
	read := "role content"
	if a, ok := m.(*conv.AssistantMessage); ok && d.alone {
		a.Model = parts.Str(raw, "model")
		stop(a, parts.Str(raw, "stopReason"))
		read += " model stopReason"
	}
	n := &conv.MetaOf(d.C.Messages[first]).Node
	if _, ok := d.C.Messages[first].(*conv.ToolResultMessage); ok {
		d.Object(n, "message", raw, read)
	} else {
		d.Rest(n, raw, read)
	}
	if len(list) == 1 && content[0] == '[' {
		own.Set(n, hintList, "true")
	}
	if first > 0 && joins(d.C.Messages[first-1], d.C.Messages[first]) {
		own.Set(n, hintApart, "true")
	}
}

// stop says why an answer ended. A word that nobody knows stays.
func stop(m *conv.AssistantMessage, word string) {
	if parts.Stop(m, word); word != "" && !slices.ContainsFunc(holds.StopWords, func(w format.StopWord) bool { return w.Raw == word }) {
		own.Set(&m.StopDetail.Node, format.UnknownStop, rawjson.Quoted(word))
	}
}

// isResult reports whether a block is what came of a call.
func isResult(block conv.Raw) bool {
	content := block.Lookup("content")
	return parts.Str(block, "type") == "tool_result" && parts.AreTexts(block, "toolUseId") && (content == "" || content[0] == '[')
}

func (d *decoder) result(block conv.Raw, at int) {
	r := &conv.ToolResultMessage{ToolCallID: parts.Str(block, "toolUseId")}
	d.Add(r, at)
	read := "type toolUseId content"
	if r.IsError = block.Lookup("isError") == "true"; r.IsError {
		read += " isError"
	}
	if said := block.Lookup("structuredContent"); strings.HasPrefix(string(said), "{") {
		r.Details = said
		own.SetHint(&r.Node, "structuredContent", "true")
		read += " structuredContent"
	}
	d.Rest(&r.Node, block, read)
	for part := range block.Lookup("content").Elements {
		d.say(r, part, at)
	}
}

// say reads a block of a message, or of a result.
func (d *decoder) say(m conv.Message, block conv.Raw, at int) {
	kind := parts.Str(block, "type")
	if !parts.AreTexts(block, "type text data mimeType uri name id") {
		kind = ""
	}
	switch kind {
	case "text":
		t := &conv.TextContent{Text: parts.Str(block, "text")}
		d.Rest(&t.Node, block, "type text")
		d.Say(m, t, block, at)
	case "image", "audio":
		f := &conv.Media{Data: parts.Str(block, "data"), MIMEType: parts.Str(block, "mimeType")}
		d.Rest(&f.Node, block, "type data mimeType")
		d.Media(m, kind, f, block, at)
	case "resource", "resource_link":
		d.resource(m, kind, block, at)
	case "tool_use":
		if input := block.Lookup("input"); conv.RoleOf(m) == conv.RoleAssistant && strings.HasPrefix(string(input), "{") {
			t := d.Call(m, parts.Str(block, "id"), parts.Str(block, "name"), input, block, at)
			d.Rest(&t.Node, block, "type id name input")
			return
		}
		fallthrough
	default:
		d.Unknown(m, kind, block, at)
	}
}

// resource reads a file that a server has: its content, or where it is.
func (d *decoder) resource(m conv.Message, kind string, block conv.Raw, at int) {
	of, f := block, &conv.Media{URL: parts.Str(block, "uri"), Name: parts.Str(block, "name")}
	if kind == "resource" {
		of = block.Lookup("resource")
		f = &conv.Media{Name: nameOf(parts.Str(of, "uri")), Text: parts.Str(of, "text"), Data: parts.Str(of, "blob")}
		d.Object(&f.Node, "resource", of, "uri text blob mimeType")
	}
	d.Rest(&f.Node, block, "type resource uri name mimeType")
	if !parts.AreTexts(of, "uri text blob mimeType") || f.Text != "" && f.Data != "" || strings.HasPrefix(f.URL, "data:") {
		d.Opaque(m, block, at)
		return
	}
	mime := of.Lookup("mimeType")
	f.MIMEType = mime.Text()
	if kind = media.Kind(cmp.Or(f.MIMEType, media.TypeOfName(f.Name+f.URL))); f.Text != "" {
		kind, f.MIMEType = "document", "text/plain"
	}
	if f.MIMEType == "" || mime.Text() != f.MIMEType {
		own.SetHint(&f.Node, "mimeType", cmp.Or(mime, "null"))
	}
	if conv.RoleOf(m) != conv.RoleToolResult || f.Data != "" && isInline(f.Block(kind)) {
		own.Set(&f.Node, hintResource, "true")
	}
	d.Media(m, kind, f, block, at)
}
