package gemini

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// media reads data or the address of a file.
func (d *decoder) media(p *part, in *record.Record[*decoder, *conv.Media]) {
	m := &p.media
	*m = conv.Media{Node: p.Node}
	record.ReadInside(in, d, m)
	p.Node = m.Node
	p.whole = m.MIMEType != "" && (m.Data != "" || m.URL != "" || m.FileID != "")
}

// file reads an address: a public one, or a file stored at the provider.
func (d *decoder) file(m *conv.Media) {
	m.URL, m.FileID, m.Provider = d.in.Text(&m.Node), "", ""
	if !isAddress(m.URL) {
		m.URL, m.FileID, m.Provider = "", m.URL, provider
	}
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

// writeData writes the data of media in the form in which they were read.
func writeData(w *rawjson.Writer, m *conv.Media) {
	n := &m.Node
	w.Key(residue.Key(n, "data"))
	if form := residue.Hint(n, "data"); form != "" {
		w.Str(inForm(m.Data, form.Text()))
	} else {
		conv.WriteText(w, n, m.Data)
	}
}
