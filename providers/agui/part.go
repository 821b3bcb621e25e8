package agui

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// part reads a part of a content. A part of an unknown type or with an unknown
// source is opaque.
func (r *reader) part() conv.Block {
	at := r.Offset()
	if k := r.Kind(); k != rawjson.Object {
		r.Fail(at, "want a part as an object, got %s", k)
		return nil
	}
	kind := r.tag("type")
	switch kind {
	case "text":
		return r.textPart()
	case "image", "audio", "video", "document":
		if b := r.mediaPart(kind); b != nil {
			return b
		}
	case "binary":
		if b := r.binaryPart(); b != nil {
			return b
		}
	case "":
		r.Fail(at, "a part without a type")
		return nil
	}
	if r.Err() != nil {
		return nil
	}
	r.Rewind(at)
	b := &conv.Opaque{Family: family}
	r.Place(&b.Node)
	r.Notes.Unknown(at, "part", kind)
	b.Raw = r.Raw()
	return b
}

// tag is the string at a key of the object that comes next, "" if it has none.
func (r *reader) tag(key string) string { return tagOf(r.Buffer()[r.Offset():], key) }

// tagOf is the string at a key of an object, "" if it has none. Of a repeated
// key the last value counts.
func tagOf(object []byte, key string) (value string) {
	c := rawjson.NewCursor(object)
	for k := range c.Fields {
		if k == key && c.Kind() == rawjson.String {
			value = c.Str()
		}
	}
	return value
}

func (r *reader) textPart() conv.Block {
	b := &conv.TextContent{}
	r.Place(&b.Node)
	at, found := r.Offset(), false
	for key := range r.Fields {
		switch key {
		case "type":
			r.Skip()
		case "text":
			found = r.Kind() == rawjson.String
			b.Text = r.Text(&b.Node)
		case "metadata", "id":
			if !r.IsNull() {
				r.KeepQuietly(&b.Node, key)
			}
		default:
			r.Keep(&b.Node, key)
		}
	}
	if !found && r.Err() == nil {
		r.Fail(at, "a text part without text")
	}
	return b
}

// mediaPart reads an image, audio, video or document. It is nil if the source
// is unknown.
func (r *reader) mediaPart(kind string) conv.Block {
	m := &conv.Media{}
	r.Place(&m.Node)
	at, found, known := r.Offset(), false, true
	for key := range r.Fields {
		switch {
		case key == "type":
			r.Skip()
		case key == "source" && r.Kind() == rawjson.Object:
			found = true
			known = r.source(m)
		case key == "metadata" && r.Kind() == rawjson.Object:
			r.partMetadata(m)
		case key == "metadata" && r.IsNull():
		case key == "metadata" || key == "id":
			r.KeepQuietly(&m.Node, key)
		default:
			r.Keep(&m.Node, key)
		}
	}
	if !found && r.Err() == nil {
		r.Fail(at, "a part of type %s without a source", kind)
	}
	if !known || r.Err() != nil {
		return nil
	}
	return conv.NewMedia(kind, m)
}

// source reads the source of the bytes, and reports whether it is a known one.
func (r *reader) source(m *conv.Media) bool {
	kind, value := r.tag("type"), ""
	rest := conv.Node{}
	for key := range r.Fields {
		switch {
		case key == "type":
			r.Skip()
		case key == "value" && r.Kind() == rawjson.String:
			value = r.Text(&m.Node)
		case key == "mimeType" && r.Kind() == rawjson.String:
			if m.MIMEType = r.Str(); m.MIMEType == "" && kind != "data" {
				residue.Set(&rest, key, `""`)
			}
		case key == "provider" && r.Kind() == rawjson.String && kind == "file":
			if m.Provider = r.Str(); m.Provider == "" {
				residue.Set(&rest, key, `""`)
			}
		case r.IsNull():
		default:
			r.Keep(&rest, key)
		}
	}
	if rest.Extensions != nil {
		w := rawjson.NewWriter(nil)
		w.BeginObject()
		conv.WriteResidue(w, &rest, family)
		w.EndObject()
		residue.Set(&m.Node, "source", conv.Raw(w.Bytes()))
	}
	switch kind {
	case "data":
		m.Data = value
	case "url":
		m.URL = value
	case "file":
		m.FileID = value
	}
	return m.Data != "" || m.URL != "" || m.FileID != ""
}

// partMetadata reads a part's metadata, of which the file name is known.
func (r *reader) partMetadata(m *conv.Media) {
	raw := r.Raw()
	c := rawjson.NewCursor([]byte(raw))
	var rest []conv.Member
	for key := range c.Fields {
		if key == "filename" && c.Kind() == rawjson.String && m.Name == "" {
			if m.Name = c.Str(); m.Name != "" {
				continue
			}
			rest = append(rest, conv.Member{Key: key, Value: `""`})
			continue
		}
		rest = append(rest, c.Member(key))
	}
	if len(rest) > 0 || m.Name == "" {
		residue.Set(&m.Node, "metadata", rawjson.ObjectOf(rest))
	}
}

// binaryPart reads a part of the older form. Its MIME type gives its kind.
func (r *reader) binaryPart() conv.Block {
	m := &conv.Media{}
	r.Place(&m.Node)
	residue.Set(&m.Node, hintForm, `"binary"`)
	for key := range r.Fields {
		switch {
		case key == "type":
			r.Skip()
		case r.IsNull():
		case r.Kind() != rawjson.String:
			r.Keep(&m.Node, key)
		case key == "mimeType":
			m.MIMEType = r.Str()
		case key == "id":
			m.FileID = r.Str()
		case key == "url":
			m.URL = r.Str()
		case key == "data":
			m.Data = r.Text(&m.Node)
		case key == "filename":
			m.Name = r.Str()
		default:
			r.Keep(&m.Node, key)
		}
	}
	sources := 0
	for _, s := range [...]string{m.Data, m.URL, m.FileID} {
		if s != "" {
			sources++
		}
	}
	if sources != 1 {
		return nil
	}
	return conv.NewMedia(mediaKind(m.MIMEType), m)
}

// mediaKind is the type of part that a MIME type belongs to.
func mediaKind(mime string) string {
	for _, kind := range [...]string{"image", "audio", "video"} {
		if strings.HasPrefix(mime, kind+"/") {
			return kind
		}
	}
	return "document"
}
