package openwebui

import (
	"cmp"
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// own is the residue of the format.
var own = &record.Family{Name: family}

// decoder reads chats, one after the other.
type decoder struct {
	record.Reader
	*session.Weave
	c     *conv.Conversation
	nodes []session.Node
	leaf  string
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Reader: record.NewReader(own, data, notes)}
	if d.Kind() != rawjson.Object || d.Ahead("data") < 0 {
		return d.Rows(d.chat)
	}
	return func(yield func(*conv.Conversation, error) bool) { // as chat.qwen.ai exports them
		for key := range d.Fields {
			if key != "data" || d.Kind() != rawjson.Array {
				d.Notes.Loss(note.CodeExtension, note.Dropped, d.Offset(), "field beside the conversations", key)
				d.Skip()
				continue
			}
			for range d.Elements {
				if c := d.chat(); d.Err() == nil && !yield(c, nil) {
					return
				}
			}
		}
		if err := d.End(); err != nil {
			yield(nil, err)
		}
	}
}

// chat reads one chat, which older versions do not wrap.
func (d *decoder) chat() *conv.Conversation {
	d.c, d.nodes, d.leaf = &conv.Conversation{Session: &conv.Session{Agent: "open-webui"}}, nil, ""
	d.SetOffset(&d.c.Node)
	if !d.WantOneOf("a chat of Open WebUI", "chat", "history") {
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
	case "id":
		d.c.ID = cmp.Or(d.StrOnly(), d.c.ID)
	case "title":
		d.c.Title = cmp.Or(d.StrOnly(), d.c.Title)
	case "created_at":
		s.Started = session.Time(d.Raw())
	case "updated_at":
		s.Updated = session.Time(d.Raw())
	case "timestamp": // of a chat that is not wrapped
		s.Started = cmp.Or(s.Started, session.Time(d.Raw()))
	case "system":
		d.c.SystemPrompt = d.StrOnly()
	case "models":
		s.Model = d.Raw().Lookup("0").Text()
	case "chat":
		if d.WantObject("a chat") {
			for key := range d.Fields {
				d.field(key)
			}
		}
	case "history":
		if d.WantObject("a history") {
			d.history()
		}
	case "messages": // a copy of the last branch
		d.Skip()
	case "user_id", "params", "files", "tags", "pinned", "meta", "folder_id", "share_id", "archived":
		d.KnownIfSaid(&s.Node, key)
	default:
		d.Keep(&s.Node, key)
	}
}

func (d *decoder) history() {
	for key := range d.Fields {
		switch key {
		case "currentId":
			d.leaf = d.StrOnly()
		case "messages":
			if !d.WantObject("an object of messages") {
				return
			}
			d.nodes = nil
			for id := range d.Fields {
				n := session.Node{ID: id, Offset: d.Offset()}
				if !d.WantObject("a message") {
					return
				}
				for key := range d.Fields {
					if key == "parentId" {
						n.Parent = d.StrOnly()
					}
				}
				d.nodes = append(d.nodes, n)
			}
		default:
			d.Keep(&d.c.Session.Node, "history."+key)
		}
	}
}

// reading is a message that is being read.
type reading struct {
	*decoder
	at                   int
	conv.Meta            // of the message
	role, content, model string
	output, files, list  conv.Raw
	usage, failed        conv.Raw
	answer               *conv.AssistantMessage // that goes on; nil: none
	names                map[string]string      // of tools, by the id of the call
}

func (d *decoder) message(i int) {
	r := &reading{decoder: d, at: i}
	d.Rewind(d.nodes[i].Offset)
	for key := range d.Fields {
		switch key {
		case "id", "parentId", "childrenIds", "done", "lastSentence", "modelIdx":
		case "role":
			r.role = d.StrOnly()
		case "content":
			r.content = d.StrOnly()
		case "model":
			r.model = d.StrOnly()
		case "timestamp":
			r.Timestamp = session.Time(d.Raw())
		case "output":
			r.output = d.Raw()
		case "files":
			r.files = d.Raw()
		case "content_list": // of Qwen Chat
			r.list = d.Raw()
		case "usage":
			r.usage = d.Raw()
		case "error":
			r.failed = d.Raw()
		case "modelName", "userContext", "models", "sources", "statusHistory", "info", "annotation", "favorite", "feedbackId", "followUps", "completedAt", "code_executions", "embeds":
			d.KnownIfSaid(&r.Node, key)
		default:
			d.Keep(&r.Node, key)
		}
	}
	if d.Err() != nil {
		return
	}
	switch r.role {
	case "user":
		r.user()
	case "assistant":
		r.assistant()
	case "system":
		if r.content != "" {
			r.add(&conv.SystemMessage{Content: []conv.SystemContent{&conv.TextContent{Text: r.content}}})
		}
	default:
		d.Notes.Unknown(d.nodes[i].Offset, "role", r.role)
		r.add(&conv.CustomMessage{CustomType: family + "." + cmp.Or(r.role, "message"), Data: d.RawAt(d.nodes[i].Offset)})
	}
}

// add appends a message that is made of it.
func (r *reading) add(m conv.Message) { r.AddOf(&r.Meta, r.at, m) }

// user reads what a person said, after the files that came along.
func (r *reading) user() {
	m := &conv.UserMessage{}
	for file := range r.files.Elements {
		m.Content = append(m.Content, r.file(file))
	}
	if r.content != "" {
		m.Content = append(m.Content, &conv.TextContent{Text: r.content})
	}
	if len(m.Content) > 0 {
		r.add(m)
	}
}

// file reads an image, by its address or data, or a document, by its text.
func (r *reading) file(file conv.Raw) conv.UserContent {
	m := &conv.Media{Name: file.Lookup("name").Text()}
	m.SetOffset(r.nodes[r.at].Offset)
	url, kind := file.Lookup("url").Text(), file.Lookup("type").Text()
	if kind == "image" && url != "" {
		own.SetURL(m, url, record.DataHints{})
		parts.Left(own, &m.Node, file, "type name url")
		return (*conv.ImageContent)(m)
	}
	m.Text = file.Lookup("file.data.content").Text()
	read := "name file "
	if m.Text != "" {
		m.MIMEType = "text/plain"
	} else if m.FileID = file.Lookup("id").Text(); m.FileID != "" {
		m.Provider = "open-webui"
		read += "id "
	}
	if m.Text == "" && m.FileID == "" {
		r.Notes.Unknown(m.Offset(), "file", kind)
		return &conv.Opaque{Node: m.Node, Family: family, Raw: file}
	}
	if kind == "file" {
		read += "type"
	}
	parts.Left(own, &m.Node, file, read)
	parts.LeftIn(own, &m.Node, "file", file.Lookup("file"), "data")
	parts.LeftIn(own, &m.Node, "file.data", file.Lookup("file.data"), "content")
	return (*conv.DocumentContent)(m)
}

// text returns the text of a value: a string, or a list of parts.
func text(raw conv.Raw) string {
	all := raw.Text()
	for part := range raw.Elements {
		all += part.Lookup("text").Text()
	}
	return all
}

// isObject reports whether a text is a JSON object.
func isObject(s string) (raw conv.Raw, ok bool) {
	c := rawjson.NewCursor([]byte(s))
	raw = c.Raw()
	return raw, c.End() == nil && raw[0] == '{'
}
