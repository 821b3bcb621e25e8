package pydanticai

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// writer writes a history.
type writer struct {
	*rawjson.Writer
	instructions string // of the last request
}

// write writes a list of requests and responses, or the object that it was read from.
func write(out *rawjson.Writer, c *conv.Conversation) {
	w := &writer{Writer: out}
	list := parts.WithPrompt(c)
	if own.Get(&c.Node, hintOne) != "" && len(list) > 0 && parts.Span(list, joins) == len(list) {
		w.messages(list)
		return
	}
	inside := c.Extensions.HasFields(family)
	if inside {
		w.BeginObject()
		w.Key("messages")
	}
	w.BeginArray()
	w.messages(list)
	w.EndArray()
	if inside {
		own.Write(out, &c.Node, "messages")
		w.EndObject()
	}
}

func (w *writer) messages(list []conv.Message) {
	for n := 0; len(list) > 0; list = list[n:] {
		n = parts.Span(list, joins)
		switch m := list[0].(type) {
		case *conv.AssistantMessage:
			w.response(m)
		case *conv.CustomMessage:
			if isAsked(m) {
				w.request(list[:n])
			} else {
				w.Raw(m.Data)
			}
		default:
			w.request(list[:n])
		}
	}
}

// joins reports whether a message belongs to the request of the one before.
func joins(before, m conv.Message) bool {
	return isAsked(before) && isAsked(m) && own.Get(&conv.MetaOf(m).Node, hintApart) == ""
}

// isAsked reports whether a message is a part of a request.
func isAsked(m conv.Message) bool {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		return false
	case *conv.CustomMessage:
		return m.Data.Lookup("part_kind") != ""
	}
	return true
}

// request writes messages as the parts of one request. An instruction that was read from
// its instructions, or came with an earlier one, stands beside the parts.
func (w *writer) request(list []conv.Message) {
	first := &conv.MetaOf(list[0]).Node
	w.BeginObject()
	w.ArrayField("parts")
	for i, m := range list {
		if s, ok := m.(*conv.SystemMessage); ok && i == 0 && own.Hint(first, "instructions") == "true" {
			w.instructions = s.Text()
			continue
		}
		w.asked(m)
	}
	w.EndArray()
	if w.instructions != "" && own.Hint(first, "instructions") != "null" {
		w.Field("instructions", w.instructions)
	}
	record.WriteFields(w.Writer, own.Get(first, request), "parts", "instructions", "kind")
	w.Field("kind", request)
	w.EndObject()
}

// asked writes a part of a request.
func (w *writer) asked(m conv.Message) {
	n := &conv.MetaOf(m).Node
	kind, read := "", request+" "+askedFields
	w.BeginObject()
	switch m := m.(type) {
	case *conv.SystemMessage:
		kind = "system-prompt"
		w.Field("content", m.Text())
	case *conv.UserMessage:
		kind = "user-prompt"
		w.content(m)
	case *conv.ToolResultMessage:
		kind, read = "tool-return", read+resultFields
		w.Field("tool_name", m.ToolName)
		w.content(m)
		w.Field("tool_call_id", m.ToolCallID)
		w.OptRaw("metadata", m.Details)
		switch was := own.Text(n, "~outcome"); {
		case was != "" && (was != "success") == m.IsError:
			w.Field("outcome", was)
		case m.IsError && own.Text(n, hintPart) != "retry-prompt":
			w.Field("outcome", failed)
		}
	case *conv.CustomMessage:
		record.WriteFields(w.Writer, m.Data)
		w.EndObject()
		return
	default:
		panic(fmt.Sprintf("pydanticai: a %T", m))
	}
	if was := own.Text(n, hintPart); was == "retry-prompt" || was == "instruction" {
		kind = was
	}
	w.time(m)
	own.Write(w.Writer, n, strings.Fields(read)...)
	w.Field("part_kind", kind)
	w.EndObject()
}

// content writes what a user or a tool says: one text as a string, other values of a
// tool as they are, else a list of texts and files.
func (w *writer) content(m conv.Message) {
	all := slices.Collect(conv.BlocksOf(m))
	hint := own.Text(&conv.MetaOf(m).Node, hintList)
	w.Key("content")
	if len(all) == 0 && hint == "" {
		w.Str("")
		return
	}
	if t, ok := onlyText(all); ok {
		switch {
		case hint == "json" && rawjson.IsValue(t.Text):
			w.Raw(conv.Raw(t.Text))
			return
		case hint != "list" && own.Plain(&t.Node):
			conv.WriteText(w.Writer, &t.Node, t.Text)
			return
		}
	}
	w.BeginArray()
	for _, b := range all {
		w.item(b)
	}
	w.EndArray()
}

func onlyText(all []conv.Block) (t *conv.TextContent, ok bool) {
	if len(all) == 1 {
		t, ok = all[0].(*conv.TextContent)
	}
	return t, ok
}

// item writes a text, or a file.
func (w *writer) item(b conv.Block) {
	switch b := b.(type) {
	case *conv.Opaque:
		w.Raw(b.Raw)
	case *conv.TextContent:
		if own.Plain(&b.Node) {
			conv.WriteText(w.Writer, &b.Node, b.Text)
			return
		}
		w.BeginObject()
		w.Field("content", b.Text)
		own.Write(w.Writer, &b.Node, "content", "kind")
		w.Field("kind", "text-content")
		w.EndObject()
	default:
		w.file(b.BlockType(), conv.MediaOf(b))
	}
}

// file writes a file by its data, its address or its id.
func (w *writer) file(kind string, m *conv.Media) {
	head, url := own.URLOf(m, urlHints)
	w.BeginObject()
	switch {
	case m.FileID != "":
		kind = "uploaded-file"
		w.Field("file_id", m.FileID)
		w.OptField("provider_name", m.Provider)
	case m.Data != "" && own.Hint(&m.Node, "kind") == "":
		kind = "binary"
		data := m.Data
		if own.Get(&m.Node, "~data") != "" {
			data = inURLAlphabet(data)
		}
		w.Field("data", data)
	default:
		kind += "-url"
		w.Field("url", head+url)
	}
	if kind == "binary" || !strings.HasPrefix(m.URL+head, "data:") {
		w.OptField("media_type", m.MIMEType)
	}
	w.OptField("identifier", m.Name)
	if vendor := own.Get(&m.Node, "vendor_metadata"); m.Detail != "" || vendor != "" {
		w.ObjectField("vendor_metadata")
		w.OptField("detail", m.Detail)
		record.WriteFields(w.Writer, vendor, "detail")
		w.EndObject()
	}
	own.Write(w.Writer, &m.Node, "part", "kind", "url", "data", "file_id", "provider_name", "media_type", "identifier", "vendor_metadata")
	w.Field("kind", kind)
	w.EndObject()
}

// urlHints are those of an address with the data of a file in it.
var urlHints = record.DataHints{Whole: "~url", Prefix: "~url"}

// inURLAlphabet is base64 as older versions write it.
func inURLAlphabet(data string) string { return strings.NewReplacer("+", "-", "/", "_").Replace(data) }

// response writes an answer.
func (w *writer) response(m *conv.AssistantMessage) {
	w.BeginObject()
	w.ArrayField("parts")
	for _, b := range m.Content {
		parts.WriteBlock(w.Writer, b, func() { w.said(m, b) })
	}
	w.EndArray()
	var again conv.AssistantMessage
	usage := own.Hint(&m.Node, "usage")
	if readUsage(&again, usage); usage == "" || usageOf(again.Usage) != usageOf(m.Usage) {
		usage = usageOf(m.Usage)
	}
	w.OptRaw("usage", usage)
	w.OptField("model_name", m.Model)
	w.time(m)
	w.OptField("provider_name", m.Provider)
	w.OptField(cmp.Or(own.Text(&m.Node, "~id"), "provider_response_id"), m.ResponseID)
	if d := m.StopDetail; d != nil && d.Raw == incomplete {
		w.Field("state", incomplete)
	} else if d != nil {
		w.OptField("finish_reason", d.Raw)
	}
	own.Write(w.Writer, &m.Node, record.Unless(m.StopReason != conv.StopAborted, "state"), "parts", "usage", "model_name", "timestamp", "provider_name", "provider_response_id", "finish_reason", "kind")
	w.Field("kind", "response")
	w.EndObject()
}

// said writes a part of an answer.
func (w *writer) said(m *conv.AssistantMessage, b conv.AssistantContent) {
	kind := ""
	switch b := b.(type) {
	case *conv.TextContent:
		kind = "text"
		w.Field("content", b.Text)
		own.Write(w.Writer, &b.Node, "content", "part_kind")
	case *conv.ThinkingContent:
		kind = "thinking"
		w.Field("content", b.Thinking)
		if b.Redacted {
			w.Field("id", redactedID)
		}
		w.OptField("signature", b.ThinkingSignature)
		provider := own.Get(&b.Node, "provider_name")
		if provider == "" && b.ThinkingSignature != "" && m.Provider != "" && !own.Lacks(&b.Node, "provider_name") {
			w.Field("provider_name", m.Provider) // a signature goes back to this one alone
		}
		own.Write(w.Writer, &b.Node, "content", record.Unless(!b.Redacted, "id"), "signature", "part_kind")
	case *conv.ToolCall:
		kind = "tool-call"
		w.Field("tool_name", b.Name)
		switch {
		case b.ArgumentsText != nil, own.Text(&b.Node, "~args") == "text":
			w.Field("args", b.ArgumentsString())
		case own.Hint(&b.Node, "args") == "" || record.ArgumentsOf(b) != "{}":
			w.OptRaw("args", record.ArgumentsOf(b))
		}
		w.Field("tool_call_id", b.ID)
		own.Write(w.Writer, &b.Node, "tool_name", "args", "tool_call_id", "part_kind")
	default:
		kind = "file"
		f := conv.MediaOf(b)
		w.Key("content")
		w.file(b.BlockType(), f)
		record.WriteFields(w.Writer, own.Get(&f.Node, "part"), "content", "part_kind")
	}
	w.Field("part_kind", kind)
}

// Words of the format.
const (
	redactedID = "redacted_thinking"
	failed     = "failed"     // the outcome of a call
	incomplete = "incomplete" // the state of an answer that was cut off
)

// time writes when a message came, as it was read if it still says that.
func (w *writer) time(m conv.Message) {
	meta := conv.MetaOf(m)
	was := own.Hint(&meta.Node, "timestamp")
	switch {
	case was == "null":
	case was != "" && session.ISOTime(was.Text()) == meta.Timestamp:
		w.RawField("timestamp", was)
	case meta.Timestamp != 0:
		w.Field("timestamp", timeOf(meta.Timestamp))
	}
}

// timeOf is a time as Python writes it.
func timeOf(ms int64) string {
	layout := "2006-01-02T15:04:05Z"
	if ms%1000 != 0 {
		layout = "2006-01-02T15:04:05.000000Z"
	}
	return time.UnixMilli(ms).UTC().Format(layout)
}

// usageOf is counts of tokens, "" without any. The input counts what a cache
// had, too, if it is known.
func usageOf(u *conv.Usage) conv.Raw {
	if u == nil {
		return ""
	}
	x := *u
	if !x.InputUnknown {
		x.Input += x.CacheRead + x.CacheWrite
	}
	return counts.Object(&x)
}

var counts = record.Parts{
	{Path: "input_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Input }},
	{Path: "cache_write_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheWrite }},
	{Path: "cache_read_tokens", At: func(u *conv.Usage) *int64 { return &u.CacheRead }},
	{Path: "output_tokens", Usual: true, At: func(u *conv.Usage) *int64 { return &u.Output }},
	{Path: "input_audio_tokens", At: func(u *conv.Usage) *int64 { return &u.InputAudio }},
	{Path: "output_audio_tokens", At: func(u *conv.Usage) *int64 { return &u.OutputAudio }},
	{Path: "details.reasoning_tokens", At: func(u *conv.Usage) *int64 { return &u.Reasoning }},
}
