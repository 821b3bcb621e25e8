package claudecode

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// attached is a file that a prompt names with @, as a line of its own: the
// program sends what is in it together with the prompt.
type attached struct {
	mime string // of an image, "" for text
	data int    // offset of the base64 data or the text, -1 if the file cannot be read
}

// scanAttached outlines the content of an attachment: {type: image|text, file: {…}}.
func scanAttached(c *rawjson.Cursor) attached {
	kind, files, base64, text := "", 0, -1, -1
	f := attached{data: -1}
	var seen rawjson.Keys
	for key := range c.Fields {
		switch {
		case key == "type":
			kind = c.StrOnly()
		case key == "file" && c.Kind() == rawjson.Object:
			files++
			for key := range c.Fields {
				if !seen.Add(key) {
					files++ // nobody knows which one counts
				}
				switch {
				case key == "type":
					f.mime = c.StrOnly()
				case key == "base64" && c.Kind() == rawjson.String:
					base64 = c.Offset()
				case key == "content" && c.Kind() == rawjson.String:
					text = c.Offset()
				}
			}
		}
	}
	switch {
	case files != 1:
	case kind == "image" && f.mime != "":
		f.data = base64
	case kind == "text":
		f.mime, f.data = "", text
	}
	return f
}

// isFile reports whether a line is an attached file that a model sees.
func (l *line) isFile() bool {
	return l.kind == "attachment" && l.attachment == "file" && l.file.data >= 0 && !l.duplicate && l.body < 0
}

// file reads an attached file as a message that the program wrote.
func (d *decoder) file(i int) []conv.Message {
	l := d.lines[i]
	m := &conv.UserMessage{}
	m.SetOffset(l.offset)
	m.Injected = true
	d.Rewind(l.file.data)
	if l.file.mime == "" {
		t := &conv.TextContent{}
		t.SetOffset(l.file.data)
		t.Text = d.Text(&t.Node)
		m.Content = []conv.UserContent{t}
	} else {
		x := &conv.ImageContent{MIMEType: l.file.mime, Data: d.Str()}
		x.SetOffset(l.file.data)
		m.Content = []conv.UserContent{x}
	}
	d.time(&m.Meta, i)
	return []conv.Message{m}
}

// withFile returns the object "attachment" of a file with other values of the fields
// that the message says.
func withFile(attachment conv.Raw, image bool, said func(key string) conv.Raw) conv.Raw {
	content := attachment.Lookup("content")
	file := content.Lookup("file")
	keys := []string{"content"}
	if image {
		keys = []string{"type", "base64"}
	}
	for _, key := range keys {
		file = file.With(key, said(key))
	}
	return attachment.With("content", content.With("file", file))
}

// fileIn returns the type of the attached file whose template this is, "" for that of
// another line.
func fileIn(t conv.Raw) string {
	content := t.Lookup("attachment.content")
	switch kind := content.Lookup("type").Text(); {
	case t.Lookup("attachment.type").Text() != "file":
	case kind == "image" && content.Lookup("file.base64") == "0", kind == "text" && content.Lookup("file.content") == "0":
		return kind
	}
	return ""
}

// holdsFile reports whether the template of an attached file can say a message.
func holdsFile(t conv.Raw, m conv.Message) bool {
	u, ok := m.(*conv.UserMessage)
	if !ok || len(u.Content) != 1 || !u.Injected || len(conv.NodeOf(u.Content[0]).Extensions) > 0 {
		return false
	}
	switch b := u.Content[0].(type) {
	case *conv.ImageContent:
		return fileIn(t) == "image" && b.Data != "" && b.MIMEType != ""
	case *conv.TextContent:
		return fileIn(t) == "text"
	}
	return false
}

// fileField writes a field of the line of an attached file.
func (x *writer) fileField(key string, v conv.Raw, e *envelope, m *conv.UserMessage) {
	switch {
	case key == "attachment":
		image, isImage := m.Content[0].(*conv.ImageContent)
		v = withFile(v, isImage, func(key string) conv.Raw {
			switch {
			case !isImage:
				w := rawjson.NewWriter(nil)
				w.Respell = x.Respell
				t := m.Content[0].(*conv.TextContent)
				conv.WriteText(w, &t.Node, t.Text)
				return conv.Raw(w.Bytes())
			case key == "type":
				return rawjson.Quoted(image.MIMEType)
			}
			return rawjson.Quoted(image.Data)
		})
	case isSaid(key):
		v = x.value(key, v, e)
	}
	x.OptRaw(key, v)
}
