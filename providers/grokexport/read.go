package grokexport

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

// decoder reads conversations, one after the other.
type decoder struct {
	*parts.Builder
	*session.Weave
	nodes []session.Node
	times []int64 // of the nodes, in milliseconds
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes)}
	return func(yield func(*conv.Conversation, error) bool) {
		if d.export(func(c *conv.Conversation) bool { return yield(c, nil) }) && d.End() != nil {
			yield(nil, d.Err())
		}
	}
}

// export passes on the conversations of a file. It is false if no more are wanted.
func (d *decoder) export(pass func(*conv.Conversation) bool) bool {
	if !d.WantOneOf("an export of Grok", "conversations") {
		return true
	}
	for key := range d.Fields {
		if key != "conversations" {
			d.beside(key)
		} else if d.wantList("conversations") {
			for range d.Elements {
				if d.conversation(); d.Err() == nil && !pass(d.C) {
					return false
				}
			}
		}
	}
	return true
}

// beside skips what stands beside the conversations, as projects.
func (d *decoder) beside(key string) {
	at := d.Offset()
	switch d.Raw() {
	case "null", "[]", "{}", "":
	default:
		d.Notes.Loss(note.CodeExtension, note.Dropped, at, "field beside the conversations", key)
	}
}

func (d *decoder) wantList(what string) bool {
	k := d.Kind()
	if k != rawjson.Array {
		d.Refuse("want a list of "+what+", got %s", k)
	}
	return k == rawjson.Array
}

// conversation reads one conversation.
func (d *decoder) conversation() {
	d.Begin()
	s := &conv.Session{Agent: "grok"}
	d.C.Session, d.nodes, d.times = s, nil, nil
	if !d.WantObject("a conversation") {
		return
	}
	for key := range d.Fields {
		switch {
		case key == "conversation" && d.WantObject("an object that says what the conversation is"):
			d.about(s)
		case key == "responses" && d.wantList("responses"):
			d.outline()
		default:
			d.Keep(&s.Node, key)
		}
	}
	if d.Err() == nil {
		d.Weave = session.NewWeave(d.C, d.nodes, d.Notes)
		d.Weave.Read(&d.Reader, "", func(i int) int64 { return d.times[i] }, d.message)
	}
}

// about reads what a file says of a conversation.
func (d *decoder) about(s *conv.Session) {
	for key := range d.Fields {
		switch key {
		case "id":
			d.C.ID = d.StrOnly()
		case "title":
			d.C.Title = d.StrOnly()
		case "create_time":
			s.Started = milliseconds(d.Raw())
		case "modify_time":
			s.Updated = milliseconds(d.Raw())
		case "user_id", "starred", "system_prompt_name":
			d.KnownIfSaid(&s.Node, key)
		default:
			d.Keep(&s.Node, key)
		}
	}
}

// milliseconds reads a time: a text of ISO 8601, or a date as MongoDB exports it.
func milliseconds(raw conv.Raw) int64 {
	return session.Time(cmp.Or(parts.At(raw, "$date.$numberLong $date $numberLong"), raw))
}

// outline reads which message each one follows: the one before it, where none says.
func (d *decoder) outline() {
	d.nodes, d.times = nil, nil
	for i := range d.Elements {
		n := session.Node{ID: strconv.Itoa(i), Offset: d.Offset()}
		if !d.WantObject("a response") {
			return
		}
		raw := d.Raw().Lookup("response")
		n.ID = cmp.Or(raw.Lookup("_id").Text(), n.ID)
		n.Parent = raw.Lookup("parent_response_id").Text()
		d.nodes, d.times = append(d.nodes, n), append(d.times, milliseconds(raw.Lookup("create_time")))
	}
	session.Chained(d.nodes)
}

// message makes a message of a node.
func (d *decoder) message(i int) {
	at := d.nodes[i].Offset
	whole := d.RawAt(at)
	raw := whole.Lookup("response")
	if !strings.HasPrefix(string(raw), "{") {
		d.Fail(at, "want a response as an object")
		return
	}
	var m conv.Message
	sender, read := parts.Str(raw, "sender"), "_id parent_response_id conversation_id sender message create_time "
	switch role := strings.ToLower(sender); {
	case role == "human":
		m = &conv.UserMessage{}
		for file := range raw.Lookup("file_attachments").Elements {
			d.Media(m, "document", &conv.Media{FileID: file.Text(), Provider: "grok"}, file, at)
		}
		read += "file_attachments"
	case role == "assistant", strings.HasPrefix(role, "grok"):
		m = &conv.AssistantMessage{Model: parts.Str(raw, "model")}
		d.Thinking(m, parts.Str(raw, "thinking_trace"), "", raw, at)
		read += "model thinking_trace"
	default:
		d.Notes.Unknown(at, "sender", sender)
		d.Weave.Add(i, &conv.CustomMessage{Meta: conv.Meta{Timestamp: d.times[i]}, CustomType: family + "." + cmp.Or(sender, "message"), Data: whole})
		return
	}
	d.Value(m, parts.At(raw, "message"), at)
	meta := conv.MetaOf(m)
	meta.Timestamp = d.times[i]
	d.Rest(&meta.Node, raw, read)
	d.Rest(&meta.Node, whole, "response")
	d.Weave.Add(i, m)
}
