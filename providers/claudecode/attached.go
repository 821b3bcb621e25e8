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
	m.PlaceAt(l.offset)
	m.Injected = true
	d.Rewind(l.file.data)
	if l.file.mime == "" {
		t := &conv.TextContent{}
		t.PlaceAt(l.file.data)
		t.Text = d.Text(&t.Node)
		m.Content = []conv.UserContent{t}
	} else {
		x := &conv.ImageContent{MIMEType: l.file.mime, Data: d.Str()}
		x.PlaceAt(l.file.data)
		m.Content = []conv.UserContent{x}
	}
	d.time(&m.Meta, i)
	return []conv.Message{m}
}

// fileFields are the fields of a line around the data of an attached file.
var fileFields = []string{"attachment", "content", "file"}

// file writes the template of an attached file: 0 stands for what the message
// says.
func (t *templates) file(w *rawjson.Writer, depth int) {
	w.BeginObject()
	for key := range t.Fields {
		w.Key(key)
		switch {
		case depth+1 < len(fileFields) && key == fileFields[depth+1] && t.Kind() == rawjson.Object:
			t.file(w, depth+1)
		case depth+1 == len(fileFields) && isFileData(key, t.part.lines[t.reading.lines[0]].file.mime != ""):
			t.Skip()
			w.Raw("0")
		default:
			w.Raw(packed(t.Raw()))
		}
	}
	w.EndObject()
}

// isFileData reports whether a field of a file is what the message says.
func isFileData(key string, image bool) bool {
	if image {
		return key == "base64" || key == "type"
	}
	return key == "content"
}

// isFileTemplate reports whether a template is that of an attached file.
func isFileTemplate(t conv.Raw) bool {
	file := t.Lookup("attachment.content.file")
	return t.Lookup("attachment.type").Text() == "file" && (file.Lookup("base64") == "0" || file.Lookup("content") == "0")
}

// holdsFile reports whether the template of an attached file can say a message.
func holdsFile(t conv.Raw, m conv.Message) bool {
	u, ok := m.(*conv.UserMessage)
	if !ok || len(u.Content) != 1 || !u.Injected {
		return false
	}
	image := t.Lookup("attachment.content.file.base64") == "0"
	switch b := u.Content[0].(type) {
	case *conv.ImageContent:
		return image && b.Data != "" && b.MIMEType != "" && len(b.Extensions) == 0
	case *conv.TextContent:
		return !image && len(b.Extensions) == 0
	}
	return false
}

// writeFile writes the object "attachment" of an attached file.
func writeFile(w *rawjson.Writer, t conv.Raw, m *conv.UserMessage, depth int) {
	w.BeginObject()
	for key, v := range t.Fields {
		w.Key(key)
		switch {
		case depth+1 < len(fileFields) && key == fileFields[depth+1] && v[0] == '{':
			writeFile(w, v, m, depth+1)
		case v != "0":
			v, _ = unpacked(v)
			w.Raw(v)
		default:
			switch b := m.Content[0].(type) {
			case *conv.TextContent:
				conv.WriteText(w, &b.Node, b.Text)
			case *conv.ImageContent:
				if key == "type" {
					w.Str(b.MIMEType)
				} else {
					w.Str(b.Data)
				}
			}
		}
	}
	w.EndObject()
}

// fileField writes a field of the line of an attached file.
func (x *writer) fileField(key string, v conv.Raw, e *envelope, m *conv.UserMessage) {
	switch {
	case key == fileFields[0]:
		x.Key(key)
		writeFile(x.Writer, v, m, 0)
	case isSaid(key):
		x.OptRaw(key, x.value(key, v, e))
	default:
		x.OptRaw(key, v)
	}
}
