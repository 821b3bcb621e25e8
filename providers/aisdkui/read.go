package aisdkui

import (
	"cmp"
	"iter"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// own is the residue of the format.
var own = &record.Family{Name: family}

type decoder struct {
	record.Reader
	c *conv.Conversation
}

func decode(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{record.NewReader(own, data, notes), &conv.Conversation{}}
	d.Place(&d.c.Node)
	switch {
	case d.Kind() == rawjson.Array:
		d.messages()
	case !d.WantObject("messages, or a list of them"):
	case d.Ahead("messages") >= 0:
		d.body()
	default:
		d.message()
	}
	return d.One(d.c)
}

// body reads what useChat sends.
func (d *decoder) body() {
	for key := range d.Fields {
		switch key {
		case "id":
			d.c.ID = d.StrOnly()
		case "messages":
			d.messages()
		case "trigger", "messageId", "message_id":
			d.Known(&d.c.Node, key)
		default:
			d.Keep(&d.c.Node, key)
		}
	}
}

func (d *decoder) messages() {
	if k := d.Kind(); k != rawjson.Array {
		d.Fail(d.Offset(), "want a list of messages, got %s", k)
		return
	}
	for range d.Elements {
		d.message()
	}
}

// reading is a message that is being read.
type reading struct {
	*decoder
	at          int
	node        conv.Node // the fields around it
	id, role    string
	when        int64
	content     string
	parts       int // offset, -1 without any
	attachments conv.Raw
	invocations conv.Raw

	made    int
	user    []conv.UserContent
	answer  *conv.AssistantMessage // the step; nil: none has begun
	results []*conv.ToolResultMessage
}

func (d *decoder) message() {
	r := &reading{decoder: d, at: d.Offset(), parts: -1}
	if !d.WantObject("a message") {
		return
	}
	for key := range d.Fields {
		switch key {
		case "id":
			r.id = d.StrOnly()
		case "role":
			r.role = d.StrOnly()
		case "content":
			r.content = d.StrOnly()
		case "createdAt", "created_at":
			if t, err := time.Parse(time.RFC3339, d.StrOnly()); err == nil {
				r.when = t.UnixMilli()
			}
		case "parts":
			r.parts = d.Offset()
		case "experimental_attachments":
			r.attachments = d.Raw()
		case "toolInvocations":
			r.invocations = d.Raw()
		case "metadata", "annotations", "data":
			d.Known(&r.node, key)
		default:
			d.Keep(&r.node, key)
		}
	}
	if end := d.Offset(); d.Err() == nil {
		r.read()
		d.Rewind(end)
	}
}

func (r *reading) read() {
	first := len(r.c.Messages)
	switch r.role {
	case "user", "system", "assistant":
		r.all()
	default:
		r.Notes.Unknown(r.at, "role", r.role)
		r.add(&conv.CustomMessage{CustomType: family + "." + cmp.Or(r.role, "message"), Data: r.RawAt(r.at)})
	}
	if r.made > 1 {
		for _, m := range r.c.Messages[first:] {
			conv.MetaOf(m).Group = r.id
		}
	}
}

// all reads the parts, or what version 4 had in their place.
func (r *reading) all() {
	some := false
	if r.parts >= 0 {
		r.Rewind(r.parts)
		if k := r.Kind(); k != rawjson.Array && k != rawjson.Null {
			r.Fail(r.parts, "want a list of parts, got %s", k)
			return
		}
		for range r.Elements {
			at := r.Offset()
			if !r.WantObject("a part") {
				return
			}
			some = true
			r.part(r.Raw(), at)
		}
	}
	if !some {
		if r.content != "" {
			r.text(r.content, r.at)
		}
		for call := range r.invocations.Elements {
			r.call(call, call, call.Lookup("toolName").Text(), r.at)
		}
	}
	for file := range r.attachments.Elements {
		r.file(file, r.at)
	}
	r.end()
}

// end adds what was read last.
func (r *reading) end() {
	switch {
	case len(r.user) > 0 && r.role == "user":
		r.add(&conv.UserMessage{Content: r.user})
	case len(r.user) > 0:
		m := &conv.SystemMessage{}
		for _, b := range r.user {
			x, ok := b.(conv.SystemContent)
			if !ok {
				r.Notes.Loss(conv.CodeSystem, conv.Dropped, conv.NodeOf(b).Offset(), "file of a system message", "")
				continue
			}
			m.Content = append(m.Content, x)
		}
		r.add(m)
	}
	r.step()
}

// step ends a step: the results of its calls follow it.
func (r *reading) step() {
	for _, m := range r.results {
		r.add(m)
	}
	r.answer, r.results = nil, nil
}

// add appends a message. The first one has what is known of the whole.
func (r *reading) add(m conv.Message) {
	meta := conv.MetaOf(m)
	if meta.Offset() < 0 {
		meta.PlaceAt(r.at)
	}
	meta.Timestamp = r.when
	if r.made++; r.made == 1 {
		meta.ID = r.id
		meta.Extensions = append(meta.Extensions, r.node.Extensions...)
	}
	r.c.Messages = append(r.c.Messages, m)
}

// says adds a block to the message.
func (r *reading) says(b conv.Block, at int) {
	conv.NodeOf(b).PlaceAt(at)
	if r.role == "assistant" {
		x, ok := b.(conv.AssistantContent)
		if !ok {
			return
		}
		if r.answer == nil {
			r.answer = &conv.AssistantMessage{}
			r.add(r.answer)
		}
		r.answer.Content = append(r.answer.Content, x)
	} else if x, ok := b.(conv.UserContent); ok {
		r.user = append(r.user, x)
	}
}
