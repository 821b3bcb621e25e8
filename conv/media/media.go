// Package media finds MIME types from bytes and reads the usual variants of
// base64.
package media

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A mark shows a type: bytes at a place from the beginning of a file.
type mark struct {
	at       int
	bytes    string
	mimeType string
}

// marks are those of the files that vendors take, and of those that people take for
// them. The first one that fits counts.
var marks = []mark{
	{0, "\x89PNG\r\n\x1a\n", "image/png"},
	{0, "\xff\xd8\xff", "image/jpeg"},
	{0, "GIF87a", "image/gif"},
	{0, "GIF89a", "image/gif"},
	{0, "BM", "image/bmp"},
	{0, "II*\x00", "image/tiff"},
	{0, "MM\x00*", "image/tiff"},
	{0, "8BPS", "image/vnd.adobe.photoshop"},
	{0, "\x00\x00\x01\x00", "image/x-icon"},
	{0, "%PDF-", "application/pdf"},
	{0, "{\\rtf", "text/rtf"},
	{0, "ID3", "audio/mpeg"},
	{0, "\xff\xfb", "audio/mpeg"},
	{0, "\xff\xf3", "audio/mpeg"},
	{0, "\xff\xf2", "audio/mpeg"},
	{0, "\xff\xf1", "audio/aac"},
	{0, "\xff\xf9", "audio/aac"},
	{0, "OggS", "audio/ogg"},
	{0, "fLaC", "audio/flac"},
	{0, "#!AMR", "audio/amr"},
	{0, "MThd", "audio/midi"},
	{4, "ftypheic", "image/heic"},
	{4, "ftypheix", "image/heic"},
	{4, "ftyphevc", "image/heic-sequence"},
	{4, "ftypmif1", "image/heif"},
	{4, "ftypmsf1", "image/heif-sequence"},
	{4, "ftypavi", "image/avif"},
	{4, "ftypM4A", "audio/mp4"},
	{4, "ftypM4B", "audio/mp4"},
	{4, "ftypM4V", "video/x-m4v"},
	{4, "ftypqt", "video/quicktime"},
	{4, "ftyp3g2", "video/3gpp2"},
	{4, "ftyp3g", "video/3gpp"},
	{4, "ftyp", "video/mp4"},
	{4, "moov", "video/quicktime"},
	{4, "mdat", "video/quicktime"},
	{0, "FLV\x01", "video/x-flv"},
	{0, "\x00\x00\x01\xba", "video/mpeg"},
	{0, "\x00\x00\x01\xb3", "video/mpeg"},
	{0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", "video/x-ms-asf"},
	{0, "\x1f\x8b", "application/gzip"},
	{0, "7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"},
}

// Those of what begins as a RIFF, a FORM, a Matroska or a zip file.
var (
	riffs  = []mark{{8, "WEBP", "image/webp"}, {8, "WAVE", "audio/wav"}, {8, "AVI ", "video/x-msvideo"}}
	forms  = []mark{{8, "AIFF", "audio/aiff"}, {8, "AIFC", "audio/aiff"}}
	videos = []mark{{0, "webm", "video/webm"}, {0, "matroska", "video/x-matroska"}}
	zips   = []mark{
		{0, "word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{0, "xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{0, "ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
		{0, "mimetypeapplication/epub+zip", "application/epub+zip"},
		{0, "mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"},
		{0, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "application/vnd.oasis.opendocument.spreadsheet"},
		{0, "mimetypeapplication/vnd.oasis.opendocument.presentation", "application/vnd.oasis.opendocument.presentation"},
		{0, "", "application/zip"},
	}
)

// Type returns the MIME type of a file that begins with b, without parameters;
// "" if the bytes do not show it.
func Type(b []byte) string {
	b = b[:min(len(b), headSize)]
	begins := func(s string) bool { return bytes.HasPrefix(b, []byte(s)) }
	switch {
	case begins("RIFF"):
		return among(riffs, b)
	case begins("FORM"):
		return among(forms, b)
	case begins("\x1a\x45\xdf\xa3"):
		return within(videos, b)
	case begins("PK\x03\x04"):
		return within(zips, b)
	}
	if t := among(marks, b); t != "" {
		return t
	}
	return textType(b)
}

// among is the type that a mark at its place shows.
func among(marks []mark, b []byte) string {
	for _, m := range marks {
		if len(b) >= m.at && bytes.HasPrefix(b[m.at:], []byte(m.bytes)) {
			return m.mimeType
		}
	}
	return ""
}

// within is the type that a mark anywhere shows.
func within(marks []mark, b []byte) string {
	for _, m := range marks {
		if bytes.Contains(b, []byte(m.bytes)) {
			return m.mimeType
		}
	}
	return ""
}

// textType is the type of a text, "" for other bytes. A mark of the byte order
// says that it is one.
func textType(b []byte) string {
	for _, order := range [...]string{"\xef\xbb\xbf", "\xfe\xff", "\xff\xfe"} {
		if bytes.HasPrefix(b, []byte(order)) {
			return "text/plain"
		}
	}
	isControl := func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\f\r\x1b", r) }
	if len(b) == 0 || bytes.ContainsFunc(b, isControl) {
		return ""
	}
	text := bytes.TrimSpace(b)
	begins := func(s string) bool { return len(text) >= len(s) && strings.EqualFold(string(text[:len(s)]), s) }
	switch {
	case begins("<svg"), begins("<?xml") && bytes.Contains(text, []byte("<svg")):
		return "image/svg+xml"
	case begins("<!doctype html"), begins("<html"):
		return "text/html"
	case begins("<?xml"):
		return "text/xml"
	case (begins("{") || begins("[")) && json.Valid(text):
		return "application/json"
	}
	return "text/plain"
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
