package librechat

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// noMessage is the parent of the first messages.
const noMessage = "00000000-0000-0000-0000-000000000000"

// decoder reads conversations, one after the other.
type decoder struct {
	*parts.Builder
	*session.Weave
	nodes []session.Node
	said  []conv.Raw // the messages of the nodes, without those inside them
	m     conv.Message
	count int // of calls without an id
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes)}
	return d.Rows(d.conversation)
}

// conversation reads one conversation.
func (d *decoder) conversation() *conv.Conversation {
	d.Begin()
	s := &conv.Session{Agent: "librechat"}
	d.C.Session, d.nodes, d.said, d.count = s, nil, nil, 0
	if !d.WantOneOf("a conversation of LibreChat", "messages") {
		return d.C
	}
	for key := range d.Fields {
		switch key {
		case "conversationId":
			d.C.ID = d.StrOnly()
		case "title":
			d.C.Title = d.StrOnly()
		case "createdAt":
			s.Started = session.ISOTime(d.StrOnly())
		case "updatedAt":
			s.Updated = session.ISOTime(d.StrOnly())
		case "messages":
			d.outline("")
		case "endpoint", "endpointType", "exportAt", "branches", "recursive", "options", "model", "tags", "_id", "__v", "user":
			d.KnownIfSaid(&s.Node, key)
		default:
			d.Keep(&s.Node, key)
		}
	}
	if d.Err() == nil {
		d.Weave = session.NewWeave(d.C, d.nodes, d.Notes)
		d.Weave.Read(&d.Reader, "", session.LastIsNewest, d.message)
	}
	return d.C
}

// outline reads a list of messages, which may hold those that follow them.
func (d *decoder) outline(parent string) {
	if k := d.Kind(); k != rawjson.Array {
		d.Refuse("want a list of messages, got %s", k)
		return
	}
	for range d.Elements {
		i := len(d.nodes)
		n := session.Node{ID: "message-" + strconv.Itoa(i), Parent: parent, Offset: d.Offset()}
		if !d.WantObject("a message") {
			return
		}
		d.nodes, d.said = append(d.nodes, n), append(d.said, "")
		var fields []rawjson.Member
		for key := range d.Fields {
			if key == "children" && d.Kind() == rawjson.Array {
				d.outline(d.nodes[i].ID)
				continue
			}
			v := d.Raw()
			switch key {
			case "messageId":
				d.nodes[i].ID = cmp.Or(v.Text(), n.ID)
			case "parentMessageId":
				if d.nodes[i].Parent = cmp.Or(v.Text(), parent); v.Text() == noMessage {
					d.nodes[i].Parent = ""
				}
			}
			fields = append(fields, rawjson.Member{Key: key, Value: v})
		}
		d.said[i] = rawjson.ObjectOf(fields)
	}
}

// message makes messages of a node: what somebody said, and results of calls.
func (d *decoder) message(i int) {
	at, raw := d.nodes[i].Offset, d.said[i]
	when := session.ISOTime(parts.Str(raw, "createdAt"))
	asks := raw.Lookup("isCreatedByUser") == "true" || raw.Lookup("isCreatedByUser") == "" && strings.EqualFold(parts.Str(raw, "sender"), "user")
	model := parts.Str(raw, "model")
	d.m = nil
	open := func() conv.Message {
		if d.m == nil {
			if d.m = (&conv.UserMessage{}); !asks {
				d.m = &conv.AssistantMessage{Model: model}
			}
			conv.MetaOf(d.m).Timestamp = when
			d.Weave.Add(i, d.m)
		}
		return d.m
	}
	first, read := open(), "messageId parentMessageId conversationId isCreatedByUser model createdAt text content files error children"
	for file := range raw.Lookup("files").Elements {
		d.Media(first, "", &conv.Media{FileID: parts.Str(file, "file_id"), Name: parts.Str(file, "filename"), MIMEType: parts.Str(file, "type"), Provider: family}, file, at)
		d.Left(file, "file_id filename type")
	}
	content := raw.Lookup("content")
	for part := range content.Elements {
		d.part(open, i, part, at)
	}
	if a, ok := d.m.(*conv.AssistantMessage); ok && raw.Lookup("error") == "true" {
		a.StopReason, a.ErrorMessage = conv.StopError, parts.Str(raw, "text")
	} else if content == "" || content == "null" || content == "[]" {
		d.Text(first, parts.Str(raw, "text"), at)
	}
	d.Rest(&conv.MetaOf(first).Node, raw, read)
}

// part reads a part of a message, which open opens.
func (d *decoder) part(open func() conv.Message, i int, part conv.Raw, at int) {
	switch kind := parts.Str(part, "type"); kind {
	case "text":
		d.Text(open(), parts.Str(part, "text.value text"), at)
		d.Left(part, "type text")
		d.Lose(part.Lookup("text"), at, "value annotations")
	case "think":
		d.Thinking(open(), parts.Str(part, "think.value think"), "", part, at)
		d.Left(part, "type think")
		d.Lose(part.Lookup("think"), at, "value")
	case "tool_call":
		call := part.Lookup("tool_call")
		id := parts.Str(call, "id")
		if id == "" {
			d.count++
			id = "call_" + strconv.Itoa(d.count)
		}
		t := d.Call(open(), id, parts.Str(call, "name function.name"), parts.At(call, "args function.arguments"), part, at)
		d.Rest(&t.Node, part, "type tool_call")
		d.Object(&t.Node, "tool_call", call, "id name args type output function progress")
		d.Object(&t.Node, "function", call.Lookup("function"), "name arguments output")
		if came := parts.At(call, "output function.output"); came != "" {
			r := &conv.ToolResultMessage{ToolCallID: id, ToolName: t.Name}
			d.Value(r, came, at)
			d.Weave.Add(i, r)
			d.m = nil
		}
	case "error":
		a, ok := open().(*conv.AssistantMessage)
		if !ok {
			d.Opaque(open(), part, at)
			return
		}
		a.StopReason, a.ErrorMessage = conv.StopError, parts.Str(part, "error text")
		d.Rest(&a.Node, part, "type error text")
	case "image_file", "image_url", "agent_update", "summary":
		d.Opaque(open(), part, at)
	default:
		d.Unknown(open(), kind, part, at)
	}
}
