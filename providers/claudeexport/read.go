package claudeexport

import (
	"cmp"
	"iter"
	"strconv"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// own is the residue of the format.
var own = &record.Family{Name: family}

// noMessage is the parent of the first messages.
const noMessage = "00000000-0000-4000-8000-000000000000"

// decoder reads conversations, one after the other.
type decoder struct {
	record.Reader
	*session.Weave
	c     *conv.Conversation
	nodes []session.Node
	leaf  string
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Reader: record.NewReader(own, data, notes)}
	return d.Rows(d.conversation)
}

// conversation reads one conversation.
func (d *decoder) conversation() *conv.Conversation {
	d.c, d.nodes, d.leaf = &conv.Conversation{Session: &conv.Session{Agent: provider}}, nil, ""
	d.SetOffset(&d.c.Node)
	if !d.WantOneOf("a conversation of claude.ai", "chat_messages") {
		return d.c
	}
	for key := range d.Fields {
		d.field(key)
	}
	if d.Err() == nil {
		d.Weave = session.NewWeave(d.c, d.nodes, d.Notes)
		d.Weave.Read(&d.Reader, d.leaf, session.LastIsNewest, d.message)
	}
	return d.c
}

func (d *decoder) field(key string) {
	s := d.c.Session
	switch key {
	case "uuid":
		d.c.ID = d.StrOnly()
	case "name", "title":
		d.c.Title = cmp.Or(d.StrOnly(), d.c.Title)
	case "created_at":
		s.Started = session.ISOTime(d.StrOnly())
	case "updated_at":
		s.Updated = session.ISOTime(d.StrOnly())
	case "model":
		s.Model = d.StrOnly()
	case "current_leaf_message_uuid":
		d.leaf = d.StrOnly()
	case "chat_messages":
		d.outline()
	case "messages": // a copy
		d.Skip()
	case "summary", "account", "project", "project_uuid", "settings", "is_starred", "is_temporary", "platform", "effective_thinking_mode":
		d.KnownIfSaid(&s.Node, key)
	default:
		d.Keep(&s.Node, key)
	}
}

// outline reads which message each one follows: the one before it, where none says.
func (d *decoder) outline() {
	if k := d.Kind(); k != rawjson.Array {
		d.Fail(d.Offset(), "want a list of messages, got %s", k)
		return
	}
	d.nodes = nil
	linked := false
	for i := range d.Elements {
		n := session.Node{ID: strconv.Itoa(i), Offset: d.Offset()}
		if !d.WantObject("a message") {
			return
		}
		for key := range d.Fields {
			switch key {
			case "uuid":
				n.ID = cmp.Or(d.StrOnly(), n.ID)
			case "parent_message_uuid":
				n.Parent = d.StrOnly()
			}
		}
		linked = linked || n.Parent != ""
		if n.Parent == noMessage {
			n.Parent = ""
		}
		d.nodes = append(d.nodes, n)
	}
	for i := 1; i < len(d.nodes) && !linked; i++ {
		d.nodes[i].Parent = d.nodes[i-1].ID
	}
}

// reading is a message that is being read.
type reading struct {
	*decoder
	at          int
	conv.Meta   // of the message
	sender      string
	text        string
	content     int // offset, -1 without one
	attachments conv.Raw
	files       conv.Raw
	stop        string
	answer      *conv.AssistantMessage // that goes on; nil: none
	open        []*conv.ToolCall       // of that, which nothing has answered
	calls       int
}

func (d *decoder) message(i int) {
	r := &reading{decoder: d, at: i, content: -1}
	d.Rewind(d.nodes[i].Offset)
	updated := int64(0)
	for key := range d.Fields {
		switch key {
		case "uuid", "parent_message_uuid", "index":
		case "sender", "role": // role in files that others made
			r.sender = d.StrOnly()
		case "text":
			r.text = d.StrOnly()
		case "content":
			if r.content = d.Offset(); d.Kind() == rawjson.String {
				r.text, r.content = d.Str(), -1
			}
		case "created_at":
			r.Timestamp = session.ISOTime(d.StrOnly())
		case "updated_at":
			updated = session.ISOTime(d.StrOnly())
		case "attachments":
			r.attachments = d.Raw()
		case "files":
			r.files = d.Raw()
		case "stop_reason":
			r.stop = d.StrOnly()
		case "files_v2", "truncated", "input_mode", "sync_sources", "compaction_summary", "model":
			d.KnownIfSaid(&r.Node, key)
		default:
			d.Keep(&r.Node, key)
		}
	}
	if d.Err() != nil {
		return
	}
	if updated != 0 && updated != r.Timestamp {
		r.Extensions.Set(family, "updated_at", conv.Raw(strconv.FormatInt(updated, 10)))
	}
	switch r.sender {
	case "human":
		r.human()
	case "assistant":
		r.assistant()
	default:
		d.Notes.Unknown(d.nodes[i].Offset, "sender", r.sender)
		r.add(&conv.CustomMessage{CustomType: family + "." + cmp.Or(r.sender, "message"), Data: d.RawAt(d.nodes[i].Offset)})
	}
}

// add appends a message that is made of it.
func (r *reading) add(m conv.Message) { r.AddOf(&r.Meta, r.at, m) }
