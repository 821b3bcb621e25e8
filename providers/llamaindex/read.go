package llamaindex

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

type decoder struct{ *parts.Builder }

// decode reads a conversation; of a store, one for each key.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{parts.NewBuilder(own, data, notes)}
	return func(yield func(*conv.Conversation, error) bool) {
		more := true
		if d.Kind() == rawjson.Array {
			d.messages()
		} else if d.WantObject("messages of LlamaIndex") {
			more = d.object(yield)
		}
		if err := d.End(); err != nil && more {
			yield(nil, err)
		} else if more && d.C != nil {
			yield(d.C, nil)
		}
	}
}

// object reads a message, a memory or a store. The last conversation is left to pass on.
func (d *decoder) object(yield func(*conv.Conversation, error) bool) (more bool) {
	if d.Ahead("role") >= 0 {
		at := d.Offset()
		if m := d.Raw(); d.Err() == nil {
			d.message(m, at)
		}
		return true
	}
	more = true
	store := d.Ahead("chat_store") >= 0 || d.Ahead("store") >= 0
	for key := range d.Fields {
		switch {
		case key == "messages":
			d.messages()
		case key == "chat_store" && d.WantObject("a store of chats"):
			for key := range d.Fields {
				if more = more && d.chats(key, yield); !more {
					d.Skip()
				}
			}
		case store:
			if more = more && d.chats(key, yield); !more {
				d.Skip()
			}
		case key == "class_name":
			d.Skip()
		default:
			d.Keep(&d.C.Node, key)
		}
	}
	if store && more {
		d.C = nil
	}
	return more
}

// chats reads a field of a store: the chats by their keys.
func (d *decoder) chats(field string, yield func(*conv.Conversation, error) bool) (more bool) {
	more = true
	if field != "store" || d.Err() != nil {
		d.Skip() // a limit of tokens, or the name of the class
		return true
	}
	if !d.WantObject("an object of chats") {
		return true
	}
	for key := range d.Fields {
		if !more {
			d.Skip()
			continue
		}
		d.Begin()
		d.C.ID = strings.Clone(key)
		if d.messages(); d.Err() == nil {
			more = yield(d.C, nil)
		}
	}
	return more
}

func (d *decoder) messages() { d.Each(d.Skipped(), "messages", d.message) }

// message reads a message.
func (d *decoder) message(raw conv.Raw, at int) {
	more := raw.Lookup("additional_kwargs")
	role := parts.Str(raw, "role")
	m := d.Open(strings.Replace(role, "chatbot", "assistant", 1), at)
	switch {
	case raw[0] != '{':
		d.Fail(at, "want a message as an object")
		return
	case m == nil && (role == "tool" || role == "function"):
		m = d.Result(parts.Str(more, "tool_call_id"), parts.Str(more, "name"), at)
		d.Object(&conv.MetaOf(m).Node, "additional_kwargs", more, "tool_call_id name")
	case m == nil:
		d.Custom(role, raw, false, at)
		return
	default:
		d.Object(&conv.MetaOf(m).Node, "additional_kwargs", more, "tool_calls")
	}
	d.Rest(&conv.MetaOf(m).Node, raw, "role additional_kwargs blocks content")
	said := map[string]bool{}
	if blocks := parts.At(raw, "blocks"); blocks != "" {
		for block := range blocks.Elements {
			d.block(m, block, said, at)
		}
	} else {
		d.Value(m, parts.At(raw, "content"), at)
	}
	for call := range more.Lookup("tool_calls").Elements {
		if id := parts.Str(call, "id tool_id"); !said[id] || id == "" {
			d.Call(m, id, parts.Str(call, "function.name name tool_name"), parts.At(call, "function.arguments input tool_kwargs"), call, at)
		}
	}
}

// block reads a block. said are the ids of calls.
func (d *decoder) block(m conv.Message, block conv.Raw, said map[string]bool, at int) {
	switch kind := parts.Str(block, "block_type"); kind {
	case "text":
		d.Text(m, parts.Str(block, "text"), at)
	case "thinking":
		t := d.Thinking(m, parts.Str(block, "content"), parts.Str(block, "additional_information.signature"), block, at)
		d.Rest(&t.Node, block, "block_type content additional_information")
	case "tool_call":
		id := parts.Str(block, "tool_call_id")
		said[id] = true
		d.Call(m, id, parts.Str(block, "tool_name"), parts.At(block, "tool_kwargs"), block, at)
	case "image", "audio", "video", "document":
		f := &conv.Media{
			Data: parts.Str(block, "image audio video data"), URL: parts.Str(block, "url path"), Name: parts.Str(block, "title"),
			MIMEType: parts.Str(block, "image_mimetype video_mimetype document_mimetype"), Detail: parts.Str(block, "detail"),
		}
		if format := parts.Str(block, "format"); kind == "audio" && format != "" {
			f.MIMEType = "audio/" + format
		}
		d.Rest(&f.Node, block, "block_type image audio video data url path title image_mimetype video_mimetype document_mimetype detail format")
		d.Media(m, kind, f, block, at)
	case "cache", "citable", "citation":
		d.Opaque(m, block, at)
	default:
		d.Unknown(m, kind, block, at)
	}
}
