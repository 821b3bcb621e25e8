package a2a

import (
	"fmt"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writer writes messages in a version.
type writer struct {
	*rawjson.Writer
	old bool
	at  int // the place of a message in the conversation
}

// write writes a task, or what was read.
func write(out *rawjson.Writer, c *conv.Conversation) {
	w := &writer{Writer: out, old: own.Get(&c.Node, hintOld) == "true"}
	parts.WriteInside(out, own, &c.Node, func() {
		switch form := own.Text(&c.Node, hintForm); {
		case form == "list":
			w.messages(c.Messages)
		case form != "message" || len(c.Messages) != 1:
			w.task(c)
		case own.Get(&conv.MetaOf(c.Messages[0]).Node, hintArtifact) != "":
			w.artifact(c.Messages[0])
		default:
			w.message(c.Messages[0])
		}
	}, envelopes...)
}

func (w *writer) artifact(m conv.Message) {
	w.BeginObject()
	w.content(m, "artifactId")
	w.EndObject()
}

func (w *writer) messages(list []conv.Message) {
	w.BeginArray()
	for _, m := range list {
		w.message(m)
	}
	w.EndArray()
}

// task writes a task. What it made, and the message of its state, stand last.
func (w *writer) task(c *conv.Conversation) {
	said := len(c.Messages)
	for said > 0 && own.Get(&conv.MetaOf(c.Messages[said-1]).Node, hintArtifact) != "" {
		said--
	}
	made := c.Messages[said:]
	inStatus := said > 0 && own.Get(&conv.MetaOf(c.Messages[said-1]).Node, hintStatus) != ""
	if inStatus {
		said--
	}
	w.BeginObject()
	w.usual(&c.Node, "id", idOf(c))
	w.OptField("contextId", c.ID)
	if said > 0 || !own.Lacks(&c.Node, "history") {
		w.Key("history")
		w.messages(c.Messages[:said])
	}
	if status := own.Get(&c.Node, "status"); inStatus {
		w.ObjectField("status")
		if status == "" && !own.Lacks(&c.Node, "status") {
			status = stateOf(w.old)
		}
		record.WriteFields(w.Writer, status, "message")
		w.Key("message")
		w.message(c.Messages[said])
		w.EndObject()
	} else {
		w.usual(&c.Node, "status", stateOf(w.old))
	}
	if len(made) > 0 {
		w.ArrayField("artifacts")
		for _, m := range made {
			w.artifact(m)
		}
		w.EndArray()
	}
	if w.old {
		w.usual(&c.Node, "kind", `"task"`)
	}
	own.Write(w.Writer, &c.Node, "id", "status", "contextId", "history", record.Unless(len(made) == 0, "artifacts"), record.Unless(!w.old, "kind"))
	w.EndObject()
}

// usual writes a field as it was read, else the usual value, unless it was missing.
func (w *writer) usual(n *conv.Node, key string, value conv.Raw) {
	if was := own.Get(n, key); was != "" {
		value = was
	} else if own.Lacks(n, key) {
		return
	}
	w.RawField(key, value)
}

// content writes the id, the parts and the residue of a message or an artifact.
func (w *writer) content(m conv.Message, id string) {
	n := conv.MetaOf(m)
	switch {
	case n.ID != "":
		w.Field(id, n.ID)
	case !own.Lacks(&n.Node, "id"):
		w.Field(id, madeID(w.at))
	}
	w.at++
	count := 0
	for b := range conv.BlocksOf(m) {
		if count == 0 {
			w.ArrayField("parts")
		}
		parts.WriteBlock(w.Writer, b, func() { w.part(b) })
		count++
	}
	switch {
	case count > 0:
		w.EndArray()
	case !own.Lacks(&n.Node, "parts"):
		w.RawField("parts", "[]")
	}
	w.OptRaw("contextId", own.Hint(&n.Node, "contextId"))
	w.OptRaw("taskId", own.Hint(&n.Node, "taskId"))
	own.Write(w.Writer, &n.Node, id, "role", "contextId", "taskId", "kind", record.Unless(count == 0, "parts"))
}

func (w *writer) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.CustomMessage:
		w.Raw(m.Data)
		w.at++
		return
	case *conv.UserMessage, *conv.AssistantMessage:
	default:
		panic(fmt.Sprintf("a2a: a %T", m))
	}
	n := &conv.MetaOf(m).Node
	w.BeginObject()
	w.Field("role", roleOf(m, w.isOld(n)))
	if w.isOld(n) {
		w.usual(n, "kind", `"message"`)
	} else {
		w.OptRaw("kind", own.Get(n, "kind"))
	}
	w.content(m, "messageId")
	w.EndObject()
}

// isOld reports whether a node is written as in versions before 1.0.
func (w *writer) isOld(n *conv.Node) bool {
	if was := own.Get(n, hintOld); was != "" {
		return was == "true"
	}
	return w.old
}

// part writes the fields of a part.
func (w *writer) part(b conv.Block) {
	n, kind, read := conv.NodeOf(b), "file", []string{"raw", "url", "file", "mediaType", "filename", "kind"}
	if t, ok := b.(*conv.TextContent); ok {
		kind, read = w.text(t), []string{"text", "data", "kind"}
	} else {
		w.file(conv.MediaOf(b))
	}
	if w.isOld(n) {
		w.Field("kind", kind)
	}
	own.Write(w.Writer, n, read...)
}

// text writes a text, or the data that it was.
func (w *writer) text(t *conv.TextContent) (kind string) {
	switch was := own.Get(&t.Node, hintData); {
	case was == "true":
		w.Field("data", t.Text)
	case was != "" && rawjson.IsValue(t.Text):
		w.RawField("data", conv.Raw(t.Text))
	default:
		w.Key("text")
		conv.WriteText(w.Writer, &t.Node, t.Text)
		return "text"
	}
	return "data"
}

// file writes a file by its bytes or its address.
func (w *writer) file(f *conv.Media) {
	raw, url, mime, name := "raw", "url", "mediaType", "filename"
	old := w.isOld(&f.Node)
	if old {
		raw, url, mime, name = "bytes", "uri", "mimeType", "name"
		w.ObjectField("file")
	}
	w.OptField(raw, f.Data)
	w.OptField(url, f.URL)
	w.OptField(mime, f.MIMEType)
	w.OptField(name, f.Name)
	if old {
		record.WriteFields(w.Writer, own.Get(&f.Node, "file"), raw, url, mime, name)
		w.EndObject()
	}
}
