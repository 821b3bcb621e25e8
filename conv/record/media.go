package record

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
)

// DataHints are the keys of the hints that say how a data URL was spelled, if
// writing would spell it in another way. They may be the same.
type DataHints struct {
	Whole  string // the URL
	Prefix string // its text before the data, "" for bare base64
}

// SetURL sets the data of media, if the URL holds it, or else the URL.
func (f *Family) SetURL(m *conv.Media, s string, hints DataHints) {
	mime, data, ok := media.DataURL(s)
	if !ok || data == "" {
		m.URL = s
		return
	}
	m.Data, m.MIMEType = data, mime
	switch prefix, same := strings.CutSuffix(s, data); {
	case !same:
		f.Set(&m.Node, hints.Whole, rawjson.Quoted(s))
	case prefix != media.URL(mime, ""):
		f.Set(&m.Node, hints.Prefix, rawjson.Quoted(prefix))
	}
}

// SetData sets the data of a file from a data URL or bare base64. It reports
// whether s is one of them.
func (f *Family) SetData(m *conv.Media, s string, hints DataHints) bool {
	if _, data, ok := media.DataURL(s); ok && data != "" {
		f.SetURL(m, s, hints)
		return true
	}
	if data, ok := media.Base64(s); !ok || data != s || s == "" {
		return false
	}
	m.Data = s
	f.Set(&m.Node, hints.Prefix, `""`)
	return true
}

// URLOf is what SetURL or SetData read, or a URL that means the same, in two
// pieces.
func (f *Family) URLOf(m *conv.Media, hints DataHints) (head, rest string) {
	if m.Data == "" {
		return "", m.URL
	}
	isOf := func(url, want string) bool {
		mime, data, ok := media.DataURL(url)
		return ok && mime == m.MIMEType && data == want
	}
	if s := f.Text(&m.Node, hints.Whole); s != "" && isOf(s, m.Data) {
		return "", s
	}
	switch raw := f.Get(&m.Node, hints.Prefix); {
	case raw == `""` && m.MIMEType == "":
		return "", m.Data
	case raw != "" && isOf(raw.Text(), ""):
		return raw.Text(), m.Data
	}
	return media.URL(m.MIMEType, ""), m.Data
}
