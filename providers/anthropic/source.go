package anthropic

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
)

// sourced is media. fits reports whether they hold all of their source.
type sourced struct {
	*conv.Media
	fits bool
}

func (b *sourced) node() *conv.Node { return &b.Node }

// source reads the source of media. The media cannot hold a list of blocks or
// a source of unknown type.
func (d *decoder) source(b *sourced) {
	b.fits = false
	m := b.Media
	if d.in.Kind() != rawjson.Object {
		d.in.Skip()
		return
	}
	kind, fits := d.in.Tag("type"), true
	*m = conv.Media{Node: m.Node, Name: m.Name}
	for key := range d.in.Fields {
		switch {
		case key == "type":
			d.in.Same(kind)
		case d.in.Kind() != rawjson.String:
			fits = false
		case key == "media_type" && (kind == "base64" || kind == "text"):
			m.MIMEType = d.in.Str()
		case key == "data" && kind == "base64":
			m.Data = d.in.Text(&m.Node)
		case key == "data" && kind == "text":
			m.Text = d.in.Text(&m.Node)
		case key == "url" && kind == "url":
			m.URL = d.in.Text(&m.Node)
		case key == "file_id" && kind == "file":
			m.FileID, m.Provider = d.in.Str(), family
		default:
			fits = false
		}
	}
	b.fits = fits && (m.Data != "" || m.Text != "" && m.MIMEType != "" || m.URL != "" || m.FileID != "")
}

func writeSource(w *rawjson.Writer, b *sourced) {
	m := b.Media
	w.ObjectField("source")
	switch {
	case m.Data != "":
		w.Field("type", "base64")
		w.OptField("media_type", m.MIMEType)
		w.Key("data")
		conv.WriteText(w, &m.Node, m.Data)
	case m.URL != "":
		w.Field("type", "url")
		w.Key("url")
		conv.WriteText(w, &m.Node, m.URL)
	case m.FileID != "":
		w.Field("type", "file")
		w.Field("file_id", m.FileID)
	default:
		w.Field("type", "text")
		w.Field("media_type", cmp.Or(m.MIMEType, "text/plain")) // the API demands a type
		w.Key("data")
		conv.WriteText(w, &m.Node, m.Text)
	}
	w.EndObject()
}
