package agui

import (
	"convo/conv"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// part reads a part of a content. A part of an unknown type or with an unknown
// source is opaque.
func (r *reader) part() conv.Block {
	at := r.In.Offset()
	if !r.In.WantObject("a part as an object") {
		return nil
	}
	kind := r.Tag("type")
	switch kind {
	case "text":
		b := &conv.TextContent{}
		record.Read(objects().text, r, b)
		return b
	case "image", "audio", "video", "document":
		m := &conv.Media{}
		record.Read(objects().media, r, m)
		r.typeByBytes(m, kind, at)
		if m.Data != "" || m.URL != "" || m.FileID != "" {
			return m.Block(kind)
		}
	case "binary":
		if b := r.binaryPart(); b != nil {
			return b
		}
	case "":
		r.In.Fail(at, "a part without a type")
		return nil
	}
	if r.In.Err() != nil {
		return nil
	}
	r.In.Rewind(at)
	r.In.Notes.Unknown(at, "part", kind)
	return r.In.Opaque()
}

// source reads the source of the bytes.
func (r *reader) source(m *conv.Media) {
	if !r.In.WantObject("a source") {
		return
	}
	kind, value := r.Tag("type"), ""
	rest, names := conv.Node{}, record.Names{}
	for key := range r.In.Fields {
		key = names.Usual(&r.In, key)
		switch {
		case key == "type":
		case key == "value" && r.In.Kind() == rawjson.String:
			value = r.In.Text(&m.Node)
		case key == "mimeType" && r.In.Kind() == rawjson.String:
			if m.MIMEType = r.In.Str(); m.MIMEType == "" {
				residue.Set(&rest, key, `""`)
			}
		case key == "provider" && r.In.Kind() == rawjson.String && kind == "file":
			if m.Provider = r.In.Str(); m.Provider == "" {
				residue.Set(&rest, key, `""`)
			}
		default:
			r.Keep(&rest, key)
		}
	}
	names.Keep(residue, &m.Node)
	if rest.Extensions != nil {
		residue.Set(&m.Node, "source", rawjson.ObjectBy(func(w *rawjson.Writer) { residue.Write(w, &rest) }))
	}
	switch kind {
	case "data":
		m.Data = value
	case "url":
		m.URL = value
	case "file":
		m.FileID = value
	}
}

// typeByBytes finds the MIME type of data that has none, if it is one of a kind
// of part. "" is any kind.
func (r *reader) typeByBytes(m *conv.Media, kind string, at int) {
	if is := typeOf(m, kind); is != "" {
		m.MIMEType = is
		r.In.Notes.Info(note.CodeFile, note.Recovered, at, "MIME type by the bytes:", is)
	}
}

// typeOf is the MIME type of data of a kind that has none, "" if the bytes do
// not show it.
func typeOf(m *conv.Media, kind string) string {
	if m.MIMEType != "" || m.Data == "" {
		return ""
	}
	is := media.Type64(m.Data)
	if kind != "" && media.Kind(is) != kind {
		return ""
	}
	return is
}

// partMetadata reads a part's metadata, of which the file name is known.
func (r *reader) partMetadata(m *conv.Media) {
	if r.In.Kind() != rawjson.Object {
		r.In.Known(&m.Node, "metadata")
		return
	}
	raw := r.In.Raw()
	var rest []rawjson.Member
	for key, value := range raw.Fields {
		if name := value.Text(); key == "filename" && name != "" && m.Name == "" {
			m.Name = name
			continue
		}
		rest = append(rest, rawjson.Member{Key: key, Value: value})
	}
	if len(rest) > 0 || m.Name == "" {
		residue.Set(&m.Node, "metadata", rawjson.ObjectOf(rest))
	}
}

// binaryPart reads a part of the older form. Its MIME type gives its kind.
func (r *reader) binaryPart() conv.Block {
	m, at := &conv.Media{}, r.In.Offset()
	record.Read(objects().binary, r, m)
	r.typeByBytes(m, "", at)
	residue.Set(&m.Node, hintForm, `"binary"`)
	residue.Settle(&m.Node)
	if source := m.Data + m.URL + m.FileID; source == "" || source != m.Data && source != m.URL && source != m.FileID {
		return nil // none or several
	}
	return m.Block(media.Kind(m.MIMEType))
}
