// Package media finds MIME types from bytes and reads the usual variants of
// base64. It is the only package that imports mimetype.
package media

import (
	"bytes"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// short lists beginnings that show a type before mimetype has enough bytes, and
// frame headers that mimetype does not know.
var short = []struct{ prefix, mimeType string }{
	{"ID3", "audio/mpeg"},
	{"\xff\xfb", "audio/mpeg"},
	{"\xff\xf3", "audio/mpeg"},
	{"\xff\xf2", "audio/mpeg"},
	{"OggS", "audio/ogg"},
	{"fLaC", "audio/flac"},
	{"\xff\xd8\xff", "image/jpeg"},
}

// Type returns the MIME type of a file that begins with b, without parameters;
// "" if the bytes do not show it.
func Type(b []byte) string {
	t, _, _ := strings.Cut(mimetype.Detect(b).String(), ";")
	switch t {
	case "application/octet-stream", "text/plain", "application/ogg":
		for _, s := range short {
			if bytes.HasPrefix(b, []byte(s.prefix)) {
				return s.mimeType
			}
		}
		if len(b) >= 12 && string(b[:4]) == "RIFF" {
			switch string(b[8:12]) {
			case "WEBP":
				return "image/webp"
			case "WAVE":
				return "audio/wav"
			}
		}
	case "audio/x-m4a":
		return "audio/mp4"
	}
	if t == "application/octet-stream" || len(b) == 0 {
		return ""
	}
	return t
}

// Kind returns the block type for a MIME type: image, audio, video or document.
func Kind(mimeType string) string {
	top, _, _ := strings.Cut(mimeType, "/")
	switch top {
	case "image", "audio", "video":
		return top
	default:
		return "document"
	}
}
