package a2a

import (
	"iter"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

type decoder struct {
	*parts.Builder
	said map[string]bool // ids of messages
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{parts.NewBuilder(own, data, notes), map[string]bool{}}
	switch {
	case d.Kind() == rawjson.Array:
		d.messages()
	case d.WantObject("a message or a task of A2A"):
		d.value()
	}
	return d.One(d.C)
}

func (d *decoder) messages() { d.Each(d.Skipped(), "messages", d.message) }

// value reads a message, a task, or an envelope around one of them.
func (d *decoder) value() {
	for _, key := range []string{"params", "result", "message", "task"} {
		inside := d.Ahead(key)
		if inside < 0 || d.Ahead("history") >= 0 || d.Ahead("parts") >= 0 {
			continue
		}
		for range d.Fields {
			if d.Offset() != inside {
				d.Skip() // of JSON-RPC, or how to send
			} else if d.WantObject("a message or a task of A2A") {
				d.value()
			}
		}
		return
	}
	at := d.Offset()
	if d.Ahead("parts") >= 0 {
		if raw := d.Raw(); d.Err() == nil {
			d.C.ID = parts.Str(raw, "contextId")
			d.message(raw, at)
		}
		return
	}
	d.task()
}

// task reads a task: its history, what its state says, and what it made.
func (d *decoder) task() {
	at := d.Offset()
	if d.Ahead("history") < 0 && d.Ahead("status") < 0 && d.Ahead("artifacts") < 0 {
		d.Fail(at, "neither a message nor a task of A2A: parts and history are missing")
		return
	}
	history, artifacts, status := -1, -1, conv.Raw("")
	for key := range d.Fields {
		switch key {
		case "contextId":
			d.C.ID = d.StrOnly()
		case "history":
			history = d.Skipped()
		case "artifacts":
			artifacts = d.Skipped()
		case "status":
			status = d.Raw()
		case "id", "metadata", "kind":
			d.KnownIfSaid(&d.C.Node, "task."+key)
		default:
			d.Keep(&d.C.Node, key)
		}
	}
	d.Each(history, "messages", d.message)
	if m := status.Lookup("message"); strings.HasPrefix(string(m), "{") && !d.said[parts.Str(m, "messageId")] && d.Err() == nil {
		d.message(m, at)
	}
	d.Object(&d.C.Node, "task.status", status, "message")
	d.Each(artifacts, "artifacts", d.artifact)
	if t, err := time.Parse(time.RFC3339, parts.Str(status, "timestamp")); err == nil && len(d.C.Messages) > 0 {
		conv.MetaOf(d.C.Messages[len(d.C.Messages)-1]).Timestamp = t.UnixMilli()
	}
}

// artifact reads what a task made, as an answer.
func (d *decoder) artifact(raw conv.Raw, at int) {
	m := d.Open("assistant", at)
	n := conv.MetaOf(m)
	n.ID = parts.Str(raw, "artifactId")
	d.Rest(&n.Node, raw, "artifactId parts")
	for part := range raw.Lookup("parts").Elements {
		d.part(m, part, at)
	}
}

func (d *decoder) message(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	role := strings.ToLower(strings.TrimPrefix(parts.Str(raw, "role"), "ROLE_"))
	m := d.Open(strings.Replace(role, "agent", "assistant", 1), at)
	if m == nil {
		d.Custom(role, raw, false, at)
		return
	}
	n := conv.MetaOf(m)
	n.ID = parts.Str(raw, "messageId")
	d.said[n.ID] = true
	d.Rest(&n.Node, raw, "messageId role parts kind contextId taskId")
	for part := range raw.Lookup("parts").Elements {
		d.part(m, part, at)
	}
}

// part reads a part: a text, a file by its bytes or its address, or data, which is said as
// JSON.
func (d *decoder) part(m conv.Message, part conv.Raw, at int) {
	const read = "kind type text url raw file data mediaType filename"
	if text := part.Field("text"); text != "" {
		t := &conv.TextContent{Text: text.Text()}
		if d.Rest(&t.Node, part, read); t.Text != "" {
			d.Say(m, t, part, at)
		}
		return
	}
	f := &conv.Media{
		MIMEType: parts.Str(part, "mediaType file.mimeType"), Name: parts.Str(part, "filename file.name"),
		URL: parts.Str(part, "url file.uri file.fileWithUri"), Data: parts.Str(part, "raw file.bytes file.fileWithBytes"),
	}
	switch data := parts.At(part, "data"); {
	case f.URL != "" || f.Data != "":
		d.Rest(&f.Node, part, read)
		d.Media(m, "", f, part, at)
	case data != "":
		d.Value(m, data, at)
	default:
		d.Unknown(m, parts.Str(part, "kind"), part, at)
	}
}
