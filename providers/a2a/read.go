package a2a

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

type decoder struct {
	*parts.Builder
	said map[string]bool // ids of messages
	old  bool            // it is older than version 1.0
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewBuilder(own, data, notes), said: map[string]bool{}}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	switch {
	case d.Kind() == rawjson.Array:
		own.Set(&d.C.Node, hintForm, `"list"`)
		d.version()
		d.Each(d.Skipped(), "messages", d.message)
	case d.WantObject("a message or a task of A2A"):
		d.value()
	}
	return d.One(d.C)
}

// version reads of what comes next how old it is.
func (d *decoder) version() conv.Raw {
	raw := d.RawAt(d.Offset())
	var word string
	for _, path := range []string{"status.state", "history.0.role", "role", "0.role"} {
		word = cmp.Or(word, raw.Lookup(path).Text())
	}
	if d.old = word != "" && !strings.HasPrefix(word, "ROLE_") && !strings.HasPrefix(word, "TASK_STATE_"); d.old {
		own.Set(&d.C.Node, hintOld, "true")
	}
	return raw
}

// value reads a message, an artifact, a task, or an envelope around one of them.
func (d *decoder) value() {
	at := d.Offset()
	switch {
	case d.Ahead("history") >= 0:
		d.task()
	case d.Ahead("parts") >= 0:
		raw := d.version()
		if d.Skip(); d.Err() == nil {
			own.Set(&d.C.Node, hintForm, `"message"`)
			d.C.ID = parts.Str(raw, "contextId")
			if parts.Str(raw, "artifactId") != "" && raw.Lookup("role") == "" {
				d.artifact(raw, at)
			} else {
				d.message(raw, at)
			}
		}
	case d.Inside("a message or a task of A2A", d.value, envelopes...):
	case d.Ahead("status") >= 0 || d.Ahead("artifacts") >= 0:
		d.task()
	default:
		d.Fail(at, "neither a message nor a task of A2A: parts and history are missing")
	}
}

// task reads a task: its history, what its state says, and what it made.
func (d *decoder) task() {
	at, raw := d.Offset(), d.version()
	history, artifacts, n := -1, -1, &d.C.Node
	for key := range d.Fields {
		switch key {
		case "contextId":
			d.C.ID = d.StrOnly()
		case "history":
			history = d.Skipped()
		case "artifacts":
			artifacts = d.Skipped()
		case "id", "status", "kind":
			d.Skip()
		case "metadata", "taskId", "final":
			d.KnownOrBlank(n, key)
		default:
			d.Keep(n, key)
		}
	}
	if d.Err() != nil {
		return
	}
	d.differs(n, "id", raw.Lookup("id"), idOf(d.C))
	d.kind(n, raw, "task", d.old)
	if d.Each(history, "messages", d.message); history < 0 {
		own.SetLacks(n, "history")
	}
	status := raw.Lookup("status")
	if m := status.Lookup("message"); strings.HasPrefix(string(m), "{") && !d.said[parts.Str(m, "messageId")] && isMessage(m) && d.Err() == nil {
		d.message(m, at)
		own.Set(&conv.MetaOf(d.C.Messages[len(d.C.Messages)-1]).Node, hintStatus, "true")
		status = status.Without("message")
	}
	d.differs(n, "status", status, stateOf(d.old))
	made := len(d.C.Messages)
	if d.Each(artifacts, "artifacts", d.artifact); artifacts >= 0 && made == len(d.C.Messages) {
		own.SetBlank(n, "artifacts", "[]")
	}
}

// differs keeps a field of a task that says more than is usual, or is missing.
func (d *decoder) differs(n *conv.Node, key string, value, usual conv.Raw) {
	switch value {
	case usual:
	case "", "null":
		own.SetLacks(n, key)
	default:
		own.Set(n, key, value)
	}
}

// kind reads the kind of an object, which only older versions have.
func (d *decoder) kind(n *conv.Node, raw conv.Raw, usual string, old bool) {
	kind := raw.Lookup("kind")
	if old {
		d.differs(n, "kind", kind, rawjson.Quoted(usual))
	} else if kind != "" {
		own.Set(n, "kind", kind)
	}
}

// artifact reads what a task made, as an answer.
func (d *decoder) artifact(raw conv.Raw, at int) {
	m := d.Open("assistant", at)
	d.content(m, raw, "artifactId", at)
	own.Set(&conv.MetaOf(m).Node, hintArtifact, "true")
}

// content reads the id and the parts of a message or an artifact.
func (d *decoder) content(m conv.Message, raw conv.Raw, id string, at int) {
	n := conv.MetaOf(m)
	read := id + " parts role contextId taskId kind"
	if n.ID = parts.Str(raw, id); n.ID == madeID(len(d.C.Messages)-1) {
		n.ID = ""
	} else if n.ID == "" {
		own.SetLacks(&n.Node, "id")
	}
	d.said[n.ID] = true
	list := raw.Lookup("parts")
	if !strings.HasPrefix(string(list), "[") {
		own.SetLacks(&n.Node, "parts")
		read = strings.Replace(read, " parts", "", 1)
	} else if list == "[]" && conv.RoleOf(m) == conv.RoleAssistant {
		own.SetHint(&n.Node, "parts", list)
	}
	for _, key := range []string{"contextId", "taskId"} {
		if v := raw.Lookup(key); v != "" {
			own.SetHint(&n.Node, key, v)
		}
	}
	d.Rest(&n.Node, raw, read)
	for part := range list.Elements {
		d.part(m, part, at)
	}
}

// isMessage reports whether a message is of a known role.
func isMessage(raw conv.Raw) bool {
	return parts.IsWord("user agent ROLE_USER ROLE_AGENT", parts.Str(raw, "role"))
}

func (d *decoder) message(raw conv.Raw, at int) {
	role := strings.ToLower(strings.TrimPrefix(parts.Str(raw, "role"), "ROLE_"))
	switch {
	case raw[0] != '{':
		d.Fail(at, "want a message as an object")
		return
	case !isMessage(raw):
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	m := d.Open(strings.Replace(role, "agent", "assistant", 1), at)
	n := &conv.MetaOf(m).Node
	old := d.isOld(n, !strings.HasPrefix(parts.Str(raw, "role"), "ROLE_"))
	d.content(m, raw, "messageId", at)
	d.kind(n, raw, "message", old)
}

// isOld remembers that a node is of another version than the conversation.
func (d *decoder) isOld(n *conv.Node, old bool) bool {
	if old != d.old {
		own.Set(n, hintOld, conv.Raw(strconv.FormatBool(old)))
	}
	return old
}

// part reads a part: a text, a file by its bytes or its address, or data, which is said as
// JSON.
func (d *decoder) part(m conv.Message, part conv.Raw, at int) {
	kind, file := parts.Str(part, "kind"), part.Lookup("file")
	old := kind != ""
	if !parts.AreTexts(part, "kind text url raw mediaType filename") || !parts.AreTexts(file, "uri bytes fileWithUri fileWithBytes mimeType name") {
		d.Unknown(m, kind, part, at)
		return
	}
	text, data := part.Lookup("text"), parts.At(part, "data")
	f := &conv.Media{
		MIMEType: parts.Str(part, "mediaType file.mimeType"), Name: parts.Str(part, "filename file.name"),
		URL: parts.Str(part, "url file.uri file.fileWithUri"), Data: parts.Str(part, "raw file.bytes file.fileWithBytes"),
	}
	isFile := f.URL != "" || f.Data != ""
	switch t := (&conv.TextContent{}); {
	case text != "" && data == "" && !isFile && (!old || kind == "text"):
		d.isOld(&t.Node, old)
		t.Text = text.Text()
		d.Rest(&t.Node, part, "kind text")
		d.Say(m, t, part, at)
	case data != "" && text == "" && !isFile && (!old || kind == "data"):
		d.isOld(&t.Node, old)
		if t.Text = string(data); data[0] == '"' {
			t.Text = data.Text()
		}
		own.Set(&t.Node, hintData, conv.Raw(strconv.FormatBool(data[0] == '"')))
		d.Rest(&t.Node, part, "kind data")
		d.Say(m, t, part, at)
	case text == "" && data == "" && (f.URL == "") == (f.Data != "") && (!old || kind == "file") && !strings.HasPrefix(f.URL, "data:"):
		d.isOld(&f.Node, old)
		d.Rest(&f.Node, part, "kind url raw file mediaType filename")
		d.Object(&f.Node, "file", file, "uri bytes fileWithUri fileWithBytes mimeType name")
		of := media.Kind(cmp.Or(f.MIMEType, media.TypeOfName(f.Name+f.URL)))
		if f.MIMEType == "" && conv.MediaOf(fit.TypedFile(f.Block(of), nil)).MIMEType != "" {
			own.SetLacks(&f.Node, "mediaType")
		}
		d.Media(m, of, f, part, at)
	default:
		d.Unknown(m, kind, part, at)
	}
}
