package media

import (
	"path"
	"strings"
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
	for _, is := range [...]string{mimeType, shown} {
		for _, t := range namedTypes {
			if t.is == is {
				return t.ending
			}
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
	{".heif", "image/heif"},
	{".avif", "image/avif"},
	{".bmp", "image/bmp"},
	{".tiff", "image/tiff"},
	{".svg", "image/svg+xml"},
	{".ico", "image/x-icon"},
	{".psd", "image/vnd.adobe.photoshop"},
	{".m4a", "audio/mp4"},
	{".aac", "audio/aac"},
	{".aiff", "audio/aiff"},
	{".amr", "audio/amr"},
	{".mid", "audio/midi"},
	{".m4v", "video/x-m4v"},
	{".mkv", "video/x-matroska"},
	{".avi", "video/x-msvideo"},
	{".flv", "video/x-flv"},
	{".wmv", "video/x-ms-asf"},
	{".3gp", "video/3gpp"},
	{".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
	{".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	{".pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
	{".doc", "application/msword"},
	{".xls", "application/vnd.ms-excel"},
	{".ppt", "application/vnd.ms-powerpoint"},
	{".odt", "application/vnd.oasis.opendocument.text"},
	{".ods", "application/vnd.oasis.opendocument.spreadsheet"},
	{".epub", "application/epub+zip"},
	{".rtf", "text/rtf"},
	{".json", "application/json"},
	{".xml", "text/xml"},
	{".xml", "application/xml"},
	{".zip", "application/zip"},
	{".gz", "application/gzip"},
	{".7z", "application/x-7z-compressed"},
}
