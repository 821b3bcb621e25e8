package agui

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeParts writes the content of a message: a single plain text as a string,
// all else as a list of parts.
func writeParts[B conv.Block](w *rawjson.Writer, blocks []B) {
	w.Key("content")
	if len(blocks) == 1 {
		if t, ok := conv.Block(blocks[0]).(*conv.TextContent); ok && len(t.Extensions.Of(family)) == 0 {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.BeginArray()
	for _, b := range blocks {
		writePart(w, b)
	}
	w.EndArray()
}

func writePart(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		record.Write(objects().text, w, b)
	case *conv.Opaque:
		w.Raw(b.Raw)
	default:
		m := conv.MediaOf(b)
		if m == nil {
			panic(fmt.Sprintf("agui: unknown part %T", b))
		}
		if m.Extensions.Get(family, hintForm) != "" {
			record.Write(objects().binary, w, m)
			return
		}
		w.BeginObject()
		w.Field("type", b.BlockType())
		o := objects().media
		record.WriteResidue(o, w, m, record.WriteDescribed(o, w, m))
		writeNamed(w, m)
		w.EndObject()
	}
}

// hintForm is the hint on which of several forms the input used.
const hintForm = "~form"

// writeSource writes the source of the bytes of a part.
func writeSource(w *rawjson.Writer, m *conv.Media) {
	rest, mimeType := residue.Get(&m.Node, "source"), m.MIMEType
	if rest.Lookup("mimeType") != "" { // one of another kind, which is written in its place
		mimeType = ""
	}
	w.ObjectField("source")
	switch {
	case m.Data != "":
		w.Field("type", "data")
		w.Key("value")
		conv.WriteText(w, &m.Node, m.Data)
	case m.URL != "":
		w.Field("type", "url")
		w.Field("value", m.URL)
	default:
		w.Field("type", "file")
		w.Field("value", m.FileID)
		w.OptField("provider", m.Provider)
	}
	w.OptField(residue.Key(&m.Node, "mimeType"), mimeType)
	for key, value := range rest.Fields {
		w.OptRaw(residue.Key(&m.Node, key), value)
	}
	w.EndObject()
}

// writeNamed writes a part's metadata, with its file name.
func writeNamed(w *rawjson.Writer, m *conv.Media) {
	metadata := m.Extensions.Get(family, "metadata")
	if m.Name == "" {
		w.OptRaw("metadata", metadata)
		return
	}
	w.ObjectField("metadata")
	w.Field("filename", m.Name)
	record.WriteFields(w, metadata, "filename")
	w.EndObject()
}
