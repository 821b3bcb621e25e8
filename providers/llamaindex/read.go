package llamaindex

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

type decoder struct{ *parts.Builder }

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{parts.NewPlain(own, data, notes)}
}

// decode reads a conversation; of a store, one for each key.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
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
	more = true
	at, raw := d.Offset(), d.RawAt(d.Offset())
	switch {
	case d.Ahead("role") >= 0:
		if d.Skip(); d.Err() == nil {
			d.message(raw, at)
			own.Set(&d.C.Node, hintForm, `"message"`)
		}
	case d.Ahead("chat_store") >= 0:
		for key := range d.Fields {
			if key == "chat_store" && d.WantObject("a store of chats") {
				more = d.store(raw.Without(key), yield)
			} else {
				d.Skip()
			}
		}
		d.C = nil
	case d.Ahead("store") >= 0:
		more = d.store("", yield)
		d.C = nil
	default:
		own.Set(&d.C.Node, hintForm, `"memory"`)
		for key := range d.Fields {
			switch key {
			case "messages":
				d.messages()
			case "class_name", "token_limit":
				d.Known(&d.C.Node, key)
			default:
				d.Keep(&d.C.Node, key)
			}
		}
	}
	return more
}

// store reads the chats of a store by their keys. memory is what is around it, if anything
// is.
func (d *decoder) store(memory conv.Raw, yield func(*conv.Conversation, error) bool) (more bool) {
	more = true
	around := d.RawAt(d.Offset()).Without("store")
	for field := range d.Fields {
		if field != "store" || !d.WantObject("an object of chats") {
			d.Skip() // a limit of tokens, or the name of the class
			continue
		}
		for key := range d.Fields {
			if !more {
				d.Skip()
				continue
			}
			d.Begin()
			d.C.ID = strings.Clone(key)
			if memory != "" {
				own.SetHint(&d.C.Node, "chat_store", memory)
			}
			own.SetHint(&d.C.Node, "store", cmp.Or(around, "{}")) // of JSON that is cut off there is none
			if d.messages(); d.Err() == nil {
				more = yield(d.C, nil)
			}
		}
	}
	return more
}

func (d *decoder) messages() {
	d.Each(d.Skipped(), "messages", d.message)
	parts.Prompt(own, d.C)
}

// message reads a message.
func (d *decoder) message(raw conv.Raw, at int) {
	more, role := parts.At(raw, "additional_kwargs"), parts.Str(raw, "role")
	blocks := parts.At(raw, "blocks")
	switch {
	case raw[0] != '{':
		d.Fail(at, "want a message as an object")
		return
	case !parts.IsWord("system developer user assistant chatbot model tool function", role), more != "" && more[0] != '{',
		blocks != "" && blocks[0] != '[', !parts.AreTexts(more, "tool_call_id name"):
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	read, calls := "", more.Lookup("tool_calls")
	m := d.Open(strings.Replace(role, "chatbot", "assistant", 1), at)
	switch {
	case m == nil:
		r := &conv.ToolResultMessage{ToolCallID: parts.Str(more, "tool_call_id"), ToolName: parts.Str(more, "name")}
		d.Add(r, at)
		m, read = r, "tool_call_id name"
	case conv.RoleOf(m) == conv.RoleAssistant && areCalls(calls):
		read = "tool_calls"
	}
	n := &conv.MetaOf(m).Node
	if role != parts.RoleOf(m) {
		own.Set(n, hintRole, rawjson.Quoted(role))
	}
	if more == "" {
		own.SetLacks(n, "additional_kwargs")
	}
	d.Object(n, "additional_kwargs", more, read)
	said := map[string]*conv.ToolCall{}
	if blocks != "" {
		d.Rest(n, raw, "role additional_kwargs blocks")
		for block := range blocks.Elements {
			d.block(m, block, said, at)
		}
	} else {
		d.Rest(n, raw, "role additional_kwargs content")
		d.content(m, raw.Lookup("content"), at)
	}
	if read == "tool_calls" {
		for call := range calls.Elements {
			d.vendorCall(m, call, said, at)
		}
	}
}

// content reads what a message of older versions says.
func (d *decoder) content(m conv.Message, content conv.Raw, at int) {
	hint := conv.Raw(`"text"`)
	switch {
	case content == "" || content == "null" || content == `""`:
		hint = cmp.Or(content, "null")
	case content[0] != '"':
		hint = `"json"`
	}
	own.Set(&conv.MetaOf(m).Node, hintContent, hint)
	d.Value(m, content, at)
}

// areCalls reports whether a list has calls in the words of a vendor.
func areCalls(list conv.Raw) bool {
	some := false
	for call := range list.Elements {
		if some = true; !strings.HasPrefix(string(call), "{") || callOf(call).Name == "" {
			return false
		}
	}
	return some && list[0] == '['
}

// callOf is a call in the words of a vendor.
func callOf(call conv.Raw) *conv.ToolCall {
	arguments := parts.At(call, "function.arguments input tool_kwargs")
	return newDecoder(nil, nil).NewCall(&conv.AssistantMessage{}, parts.Str(call, "id tool_id"), parts.Str(call, "function.name name tool_name"), arguments)
}

// vendorCall reads a call in the words of a vendor, which may be a block, too.
func (d *decoder) vendorCall(m conv.Message, call conv.Raw, said map[string]*conv.ToolCall, at int) {
	t := callOf(call)
	if block := said[t.ID]; block != nil && t.ID != "" {
		own.Set(&block.Node, hintBoth, "true")
		t = block
	} else {
		t = d.Call(m, t.ID, t.Name, parts.At(call, "function.arguments input tool_kwargs"), call, at)
	}
	own.Set(&t.Node, hintCall, call)
}

// block reads a block. said are the calls by their ids.
func (d *decoder) block(m conv.Message, block conv.Raw, said map[string]*conv.ToolCall, at int) {
	kind := parts.Str(block, "block_type")
	if !parts.AreTexts(block, "block_type text content tool_call_id tool_name url path title detail format image_mimetype video_mimetype document_mimetype") {
		kind = ""
	}
	switch kind {
	case "text":
		t := &conv.TextContent{Text: parts.Str(block, "text")}
		d.Rest(&t.Node, block, "block_type text")
		d.Say(m, t, block, at)
	case "thinking":
		t := &conv.ThinkingContent{Thinking: parts.Str(block, "content"), ThinkingSignature: parts.Str(block, "additional_information.signature")}
		if t.Thinking == "" && t.ThinkingSignature == "" {
			d.Opaque(m, block, at)
			return
		}
		d.Rest(&t.Node, block, "block_type content additional_information")
		d.Object(&t.Node, "additional_information", block.Lookup("additional_information"), "signature")
		d.Say(m, t, block, at)
	case "tool_call":
		arguments := parts.At(block, "tool_kwargs")
		if conv.RoleOf(m) != conv.RoleAssistant || arguments != "" && arguments[0] != '{' && arguments[0] != '"' {
			d.Unknown(m, kind, block, at)
			return
		}
		t := d.Call(m, parts.Str(block, "tool_call_id"), parts.Str(block, "tool_name"), arguments, block, at)
		if said[t.ID] = t; arguments == "" || arguments[0] == '"' && t.ArgumentsText == nil {
			own.SetHint(&t.Node, "tool_kwargs", conv.Raw(strconv.FormatBool(arguments != "")))
		}
		d.Rest(&t.Node, block, "block_type tool_call_id tool_name tool_kwargs")
	case "image", "audio", "video", "document":
		d.file(m, kind, block, at)
	case "cache", "citable", "citation":
		d.Opaque(m, block, at)
	default:
		d.Unknown(m, kind, block, at)
	}
}

// file reads a file by its data, its address or its path, whichever comes first.
func (d *decoder) file(m conv.Message, kind string, block conv.Raw, at int) {
	f := &conv.Media{MIMEType: parts.Str(block, typeKey(kind))}
	read := "block_type " + typeKey(kind)
	if kind == "audio" && f.MIMEType != "" {
		f.MIMEType = "audio/" + f.MIMEType
	}
	switch kind {
	case "document":
		f.Name = parts.Str(block, "title")
		read += " title"
	case "image", "video":
		f.Detail = parts.Str(block, "detail")
		read += " detail"
	}
	switch data, url, path := parts.Str(block, dataKey(kind)), parts.Str(block, "url"), parts.Str(block, "path"); {
	case data != "":
		f.Data = data
		read += " " + dataKey(kind)
	case url != "" && !strings.HasPrefix(url, "data:"):
		f.URL = url
		read += " url"
	case path != "" && !strings.HasPrefix(path, "data:"):
		f.URL = path
		own.Set(&f.Node, hintPath, "true")
		read += " path"
	}
	d.Rest(&f.Node, block, read)
	d.Media(m, kind, f, block, at)
}
