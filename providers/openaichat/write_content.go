package openaichat

import (
	"fmt"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writePart writes a content part. Fit left only these.
func writePart(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		key := "text"
		if b.Refusal {
			key = "refusal"
		}
		w.BeginObject()
		w.Field("type", key)
		w.Key(key)
		conv.WriteText(w, &b.Node, b.Text)
		residue.Write(w, &b.Node, "type", key)
		w.EndObject()
	case *conv.ImageContent:
		writeImage(w, (*conv.Media)(b))
	case *conv.AudioContent:
		writeAudio(w, b)
	case *conv.DocumentContent:
		writeFile(w, (*conv.Media)(b))
	case *conv.Opaque:
		w.Raw(b.Raw)
	default:
		panic(fmt.Sprintf("openaichat: %T is not a content part", b))
	}
}

func writeImage(w *rawjson.Writer, m *conv.Media) {
	w.BeginObject()
	w.Field("type", "image_url")
	w.Key("image_url")
	if residue.Text(&m.Node, hintForm) == "string" && m.Detail == "" {
		w.Joined(urlOf(m))
	} else {
		w.BeginObject()
		w.Key("url")
		w.Joined(urlOf(m))
		w.OptField("detail", m.Detail)
		residue.WriteInside(w, &m.Node, "image_url", "url", record.Unless(m.Detail == "", "detail"))
		w.EndObject()
	}
	residue.Write(w, &m.Node, "type", "image_url")
	w.EndObject()
}

// urlOf returns the URL that setURL split, or an equivalent one: the text
// before the data, and the data.
func urlOf(m *conv.Media) (head, rest string) {
	if m.Data == "" {
		return "", m.URL
	}
	if s := residue.Text(&m.Node, hintForm); s != "" {
		if mime, data, ok := media.DataURL(s); ok && mime == m.MIMEType && data == m.Data {
			return "", s
		}
	}
	if prefix := residue.Text(&m.Node, hintPrefix); prefix != "" {
		if mime, _, ok := media.DataURL(prefix); ok && mime == m.MIMEType {
			return prefix, m.Data
		}
	}
	return media.URL(m.MIMEType, ""), m.Data
}

func writeFile(w *rawjson.Writer, m *conv.Media) {
	w.BeginObject()
	w.Field("type", "file")
	w.Key("file")
	w.BeginObject()
	w.OptField("filename", m.Name)
	switch {
	case m.Data != "" && m.MIMEType == "" && residue.Get(&m.Node, hintPrefix) == `""`:
		w.Field("file_data", m.Data)
	case m.Data != "":
		w.Key("file_data")
		w.Joined(urlOf(m))
	}
	w.OptField("file_id", m.FileID)
	residue.WriteInside(w, &m.Node, "file", record.Unless(m.Name == "", "filename"), record.Unless(m.Data == "", "file_data"), record.Unless(m.FileID == "", "file_id"))
	w.EndObject()
	residue.Write(w, &m.Node, "type", "file")
	w.EndObject()
}

func writeAudio(w *rawjson.Writer, m *conv.AudioContent) {
	w.BeginObject()
	w.Field("type", "input_audio")
	w.Key("input_audio")
	w.BeginObject()
	w.Field("data", m.Data)
	format := audioFormat(m.MIMEType)
	if said := residue.Text(&m.Node, hintForm); said != "" && audioType(said) == m.MIMEType {
		format = said
	}
	w.Field("format", format)
	residue.WriteInside(w, &m.Node, "input_audio", "data", "format")
	w.EndObject()
	residue.Write(w, &m.Node, "type", "input_audio")
	w.EndObject()
}
