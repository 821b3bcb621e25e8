package openairesponses

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
)

// writeContent writes the content of a message or an output. One plain text
// is a string; what is read from an empty string, and from an empty list,
// depends on who speaks (see content).
func writeContent[T conv.Block](w *rawjson.Writer, n *conv.Node, blocks []T, in speaker) {
	key := contentKey(in)
	if raw := blank(n, key); len(blocks) == 0 && raw != "" {
		w.OptRaw(key, raw)
		return
	}
	w.Key(key)
	if len(blocks) == 0 && in != inUser {
		w.Str("")
		return
	}
	if len(blocks) == 1 {
		t, ok := conv.Block(blocks[0]).(*conv.TextContent)
		if ok && (t.Text != "" || in == inUser) && plain(&t.Node) {
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

// writePart writes a content part. Fit left no others than these.
func writePart(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		w.BeginObject()
		w.Field("type", "input_text")
		w.Key("text")
		conv.WriteText(w, &b.Node, b.Text)
		writeResidue(w, &b.Node, "type", "text")
		w.EndObject()
	case *conv.ImageContent:
		writeImage(w, (*conv.Media)(b))
	case *conv.DocumentContent:
		writeFile(w, (*conv.Media)(b))
	case *conv.Opaque:
		w.Raw(b.Raw)
	default:
		panic(fmt.Sprintf("openairesponses: a %T is no part", b))
	}
}

func writeImage(w *rawjson.Writer, m *conv.Media) {
	w.BeginObject()
	w.Field("type", "input_image")
	switch {
	case m.Data != "":
		w.Field("image_url", urlOf(m))
	case m.URL != "":
		w.Field("image_url", m.URL)
	default:
		w.Field("file_id", m.FileID)
	}
	writeMediaRest(w, m, unless(m.Data == "" && m.URL == "", "image_url"))
}

func writeFile(w *rawjson.Writer, m *conv.Media) {
	w.BeginObject()
	w.Field("type", "input_file")
	w.OptField("filename", m.Name)
	switch {
	case m.Data != "":
		w.Field("file_data", urlOf(m))
	case m.URL != "":
		w.Field("file_url", m.URL)
	default:
		w.Field("file_id", m.FileID)
	}
	writeMediaRest(w, m, unless(m.Name == "", "filename"), unless(m.Data == "", "file_data"), unless(m.URL == "", "file_url"))
}

// writeMediaRest closes a part of media.
func writeMediaRest(w *rawjson.Writer, m *conv.Media, written ...string) {
	w.OptField("detail", m.Detail)
	writeResidue(w, &m.Node, append(written, "type", unless(m.Detail == "", "detail"), unless(m.FileID == "", "file_id"))...)
	w.EndObject()
}
