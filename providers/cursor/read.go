package cursor

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

type decoder struct {
	*parts.Builder
	count int // of calls
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewPlain(own, data, notes)}
	d.C.Session = &conv.Session{Agent: family}
	return session.Objects(data, notes, "a line of Cursor", "not a transcript of Cursor: no line has a role", d.line, d.end)
}

// end is what was read, nil without a message.
func (d *decoder) end() *conv.Conversation {
	if len(d.C.Messages) == 0 {
		return nil
	}
	return d.C
}

// line reads a message, or how a turn ended.
func (d *decoder) line(raw conv.Raw, at int) {
	role := parts.Str(raw, "role")
	if role == "" && parts.Str(raw, "type") == "turn_ended" {
		d.ended(raw, at)
		return
	}
	m := d.Open(role, at)
	if m == nil {
		d.Custom(cmp.Or(role, parts.Str(raw, "type"), "line"), raw, false, at)
		return
	}
	meta, said := conv.MetaOf(m), raw.Lookup("message")
	meta.ID, meta.Timestamp = parts.Str(raw, "id"), session.ISOTime(parts.Str(raw, "timestamp"))
	d.Rest(&meta.Node, raw, "role message id timestamp")
	if a, ok := m.(*conv.AssistantMessage); ok {
		a.Model = parts.Str(said, "model")
		d.Object(&meta.Node, "message", said, "content model")
	} else {
		d.Object(&meta.Node, "message", said, "content")
	}
	content := said.Lookup("content")
	if !strings.HasPrefix(string(content), "[") {
		d.said(m, content.Text(), at)
		return
	}
	for part := range content.Elements {
		d.part(m, part, at)
	}
}

// ended says how the turn of the last answer ended.
func (d *decoder) ended(raw conv.Raw, at int) {
	d.Lose(raw, at, "type status")
	status, reason := parts.Str(raw, "status"), conv.StopAborted
	switch status {
	case "success", "":
		return
	case "error":
		reason = conv.StopError
	}
	var a *conv.AssistantMessage
	if n := len(d.C.Messages); n > 0 {
		a, _ = d.C.Messages[n-1].(*conv.AssistantMessage)
	}
	if a == nil { // nothing was answered
		a = &conv.AssistantMessage{}
		d.Add(a, at)
	}
	a.StopReason, a.StopDetail = reason, &conv.StopDetail{Raw: status}
}

func (d *decoder) part(m conv.Message, part conv.Raw, at int) {
	switch kind := parts.Str(part, "type"); kind {
	case "text":
		d.said(m, parts.Str(part, "text"), at)
		d.Left(part, "type text")
	case "thinking":
		d.Thinking(m, parts.Str(part, "thinking text"), parts.Str(part, "signature"), part, at)
		d.Left(part, "type thinking text signature")
	case "tool_use":
		d.count++
		id := cmp.Or(parts.Str(part, "id"), "call_"+strconv.Itoa(d.count))
		t := d.Call(m, id, parts.Str(part, "name"), part.Lookup("input"), part, at)
		d.Rest(&t.Node, part, "type id name input")
	case "image":
		d.Media(m, kind, &conv.Media{Data: parts.Str(part, "source.data data"), MIMEType: parts.Str(part, "source.media_type mimeType")}, part, at)
		d.Left(part, "type source data mimeType")
		d.Lose(part.Lookup("source"), at, "type data media_type")
	default:
		d.Unknown(m, kind, part, at)
	}
}

// said adds a text. Of a question whose text stands in an element, beside the time at most,
// it is what stands there.
func (d *decoder) said(m conv.Message, text string, at int) {
	if conv.RoleOf(m) == conv.RoleUser {
		time, rest, timed := strings.Cut(strings.TrimPrefix(text, "<timestamp>"), "</timestamp>")
		if timed = timed && strings.HasPrefix(text, "<timestamp>"); !timed {
			rest = text
		}
		query, ok := strings.CutPrefix(strings.TrimSpace(rest), "<user_query>")
		if query, closed := strings.CutSuffix(query, "</user_query>"); ok && closed && !strings.Contains(query, "<user_query>") {
			if text = strings.Trim(query, "\n"); timed {
				own.Set(&conv.MetaOf(m).Node, "timestamp", rawjson.Quoted(time))
			}
		}
	}
	d.Text(m, text, at)
}
