package goose

import (
	"iter"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// decoder reads a session.
type decoder struct {
	*conv.Reader
	c     *conv.Conversation
	names map[string]string // of tools, by the id of the call
	read  int               // number of messages that were read

	joined *conv.TextContent // that a stream says in pieces
	pieces strings.Builder   // of it
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{
		Reader: conv.NewReader(data, family, notes), names: map[string]string{},
		c: &conv.Conversation{Session: &conv.Session{Agent: family}},
	}
	return format.Single(d.session())
}

// session reads a document, a list of messages, or a line each.
func (d *decoder) session() (*conv.Conversation, error) {
	d.c.SetOffset(d.Offset())
	if d.Kind() == rawjson.Array {
		d.messages()
		return d.c, d.End()
	}
	for first := true; d.Kind() != rawjson.Invalid; first = false {
		at, n := d.Offset(), len(d.c.Messages)
		switch {
		case d.Kind() != rawjson.Object:
			d.Fail(at, "want a session or a message, got %s", d.Kind())
		case d.Ahead("role") >= 0:
			d.message()
		case d.Ahead("working_dir") >= 0 || d.Ahead("conversation") >= 0:
			d.head()
		case d.Ahead("messages") >= 0:
			d.head()
		case d.Ahead("type") >= 0:
			d.event()
		default:
			d.Fail(at, "neither a session nor a message: both working_dir and role are missing")
		}
		if d.Err() != nil && !first && isLast(d.Buffer()[at:]) {
			d.c.Messages = d.c.Messages[:min(n, len(d.c.Messages))]
			d.Notes.Info(note.CodeHistory, note.Dropped, at, "last line, which is cut off", "")
			return d.c, nil
		}
	}
	return d.c, d.End()
}

// isLast reports whether a line, which is no JSON, is the last one.
func isLast(b []byte) bool {
	line := rawjson.NewCursor(b)
	line.Skip()
	return line.Ended()
}

// head reads what a session says of itself. The counts are those of the whole
// session or of its last call: no message has them.
func (d *decoder) head() {
	s := d.c.Session
	for key := range d.Fields {
		switch key {
		case "id":
			d.c.ID = d.StrOnly()
		case "name", "description":
			if title := d.StrOnly(); title != "" {
				d.c.Title = title
			}
		case "working_dir":
			s.Cwd = d.StrOnly()
		case "created_at":
			s.Started = milliseconds(d.StrOnly())
		case "updated_at":
			s.Updated = milliseconds(d.StrOnly())
		case "model_config":
			raw := d.Raw()
			s.Model = raw.Lookup("model_name").Text()
			if raw != "null" {
				s.Extensions.Set(family, key, raw)
			}
		case "conversation", "messages":
			switch d.Kind() {
			case rawjson.Array:
				d.messages()
			case rawjson.Null:
			default:
				d.Fail(d.Offset(), "want a list of messages, got %s", d.Kind())
			}
		case "message_count":
		case "user_set_name", "session_type", "extension_data", "total_tokens", "input_tokens", "output_tokens", "accumulated_total_tokens",
			"accumulated_input_tokens", "accumulated_output_tokens", "schedule_id", "recipe", "user_recipe_values", "provider_name", "usage", "accumulated_usage", "metadata":
			if d.Kind() != rawjson.Null {
				d.KeepQuietly(&s.Node, key)
			}
		default:
			d.Keep(&s.Node, key)
		}
	}
}

// event reads a line of a stream: a message, the counts at the end, or a notice.
func (d *decoder) event() {
	at := d.Offset()
	raw := d.Raw()
	end := d.Offset()
	switch kind := raw.Lookup("type").Text(); {
	case d.Err() != nil:
	case kind == "message" && raw.Lookup("message") != "":
		d.Rewind(at)
		for key := range d.Fields {
			switch {
			case key == "message" && d.Kind() == rawjson.Object:
				d.message()
			case key == "type":
				d.Skip()
			default:
				d.Keep(&d.c.Session.Node, key)
			}
		}
		d.join()
	case kind == "complete":
		d.c.Session.Extensions.Set(family, kind, raw.Without("type"))
	default:
		if kind != "notification" && kind != "error" && kind != "model_change" {
			d.Notes.Unknown(at, "event", kind)
		}
		m := &conv.CustomMessage{CustomType: family + "." + kind, Data: raw}
		m.SetOffset(at)
		d.c.Messages = append(d.c.Messages, m)
	}
	if d.Err() == nil {
		d.Rewind(end)
	}
}

// join adds the text of a message to the one before it, if the stream repeats its id:
// they are pieces of one answer.
func (d *decoder) join() {
	n := len(d.c.Messages)
	if n < 2 {
		return
	}
	last, ok := d.c.Messages[n-1].(*conv.AssistantMessage)
	before, was := d.c.Messages[n-2].(*conv.AssistantMessage)
	if !ok || !was || last.ID == "" || last.ID != before.ID {
		return
	}
	d.c.Messages = d.c.Messages[:n-1]
	for i, b := range last.Content {
		t, isText := b.(*conv.TextContent)
		if at := len(before.Content) - 1; isText && i == 0 && at >= 0 {
			if text, ok := before.Content[at].(*conv.TextContent); ok && len(t.Extensions) == 0 {
				d.goOn(text, t.Text)
				continue
			}
		}
		before.Content = append(before.Content, b)
	}
	before.Extensions.Merge(last.Extensions)
}

// goOn adds a piece to a text.
func (d *decoder) goOn(text *conv.TextContent, piece string) {
	if d.joined != text {
		d.joined = text
		d.pieces = strings.Builder{}
		d.pieces.WriteString(text.Text)
	}
	d.pieces.WriteString(piece)
	text.Text = d.pieces.String()
}

// milliseconds reads a time, 0 for what is none.
func milliseconds(text string) int64 {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05 UTC", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UnixMilli()
		}
	}
	return 0
}

func (d *decoder) messages() {
	for range d.Elements {
		if k := d.Kind(); k != rawjson.Object {
			d.Fail(d.Offset(), "want a message, got %s", k)
			return
		}
		d.message()
	}
}

// envelope is what a message has around its content.
type envelope struct {
	conv.Meta
	role    string
	content int // offset, -1 without one
}

func (d *decoder) message() {
	e := envelope{content: -1}
	e.SetOffset(d.Offset())
	for key := range d.Fields {
		switch key {
		case "id":
			e.ID = d.StrOnly()
		case "role":
			e.role = d.Str()
		case "created":
			if n, ok := conv.Number(d.Raw()).Int(); ok && n > 0 && n < 1<<40 {
				e.Timestamp = n * 1000
			}
		case "content":
			e.content = d.Offset()
		case "metadata":
			d.metadata(&e.Meta)
		default:
			d.Keep(&e.Node, key)
		}
	}
	end := d.Offset()
	if d.Err() == nil {
		n := len(d.c.Messages)
		d.content(&e)
		list := d.c.Messages[n:]
		d.read++
		for _, m := range list {
			if len(list) > 1 {
				conv.MetaOf(m).Group = strconv.Itoa(d.read)
			}
		}
		if len(list) > 0 {
			first := conv.MetaOf(list[0])
			first.ID = e.ID
			for _, x := range e.Extensions {
				for _, f := range x.Members {
					first.Extensions.Set(x.Family, f.Key, f.Value)
				}
			}
		}
	}
	d.Rewind(end)
}

// metadata reads who sees a message. What only the agent sees, nobody typed.
func (d *decoder) metadata(m *conv.Meta) {
	if d.Kind() != rawjson.Object {
		d.Skip()
		return
	}
	user, agent := true, true
	for key := range d.Fields {
		switch key {
		case "userVisible":
			user = d.BoolOnly()
		case "agentVisible":
			agent = d.BoolOnly()
		default:
			d.Keep(&m.Node, "metadata."+key)
		}
	}
	m.Excluded, m.Injected = !agent, agent && !user
}
