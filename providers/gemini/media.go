package gemini

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
)

var mediaFields = []string{"mimeType", "data", "fileUri"}

// media reads data or the address of a file.
func (d *decoder) media(p *part, kind string) {
	p.media, p.whole = conv.Media{}, false
	residue.RereadAll(&p.Node, kind)
	residue.RereadAll(&p.Node, "data")
	var rest conv.Node
	for written := range d.in.Fields {
		name := written
		if !d.in.IsNull() {
			name = known(&p.Node, written, mediaFields)
		}
		switch {
		case d.in.Kind() == rawjson.String && name == "mimeType":
			p.media.MIMEType = d.in.Str()
		case d.in.Kind() == rawjson.String && name == "data" && kind == "inlineData":
			p.media.Data = standard(&p.Node, d.in.Text(&p.Node))
		case d.in.Kind() == rawjson.String && name == "fileUri" && kind == "fileData":
			p.file(d.in.Text(&p.Node))
		default:
			d.Keep(&rest, written)
		}
	}
	m := &p.media
	p.whole = m.MIMEType != "" && (m.Data != "" || m.URL != "" || m.FileID != "")
	keepIn(&p.Node, kind, &rest)
}

// file reads an address: a public one, or a file stored at the provider.
func (p *part) file(uri string) {
	p.media.URL, p.media.FileID, p.media.Provider = "", "", ""
	if isAddress(uri) {
		p.media.URL = uri
		return
	}
	p.media.FileID, p.media.Provider = uri, provider
}

// isAddress reports whether anybody can read the address.
func isAddress(uri string) bool {
	if !strings.HasPrefix(uri, "https://") && !strings.HasPrefix(uri, "http://") {
		return false
	}
	return !strings.Contains(uri, "://generativelanguage.googleapis.com/")
}

// standard is base64 in the standard alphabet. Another form becomes a hint, if
// writing can repeat it.
func standard(n *conv.Node, s string) string {
	std, ok := media.Base64(s)
	if !ok || std == s {
		return s
	}
	for _, form := range []string{"url", "raw", "rawurl"} {
		if inForm(std, form) == s {
			residue.SetHint(n, "data", rawjson.Quoted(form))
			return std
		}
	}
	return s
}

// inForm is standard base64 without padding, in the URL alphabet, or both.
func inForm(s, form string) string {
	if strings.HasSuffix(form, "url") {
		s = strings.NewReplacer("+", "-", "/", "_").Replace(s)
	}
	if strings.HasPrefix(form, "raw") {
		s = strings.TrimRight(s, "=")
	}
	return s
}

// writeMedia writes the data or the address of media as a field of the open
// part.
func writeMedia(w *rawjson.Writer, m *conv.Media) {
	n := &m.Node
	kind := "fileData"
	if m.Data != "" {
		kind = "inlineData"
	}
	w.ObjectField(key(n, kind))
	w.OptField(key(n, "mimeType"), m.MIMEType)
	switch {
	case m.Data != "":
		w.Key(key(n, "data"))
		if form := residue.Hint(n, "data"); form != "" {
			w.Str(inForm(m.Data, form.Text()))
		} else {
			conv.WriteText(w, n, m.Data)
		}
	case m.URL != "":
		w.Key(key(n, "fileUri"))
		conv.WriteText(w, n, m.URL)
	default:
		w.Key(key(n, "fileUri"))
		conv.WriteText(w, n, m.FileID)
	}
	writeKept(w, n, kind, none)
	w.EndObject()
}
