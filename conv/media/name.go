package media

import (
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// TypeOfName is the MIME type that the ending of an address or a file name shows,
// "" if it shows none.
func TypeOfName(name string) string {
	name, _, _ = strings.Cut(name, "?")
	name, _, _ = strings.Cut(name, "#")
	ending := strings.ToLower(path.Ext(name))
	for _, t := range namedTypes {
		if t.ending == ending {
			return t.is
		}
	}
	return ""
}

// Ending is how a file's name ends: as its bytes show, else as its MIME type says.
func Ending(mimeType string, bytes []byte) string {
	shown := Type(bytes)
	switch shown {
	case "", "text/plain", "text/xml", "application/zip": // of many types
	default:
		mimeType = shown
	}
	for _, t := range namedTypes {
		if t.is == mimeType {
			return t.ending
		}
	}
	for _, t := range [...]string{mimeType, shown} {
		if m := mimetype.Lookup(t); m != nil && m.Extension() != "" {
			return m.Extension()
		}
	}
	return ".bin"
}

// namedTypes is a list, not a map, which would be made at each start.
var namedTypes = []struct{ ending, is string }{
	{".png", "image/png"},
	{".jpg", "image/jpeg"},
	{".jpeg", "image/jpeg"},
	{".gif", "image/gif"},
	{".webp", "image/webp"},
	{".heic", "image/heic"},
	{".wav", "audio/wav"},
	{".mp3", "audio/mpeg"},
	{".flac", "audio/flac"},
	{".ogg", "audio/ogg"},
	{".mp4", "video/mp4"},
	{".mov", "video/quicktime"},
	{".webm", "video/webm"},
	{".mpeg", "video/mpeg"},
	{".pdf", "application/pdf"},
	{".txt", "text/plain"},
	{".md", "text/markdown"},
	{".csv", "text/csv"},
	{".html", "text/html"},
}
