package aisdkui

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// dialect is one of the two ways in which the SDK has messages, and its residue.
type dialect struct {
	*record.Family
	said  string // the field of a part with what providers say
	files string // the fields of a file
}

var own = dialect{&record.Family{Name: family, Order: record.ByKey}, "providerMetadata", fileFields}

type decoder struct {
	*parts.Builder
	own dialect
	n   int // of messages so far
}

func newDecoder(own dialect, data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewBuilder(own.Family, data, notes), own: own}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(own, data, notes)
	return d.decode(d.messages, d.message)
}

// decode reads a list of messages, what useChat and its like send, or one message.
func (d *decoder) decode(messages, message func()) iter.Seq2[*conv.Conversation, error] {
	n := &d.C.Node
	switch {
	case d.Kind() == rawjson.Array:
		messages()
	case !d.WantObject("messages, or a list of them"):
	case d.Ahead("messages") < 0:
		message()
	default:
		hint := conv.Raw("true")
		for key := range d.Fields {
			switch {
			case key == "messages":
				messages()
			case key == "id" && d.own == own:
				d.C.ID = d.StrOnly()
			case key == "system" && d.own == model && d.Kind() == rawjson.String && d.C.SystemPrompt == "":
				d.C.SystemPrompt, hint = d.Str(), `"system"`
			case d.own == own && parts.IsWord("trigger messageId message_id", key):
				d.Known(n, key)
			default:
				d.Keep(n, key)
			}
		}
		if d.own == model || own.Plain(n) && d.C.ID == "" {
			d.own.Set(n, hintBody, hint)
		}
		d.own.Settle(n)
	}
	return d.One(d.C)
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
	created     conv.Raw // the time as it stands beside the parts
	content     string
	parts       int // offset, -1 without any
	attachments conv.Raw
	invocations conv.Raw

	made    int
	m       conv.Message           // of another role than an assistant's
	answer  *conv.AssistantMessage // the step; nil: none has begun
	results []*conv.ToolResultMessage
	hosted  bool // the vendor made one of the results
	marked  bool // a part says that a step begins
	steps   bool // parts say so
}

func (d *decoder) message() {
	r := &reading{decoder: d, at: d.Offset(), parts: -1}
	d.n++
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
			if r.created = d.Raw(); !r.time(r.created) || key == "created_at" {
				r.created = ""
			}
		case "parts":
			r.parts = d.Offset()
		case "experimental_attachments":
			r.attachments = d.Raw()
		case "toolInvocations":
			r.invocations = d.Raw()
		case "metadata":
			r.metadata(d.OptRaw())
		case "annotations", "data":
			d.Known(&r.node, key)
		default:
			d.Keep(&r.node, key)
		}
	}
	if r.created != "" && r.parts >= 0 && r.content+string(r.attachments)+string(r.invocations) == "" {
		own.SetHint(&r.node, "createdAt", r.created) // a row of a table, of version 5
	}
	if end := d.Offset(); d.Err() == nil {
		r.read()
		d.Rewind(end)
	}
}

// metadata keeps what an application says of a message. The time is the one that the
// documentation of the SDK has there.
func (r *reading) metadata(raw conv.Raw) {
	if raw == "" {
		return
	}
	if when := raw.Lookup("createdAt"); when != "" && when[0] != '"' && r.time(when) {
		if raw = raw.Without("createdAt"); raw == "{}" {
			return
		}
	}
	own.Set(&r.node, "metadata", raw)
}

// time reads a time: a number of milliseconds, in version 4 a text.
func (r *reading) time(raw conv.Raw) bool {
	if t, err := time.Parse(time.RFC3339, raw.Text()); err == nil {
		r.when = t.UnixMilli()
	} else if ms, ok := conv.Number(raw).Int(); ok && raw[0] != '"' && string(rawjson.NumberOf(ms)) == string(raw) {
		r.when = ms
	}
	return r.when != 0
}

func (r *reading) read() {
	first := len(r.C.Messages)
	switch r.role {
	case "user", "assistant":
		r.all()
	case "system":
		if r.all(); r.n == 1 {
			r.prompt()
		}
	default:
		r.Notes.Unknown(r.at, "role", r.role)
		r.Custom(cmp.Or(r.role, "message"), r.RawAt(r.at), true, r.at)
		conv.MetaOf(r.C.Messages[first]).ID = r.id
	}
	if r.made > 1 {
		for _, m := range r.C.Messages[first:] {
			conv.MetaOf(m).Group = groupOf(r.id, r.n)
		}
	}
}

// groupOf names what came of a message that has several.
func groupOf(id string, n int) string { return cmp.Or(id, "message-"+strconv.Itoa(n)) }

// prompt takes the first message as the system prompt, if it is only text.
func (r *reading) prompt() {
	m, ok := r.C.Messages[0].(*conv.SystemMessage)
	if !ok || slices.ContainsFunc(m.Content, func(b conv.SystemContent) bool { return b.BlockType() == "opaque" }) {
		return
	}
	r.C.SystemPrompt = record.PromptOf(m)
	if r.C.SystemPrompt == "" {
		return
	}
	r.C.Messages = r.C.Messages[:0]
	if raw := turnOf(m); raw != promptOf(r.C.SystemPrompt) {
		own.Set(&r.C.Node, format.PromptMessage, raw)
	}
}

// promptOf is the message of a system prompt.
func promptOf(prompt string) conv.Raw {
	m := &conv.SystemMessage{Content: []conv.SystemContent{&conv.TextContent{Text: prompt}}}
	m.ID = "system"
	return turnOf(m)
}

// turnOf is a message as it is written.
func turnOf(m conv.Message) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { writeTurn(w, []conv.Message{m}) })
}

// all reads the parts, or what version 4 had in their place.
func (r *reading) all() {
	some := false
	r.begin()
	r.Each(r.parts, "parts", func(part conv.Raw, at int) {
		if some = part[0] == '{'; some {
			r.part(part, at)
		} else {
			r.Fail(at, "want a part, got %s", rawjson.NewCursor([]byte(part)).Kind())
		}
	})
	if !some {
		if r.content != "" {
			r.says(&conv.TextContent{Text: r.content}, r.at)
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

// begin begins a message, unless steps are to begin it.
func (r *reading) begin() {
	switch r.role {
	case "user":
		r.m = &conv.UserMessage{}
	case "system":
		r.m = &conv.SystemMessage{}
	default:
		return
	}
	r.add(r.m)
}

// end ends the last step.
func (r *reading) end() {
	if r.step(); r.made == 0 {
		r.add(&conv.AssistantMessage{})
	}
}

// step ends a step: the results of its calls follow it.
func (r *reading) step() {
	for _, m := range r.results {
		r.add(m)
	}
	r.answer, r.results, r.hosted = nil, nil, false
}

// add appends a message. The first one has what is known of the whole.
func (r *reading) add(m conv.Message) {
	meta := conv.MetaOf(m)
	if meta.Offset() < 0 {
		meta.SetOffset(r.at)
	}
	if r.made++; r.made == 1 {
		meta.ID, meta.Timestamp = r.id, r.when
		meta.Extensions.Merge(r.node.Extensions)
		if r.id == "" && !r.Streamed {
			own.Set(&meta.Node, hintNoID, "true")
		}
		own.Settle(&meta.Node)
	}
	r.C.Messages = append(r.C.Messages, m)
}

// says adds a block to the message.
func (r *reading) says(b conv.Block, at int) {
	m := r.m
	if m == nil {
		if r.answer == nil {
			r.answer = &conv.AssistantMessage{}
			if !r.marked {
				own.Set(&r.answer.Node, hintNoStep, "true")
			}
			r.marked = false
			r.add(r.answer)
		}
		m = r.answer
	}
	r.Say(m, b, "", at)
}
