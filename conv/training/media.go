package training

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
)

// hintURL is the hint, on media, with the data URL as it was written.
const hintURL = "~url"

// Medium is what an entry of a list stands for: data, an address, or a path,
// which is a file: address. Nobody reads the file here.
func Medium(entry string) *conv.Media {
	m := &conv.Media{}
	var ok bool
	switch m.MIMEType, m.Data, ok = media.DataURL(entry); {
	case ok && m.Data != "":
		if media.URL(m.MIMEType, m.Data) != entry {
			Own.Set(&m.Node, hintURL, rawjson.Quoted(entry))
		}
	case strings.Contains(entry, "://"):
		m.URL = entry
	default:
		m.URL = "file:" + entry
	}
	return m
}

// Entry is what Medium reads.
func Entry(m *conv.Media) string {
	if m.Data == "" {
		if path, local := strings.CutPrefix(m.URL, "file:"); local && !strings.Contains(m.URL, "://") {
			return path
		}
		return m.URL
	}
	written := Own.Text(&m.Node, hintURL)
	if mime, data, ok := media.DataURL(written); ok && data == m.Data && mime == m.MIMEType {
		return written
	}
	return media.URL(m.MIMEType, m.Data)
}

// IsAddress reports whether media are not at an address without a scheme, which trainers
// take for a path.
func IsAddress(m *conv.Media) bool { return !strings.HasPrefix(m.URL, "//") }
