package mcp

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes the parameters of a request, or what was read.
func write(w *rawjson.Writer, c *conv.Conversation) {
	parts.WriteInside(w, own, &c.Node, func() {
		if n := len(c.Messages); own.Get(&c.Node, hintOne) != "" && n > 0 && parts.Span(c.Messages, joins) == n {
			writeMessage(w, c.Messages)
			return
		}
		b := &body{c, c.Request}
		b.q = cmp.Or(b.q, &conv.Request{})
		describe()
		record.Write(request, w, b)
	}, "params", "result")
}

func writeMessages(w *rawjson.Writer, b *body) {
	w.ArrayField("messages")
	for n, list := 0, b.Messages; len(list) > 0; list = list[n:] {
		n = parts.Span(list, joins)
		writeMessage(w, list[:n])
	}
	w.EndArray()
}

// joins reports whether a message is one with the one before: both are results of tools.
func joins(before, m conv.Message) bool {
	both := conv.RoleOf(before) == conv.RoleToolResult && conv.RoleOf(m) == conv.RoleToolResult
	return both && own.Get(&conv.MetaOf(m).Node, hintApart) == ""
}

// writeMessage writes messages as one of the format. Its content is a block, or a list of
// several ones; a result is one.
func writeMessage(w *rawjson.Writer, list []conv.Message) {
	if m, ok := list[0].(*conv.CustomMessage); ok {
		w.Raw(m.Data)
		return
	}
	n := &conv.MetaOf(list[0]).Node
	role, count := "user", len(list)
	w.BeginObject()
	switch m := list[0].(type) {
	case *conv.AssistantMessage:
		role, count = "assistant", len(m.Content)
		w.OptField("model", m.Model)
		if m.StopDetail != nil {
			w.OptField("stopReason", m.StopDetail.Raw)
		}
	case *conv.UserMessage:
		count = len(m.Content)
	case *conv.ToolResultMessage:
	default:
		panic(fmt.Sprintf("mcp: a %T", m))
	}
	w.Field("role", role)
	w.Key("content")
	many := count != 1 || own.Get(n, hintList) != ""
	if many {
		w.BeginArray()
	}
	for _, m := range list {
		if r, ok := m.(*conv.ToolResultMessage); ok {
			writeResult(w, r)
			continue
		}
		for b := range conv.BlocksOf(m) {
			parts.WriteBlock(w, b, func() { writeFields(w, b) })
		}
	}
	if many {
		w.EndArray()
	}
	if conv.RoleOf(list[0]) == conv.RoleToolResult {
		record.WriteFields(w, own.Get(n, "message"), "role", "content")
	} else {
		own.Write(w, n, "role", "content")
	}
	w.EndObject()
}

// writeResult writes what came of a call.
func writeResult(w *rawjson.Writer, r *conv.ToolResultMessage) {
	w.BeginObject()
	w.Fields("type", "tool_result", "toolUseId", r.ToolCallID)
	w.ArrayField("content")
	for _, b := range r.Content {
		parts.WriteBlock(w, b, func() { writeFields(w, b) })
	}
	w.EndArray()
	w.OptRaw("structuredContent", r.Details)
	if r.IsError {
		w.BoolField("isError", true)
	}
	own.Write(w, &r.Node, "message", "type", "toolUseId", "content", record.Unless(r.Details == "", "structuredContent"), record.Unless(!r.IsError, "isError"))
	w.EndObject()
}

// writeFields writes the fields of a block.
func writeFields(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		w.Field("type", "text")
		w.Key("text")
		conv.WriteText(w, &b.Node, b.Text)
		own.Write(w, &b.Node, "type", "text")
	case *conv.ToolCall:
		w.Fields("type", "tool_use", "id", b.ID, "name", b.Name)
		w.RawField("input", record.ArgumentsOf(b))
		own.Write(w, &b.Node, "type", "id", "name", "input")
	default:
		writeFile(w, b)
	}
}

// isInline reports whether a file is an image or audio with its data, and not a resource.
func isInline(b conv.Block) bool {
	kind, f := b.BlockType(), conv.MediaOf(b)
	return f.Data != "" && (kind == "image" || kind == "audio") && own.Get(&f.Node, hintResource) == ""
}

// writeFile writes the fields of a file: its data, its address, or a resource.
func writeFile(w *rawjson.Writer, b conv.Block) {
	f := conv.MediaOf(b)
	mime := cmp.Or(own.Hint(&f.Node, "mimeType"), rawjson.Quoted(f.MIMEType)).Text()
	switch {
	case isInline(b):
		w.Fields("type", b.BlockType(), "data", f.Data, "mimeType", mime)
	case f.URL != "":
		w.Fields("type", "resource_link", "uri", f.URL, "name", f.Name)
		w.OptField("mimeType", mime)
	default:
		w.Field("type", "resource")
		w.ObjectField("resource")
		w.Field("uri", uriOf(f.Name))
		w.OptField("mimeType", mime)
		if f.Text != "" {
			w.Field("text", f.Text)
		} else {
			w.Field("blob", f.Data)
		}
		record.WriteFields(w, own.Get(&f.Node, "resource"), "uri", "mimeType", "text", "blob")
		w.EndObject()
	}
	own.Write(w, &f.Node, "type", "data", "uri", "name", "mimeType", "resource")
}

// uriOf is where a file of a name is: a resource must have an address.
func uriOf(name string) string {
	if u, err := url.Parse(name); err == nil && u.Scheme != "" {
		return name
	}
	return "file:///" + url.PathEscape(name)
}

// nameOf is the name that uriOf made an address of, else the address.
func nameOf(uri string) string {
	if end, ok := strings.CutPrefix(uri, "file:///"); ok {
		if name, err := url.PathUnescape(end); err == nil && uriOf(name) == uri {
			return name
		}
	}
	return uri
}
