package pydanticai

import (
	"cmp"
	"iter"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

type decoder struct {
	*parts.Builder
	instructions string // of the last request
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes)}
	switch {
	case d.Kind() == rawjson.Array:
		d.messages()
	case !d.WantObject("messages of Pydantic AI"):
	case d.Ahead("messages") < 0:
		at := d.Offset()
		if m := d.Raw(); d.Err() == nil {
			d.message(m, at)
		}
	default:
		for key := range d.Fields {
			if key == "messages" {
				d.messages()
			} else {
				d.Keep(&d.C.Node, key)
			}
		}
	}
	return d.One(d.C)
}

func (d *decoder) messages() { d.Each(d.Skipped(), "messages", d.message) }

// message reads a request or a response.
func (d *decoder) message(raw conv.Raw, at int) {
	switch kind := parts.Str(raw, "kind"); {
	case raw[0] != '{':
		d.Fail(at, "want a message as an object")
	case kind == "request":
		d.request(raw, at)
	case kind == "response":
		d.response(raw, at)
	default:
		d.Custom(cmp.Or(kind, "message"), raw, false, at)
	}
}

// request reads what was asked. Instructions are those of one request; only other ones
// than before are a message.
func (d *decoder) request(raw conv.Raw, at int) {
	first := len(d.C.Messages)
	if s := parts.Str(raw, "instructions"); s != d.instructions && s != "" {
		d.instructions = s
		d.Text(d.Open("system", at), s, at)
	}
	for part := range raw.Lookup("parts").Elements {
		d.asked(part, at)
	}
	for _, m := range d.C.Messages[first:] {
		if meta := conv.MetaOf(m); meta.Timestamp == 0 {
			meta.Timestamp = milliseconds(raw)
		}
	}
	if len(d.C.Messages) > first {
		d.Rest(&conv.MetaOf(d.C.Messages[first]).Node, raw, "kind parts instructions timestamp")
	}
	d.Group(first, "request")
}

func milliseconds(raw conv.Raw) int64 {
	t, err := time.Parse(time.RFC3339, parts.Str(raw, "timestamp"))
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// asked reads a part of a request, which is a message.
func (d *decoder) asked(part conv.Raw, at int) {
	const known = "part_kind content timestamp tool_name tool_call_id outcome"
	var m conv.Message
	switch kind := parts.Str(part, "part_kind"); kind {
	case "system-prompt", "instruction":
		m = d.Open("system", at)
	case "user-prompt":
		m = d.Open("user", at)
	case "retry-prompt":
		if parts.Str(part, "tool_name") == "" {
			m = d.Open("user", at)
			break
		}
		r := d.Result(parts.Str(part, "tool_call_id"), parts.Str(part, "tool_name"), at)
		r.IsError, m = true, r
	case "tool-return":
		r := d.Result(parts.Str(part, "tool_call_id"), parts.Str(part, "tool_name"), at)
		r.Details = parts.At(part, "metadata")
		outcome := parts.Str(part, "outcome")
		r.IsError, m = outcome != "" && outcome != "success", r
		if outcome == "denied" || outcome == "interrupted" {
			own.Set(&r.Node, "outcome", rawjson.Quoted(outcome))
		}
	default:
		d.Notes.Unknown(at, "part", kind)
		d.Custom(cmp.Or(kind, "part"), part, true, at)
		return
	}
	meta := conv.MetaOf(m)
	meta.Timestamp = milliseconds(part)
	d.Rest(&meta.Node, part, known+" metadata")
	content := parts.At(part, "content")
	if strings.HasPrefix(string(content), "[") && parts.Str(part, "part_kind") == "user-prompt" {
		for item := range content.Elements {
			d.item(m, item, at)
		}
	} else {
		d.Value(m, content, at)
	}
}

// item reads an item of what a user said: a text, or a file.
func (d *decoder) item(m conv.Message, item conv.Raw, at int) {
	kind := parts.Str(item, "kind")
	f := &conv.Media{MIMEType: parts.Str(item, "media_type _media_type"), FileID: parts.Str(item, "file_id"), Name: parts.Str(item, "identifier _identifier"), Detail: parts.Str(item, "vendor_metadata.detail")}
	switch kind {
	case "":
		d.Value(m, item, at)
		return
	case "text-content", "text":
		d.Text(m, parts.Str(item, "content text"), at)
		return
	case "image-url", "audio-url", "video-url", "document-url":
		f.URL = parts.Str(item, "url")
		kind = strings.TrimSuffix(kind, "-url")
	case "binary":
		f.Data = parts.Str(item, "data")
		kind = ""
	case "uploaded-file":
		f.Provider = parts.Str(item, "provider_name")
		kind = ""
	case "cache-point":
		d.Opaque(m, item, at)
		return
	default:
		d.Unknown(m, kind, item, at)
		return
	}
	d.Rest(&f.Node, item, "kind url data media_type _media_type file_id identifier _identifier provider_name force_download")
	d.Media(m, kind, f, item, at)
}

// response reads an answer.
func (d *decoder) response(raw conv.Raw, at int) {
	m := &conv.AssistantMessage{Model: parts.Str(raw, "model_name"), Provider: parts.Str(raw, "provider_name"), ResponseID: parts.Str(raw, "provider_response_id vendor_id")}
	d.Add(m, at)
	m.Timestamp = milliseconds(raw)
	parts.Stop(m, parts.Str(raw, "finish_reason"))
	parts.Usage(m, raw.Lookup, "usage.input_tokens usage.output_tokens - usage.cache_read_tokens usage.cache_write_tokens usage.details.reasoning_tokens usage.input_audio_tokens usage.output_audio_tokens")
	for part := range raw.Lookup("parts").Elements {
		d.said(m, part, at)
	}
	d.Rest(&m.Node, raw, "kind parts model_name provider_name provider_response_id vendor_id timestamp finish_reason usage")
}

// said reads a part of an answer.
func (d *decoder) said(m *conv.AssistantMessage, part conv.Raw, at int) {
	switch kind := parts.Str(part, "part_kind"); kind {
	case "text":
		t := &conv.TextContent{Text: parts.Str(part, "content")}
		if d.Rest(&t.Node, part, "part_kind content"); t.Text != "" {
			d.Say(m, t, part, at)
		}
	case "thinking":
		t := d.Thinking(m, parts.Str(part, "content"), parts.Str(part, "signature"), part, at)
		t.Redacted = parts.Str(part, "id") == "redacted_thinking"
		d.Rest(&t.Node, part, "part_kind content signature")
	case "tool-call":
		t := d.Call(m, parts.Str(part, "tool_call_id"), parts.Str(part, "tool_name"), parts.At(part, "args"), part, at)
		d.Rest(&t.Node, part, "part_kind tool_call_id tool_name args tool_kind")
	case "file":
		file := part.Lookup("content")
		d.Media(m, "", &conv.Media{Data: parts.Str(file, "data"), MIMEType: parts.Str(file, "media_type _media_type")}, part, at)
	case "builtin-tool-call", "builtin-tool-return", "compaction", "speech":
		d.Opaque(m, part, at)
	default:
		d.Unknown(m, kind, part, at)
	}
}
