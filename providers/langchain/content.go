package langchain

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/parts"
)

// contents reads the content of a message: a text, or a list of texts and blocks.
func (r *reading) contents(m conv.Message) {
	if raw := r.raw("content"); strings.HasPrefix(string(raw), `"`) {
		r.Text(m, raw.Text(), r.at)
		return
	}
	r.Each(r.place("content"), "blocks, or a text", func(part conv.Raw, at int) { r.block(m, part, at) })
}

// block reads a block of the content: a standard one, of either version, or one of a vendor.
func (r *reading) block(m conv.Message, part conv.Raw, at int) {
	_, answers := m.(*conv.AssistantMessage)
	switch kind := parts.Str(part, "type"); kind {
	case "":
		if part != "" && part[0] == '"' {
			r.Text(m, part.Text(), at)
		} else {
			r.Unknown(m, kind, part, at)
		}
	case "text", "refusal":
		t := &conv.TextContent{Text: parts.Str(part, "text refusal"), Refusal: kind == "refusal"}
		if r.Rest(&t.Node, part, "type text refusal index"); t.Text != "" {
			r.Say(m, t, part, at)
		}
	case "thinking", "reasoning", "reasoning_content":
		if parts.At(part, "encrypted_content") != "" {
			r.Opaque(m, part, at)
			return
		}
		text := parts.Str(part, "thinking reasoning reasoning_content.text")
		for s := range part.Lookup("summary").Elements {
			text += parts.Str(s, "text")
		}
		t := r.Thinking(m, text, parts.Str(part, "signature extras.signature reasoning_content.signature"), part, at)
		r.Rest(&t.Node, part, "type thinking reasoning reasoning_content signature summary extras index id")
		r.Object(&t.Node, "extras", part.Lookup("extras"), "signature")
		r.Object(&t.Node, "extras", part.Lookup("reasoning_content"), "text signature")
	case "redacted_thinking":
		r.Thinking(m, "", parts.Str(part, "data"), part, at).Redacted = true
		r.Left(part, "type data index id")
	case "tool_use", "tool_call", "function_call", "invalid_tool_call":
		id := parts.Str(part, "call_id id")
		switch i, known := r.places[id]; {
		case !answers:
			r.Opaque(m, part, at)
			return
		case !known:
			r.Call(m, id, parts.Str(part, "name"), parts.At(part, "input args arguments"), part, at)
		case r.made[i] == nil: // it was said before
			return
		default:
			r.Say(m, r.made[i], part, at)
			r.made[i] = nil
		}
		r.Left(part, "type call_id id name input args arguments partial_json index")
	case "image_url", "image", "audio", "video", "file", "text-plain", "document", "media", "input_audio":
		r.media(m, kind, part, at)
	default:
		if !strings.HasPrefix(kind, "server_tool_") && kind != "non_standard" && kind != "input_json_delta" && kind != "tool_result" {
			r.Notes.Unknown(at, "part", kind)
		}
		r.Opaque(m, part, at)
	}
}

// media reads a file in one of its spellings: an object under the name of the type, a
// source, or the fields themselves.
func (r *reading) media(m conv.Message, kind string, part conv.Raw, at int) {
	in, read := part, "type "+kind+" source_type url base64 data file_id fileId id mime_type mimeType text detail filename name"
	f := &conv.Media{}
	for _, key := range []string{kind, "source"} {
		if v := part.Lookup(key); strings.HasPrefix(string(v), "{") {
			in, read = v, "type source "+kind
			r.Object(&f.Node, "extras", v, "type source_type url file_uri file_data base64 data file_id fileId id text mime_type mimeType media_type detail filename name format")
		} else if v.Text() != "" {
			in = `{"url":` + v + "}"
		}
	}
	*f = conv.Media{
		Node: f.Node, URL: parts.Str(in, "url file_uri file_data"), Data: parts.Str(in, "base64 data"), FileID: parts.Str(in, "file_id fileId"), Text: parts.Str(in, "text"),
		MIMEType: parts.Str(in, "mime_type mimeType media_type"), Detail: parts.Str(in, "detail"), Name: cmp.Or(parts.Str(in, "filename name"), parts.Str(part, "metadata.filename")),
	}
	switch parts.Str(in, "source_type type") { // of two fields, this one says how
	case "id":
		f.FileID = parts.Str(in, "id")
	case "text":
		f.Text, f.Data = cmp.Or(f.Text, f.Data), ""
	}
	if f.MIMEType == "" && kind == "input_audio" {
		f.MIMEType = "audio/" + cmp.Or(parts.Str(in, "format"), "wav")
	}
	r.Rest(&f.Node, part, read)
	switch kind {
	case "image_url":
		kind = "image"
	case "input_audio":
		kind = "audio"
	case "file", "text-plain", "document":
		kind = "document"
	case "media":
		kind = ""
	}
	r.Media(m, kind, f, part, at)
}
