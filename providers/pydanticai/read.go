package pydanticai

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

type decoder struct {
	*parts.Builder
	instructions string // of the last request
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(own, data, notes)}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	switch {
	case d.Kind() == rawjson.Array:
		d.messages()
	case !d.WantObject("messages of Pydantic AI"):
	case d.Ahead("messages") < 0:
		at := d.Offset()
		if m := d.Raw(); d.Err() == nil {
			d.message(m, at)
			own.Set(&d.C.Node, hintOne, "true")
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
	parts.Prompt(own, d.C)
	d.C.Messages = parts.Grouped(d.C.Messages, request, joins)
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
	switch s := parts.Str(raw, "instructions"); {
	case s != d.instructions && s != "":
		d.instructions = s
		m := d.Open("system", at)
		d.Text(m, s, at)
		own.SetHint(&conv.MetaOf(m).Node, "instructions", "true")
	case s != d.instructions:
		defer func() { own.SetHint(&conv.MetaOf(d.C.Messages[first]).Node, "instructions", "null") }()
	}
	for part := range raw.Lookup("parts").Elements {
		d.asked(part, at)
	}
	if len(d.C.Messages) == first {
		d.Custom(request, raw, true, at)
		return
	}
	of := session.ISOTime(parts.Str(raw, "timestamp"))
	for _, m := range d.C.Messages[first:] {
		if meta := conv.MetaOf(m); meta.Timestamp == 0 && of != 0 {
			meta.Timestamp = of
			own.SetHint(&meta.Node, "timestamp", "null")
		}
	}
	n := &conv.MetaOf(d.C.Messages[first]).Node
	d.Object(n, request, raw, "kind parts instructions")
	if first > 0 && isAsked(d.C.Messages[first-1]) {
		own.Set(n, hintApart, "true")
	}
}

// The fields of a part of a request, and those of what came of a call.
const (
	askedFields  = "part_kind content timestamp"
	resultFields = " tool_call_id tool_name outcome metadata"
)

// asked reads a part of a request, which is a message.
func (d *decoder) asked(part conv.Raw, at int) {
	var m conv.Message
	kind := parts.Str(part, "part_kind")
	read := askedFields
	switch id, tool := parts.Str(part, "tool_call_id"), parts.Str(part, "tool_name"); {
	case kind == "system-prompt", kind == "instruction":
		m = d.Open("system", at)
	case kind == "user-prompt":
		m = d.Open("user", at)
	case kind == "retry-prompt" && tool == "":
		m = d.Open("user", at)
	case kind == "retry-prompt", kind == "tool-return":
		read += resultFields
		r := d.Result(id, tool, at)
		r.Details = parts.At(part, "metadata")
		outcome := parts.Str(part, "outcome")
		r.IsError, m = kind == "retry-prompt" || outcome != "" && outcome != "success", r
		if outcome != "" && outcome != failed {
			own.SetHint(&r.Node, "outcome", rawjson.Quoted(outcome))
		}
	default:
		d.Notes.Unknown(at, "part", kind)
		d.Custom(cmp.Or(kind, "part"), part, true, at)
		return
	}
	meta := conv.MetaOf(m)
	if kind == "retry-prompt" || kind == "instruction" {
		own.Set(&meta.Node, hintPart, rawjson.Quoted(kind))
	}
	d.time(meta, part)
	d.Rest(&meta.Node, part, read)
	content := part.Lookup("content")
	list := strings.HasPrefix(string(content), "[") && (kind == "user-prompt" || hasFiles(content))
	switch {
	case list:
		for item := range content.Elements {
			d.item(m, item, at)
		}
		if isText(m) || content == "[]" {
			own.Set(&meta.Node, hintList, `"list"`)
		}
	default:
		if d.Value(m, content, at); content != "" && content[0] != '"' && content != "null" {
			own.Set(&meta.Node, hintList, `"json"`)
		}
	}
}

// hasFiles reports whether a list of what came of a call has files in it.
func hasFiles(list conv.Raw) bool {
	for item := range list.Elements {
		switch kind := parts.Str(item, "kind"); kind {
		case "binary", "uploaded-file", "image-url", "audio-url", "video-url", "document-url":
			return true
		}
	}
	return false
}

// isText reports whether a message is one text.
func isText(m conv.Message) bool {
	_, ok := onlyText(slices.Collect(conv.BlocksOf(m)))
	return ok
}

// time reads when a message came, and remembers how it was spelled.
func (d *decoder) time(m *conv.Meta, object conv.Raw) {
	was := object.Lookup("timestamp")
	if m.Timestamp = session.ISOTime(was.Text()); was != "" && was != "null" && was.Text() != timeOf(m.Timestamp) {
		own.SetHint(&m.Node, "timestamp", was)
	}
}

// item reads an item of what was said: a text, or a file.
func (d *decoder) item(m conv.Message, item conv.Raw, at int) {
	switch kind := parts.Str(item, "kind"); kind {
	case "":
		d.Value(m, item, at)
	case "text-content", "text":
		t := &conv.TextContent{Text: parts.Str(item, "content text")}
		own.Set(&t.Node, hintPart, rawjson.Quoted(kind))
		d.Rest(&t.Node, item, "kind content text")
		d.Say(m, t, item, at)
	case "image-url", "audio-url", "video-url", "document-url", "binary", "uploaded-file":
		f := d.file(item)
		d.Media(m, strings.TrimSuffix(strings.TrimSuffix(kind, "-url"), kind), f, item, at)
	case "cache-point":
		d.Opaque(m, item, at)
	default:
		d.Unknown(m, kind, item, at)
	}
}

// file reads a file by its data, its address or its id.
func (d *decoder) file(item conv.Raw) *conv.Media {
	f := &conv.Media{
		URL: parts.Str(item, "url"), Data: parts.Str(item, "data"), FileID: parts.Str(item, "file_id"), Provider: parts.Str(item, "provider_name"),
		MIMEType: parts.Str(item, "media_type _media_type"), Name: parts.Str(item, "identifier _identifier"), Detail: parts.Str(item, "vendor_metadata.detail"),
	}
	if standard, ok := media.Base64(f.Data); ok && standard != f.Data && inURLAlphabet(standard) == f.Data {
		own.SetHint(&f.Node, "data", `"url"`)
	}
	if was := item.Lookup("force_download"); was != "" && was != "null" {
		own.Set(&f.Node, "force_download", was)
	}
	if strings.HasPrefix(f.URL, "data:") {
		own.SetHint(&f.Node, "kind", `"url"`)
	}
	d.Rest(&f.Node, item, "force_download kind url data media_type _media_type file_id identifier _identifier provider_name vendor_metadata")
	d.Object(&f.Node, "vendor_metadata", item.Lookup("vendor_metadata"), "detail")
	return f
}

// response reads an answer.
func (d *decoder) response(raw conv.Raw, at int) {
	m := &conv.AssistantMessage{Model: parts.Str(raw, "model_name"), Provider: parts.Str(raw, "provider_name"), ResponseID: parts.Str(raw, "provider_response_id vendor_id")}
	d.Add(m, at)
	d.time(&m.Meta, raw)
	read := "kind parts model_name provider_name provider_response_id vendor_id timestamp finish_reason usage"
	if older := parts.Str(raw, "vendor_id"); older != "" && older == m.ResponseID {
		own.SetHint(&m.Node, "id", `"vendor_id"`)
	}
	if parts.Stop(m, parts.Str(raw, "finish_reason")); m.StopReason == "" && parts.Str(raw, "state") == incomplete {
		m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Raw: incomplete}
		read += " state"
	}
	usage := raw.Lookup("usage")
	if readUsage(m, usage); usage != usageOf(m.Usage) && usage != "null" {
		own.SetHint(&m.Node, "usage", usage)
	}
	for part := range raw.Lookup("parts").Elements {
		d.said(m, part, at)
	}
	d.Rest(&m.Node, raw, read)
}

// readUsage reads counts, by their names of today or those of the versions before 0.8.
func readUsage(m *conv.AssistantMessage, usage conv.Raw) {
	input, output := "input_tokens", "output_tokens"
	if usage.Lookup(input) == "" && usage.Lookup("request_tokens") != "" {
		input, output = "request_tokens", "response_tokens"
	}
	parts.Usage(m, usage.Lookup, input+" "+output+" - cache_read_tokens cache_write_tokens details.reasoning_tokens input_audio_tokens output_audio_tokens")
}

// said reads a part of an answer.
func (d *decoder) said(m *conv.AssistantMessage, part conv.Raw, at int) {
	switch kind := parts.Str(part, "part_kind"); kind {
	case "text":
		t := &conv.TextContent{Text: parts.Str(part, "content")}
		d.Rest(&t.Node, part, "part_kind content")
		d.Say(m, t, part, at)
	case "thinking":
		t := &conv.ThinkingContent{Thinking: parts.Str(part, "content"), ThinkingSignature: parts.Str(part, "signature"), Redacted: parts.Str(part, "id") == redactedID}
		read := "part_kind content signature "
		if t.Redacted {
			read += "id "
		}
		if provider := parts.Str(part, "provider_name"); provider == m.Provider {
			read += "provider_name "
		} else if provider == "" && t.ThinkingSignature != "" {
			own.SetLacks(&t.Node, "provider_name")
		}
		d.Rest(&t.Node, part, read)
		d.Say(m, t, part, at)
	case "tool-call":
		args := part.Lookup("args")
		t := d.Call(m, parts.Str(part, "tool_call_id"), parts.Str(part, "tool_name"), args, part, at)
		switch {
		case args == "" || args == "null":
			own.SetHint(&t.Node, "args", "null")
		case args[0] == '"' && t.ArgumentsText == nil:
			own.SetHint(&t.Node, "args", `"text"`)
		}
		d.Rest(&t.Node, part, "part_kind tool_call_id tool_name args")
	case "file":
		f := d.file(part.Lookup("content"))
		d.Object(&f.Node, "part", part, "part_kind content")
		d.Media(m, "", f, part, at)
	case "builtin-tool-call", "builtin-tool-return", "compaction", "speech":
		d.Opaque(m, part, at)
	default:
		d.Unknown(m, kind, part, at)
	}
}
