package media

import (
	"encoding/base64"
	"strings"
	"testing"
	"unsafe"
)

func TestType(t *testing.T) {
	for _, c := range []struct{ bytes, want string }{
		{"\x89PNG\r\n\x1a\n", "image/png"},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"},
		{"\xff\xd8\xff", "image/jpeg"},
		{"GIF87a", "image/gif"},
		{"GIF89a", "image/gif"},
		{"RIFF\x24\x00\x00\x00WEBPVP8 ", "image/webp"},
		{"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "image/heic"},
		{"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1", "image/avif"},
		{"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00", "image/bmp"},
		{"II*\x00\x08\x00\x00\x00", "image/tiff"},
		{"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", "image/svg+xml"},
		{"ID3\x04\x00\x00\x00\x00\x00\x00", "audio/mpeg"},
		{"ID3", "audio/mpeg"},
		{"\xff\xfb\x90\x64", "audio/mpeg"},
		{"\xff\xfb", "audio/mpeg"},
		{"\xff\xf3\x40\xc4", "audio/mpeg"},
		{"\xff\xf2\x40\xc4", "audio/mpeg"},
		{"OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x11\x22\x33\x44\x00\x00\x00\x00\x66\x77\x88\x99\x01\x13OpusHead", "audio/ogg"},
		{"OggS", "audio/ogg"},
		{"fLaC\x00\x00\x00\x22", "audio/flac"},
		{"fLaC", "audio/flac"},
		{"RIFF\x24\x00\x00\x00WAVEfmt ", "audio/wav"},
		{"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00", "audio/mp4"},
		{"\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41", "video/mp4"},
		{"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm", "video/webm"},
		{"%PDF-1.7\n", "application/pdf"},
		{"FORM\x00\x00\x10\x00AIFFCOMM", "audio/aiff"},
		{"\xff\xf1\x50\x80", "audio/aac"},
		{"\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00", "video/quicktime"},
		{"\x1a\x45\xdf\xa3\x42\x82\x88matroska", "video/x-matroska"},
		{"RIFF\x24\x00\x00\x00AVI LIST", "video/x-msvideo"},
		{"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml PK\x03\x04\x14\x00word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"PK\x03\x04\x14\x00\x00\x00tides.txt", "application/zip"},
		{"RIFF\x24\x00\x00\x00", ""},
		{"\xef\xbb\xbfhello", "text/plain"},
		{"<!DOCTYPE HTML><p>", "text/html"},
		{"<?xml version=\"1.0\"?><a/>", "text/xml"},
		{`{"port":"Turku"}`, "application/json"},
		{"{port}", "text/plain"},
		{"Dear all,\nhello\n", "text/plain"},
		{"caf\u00e9", "text/plain"},
		{"\x00\x01\x02\x03", ""},
		{"", ""},
	} {
		if got := Type([]byte(c.bytes)); got != c.want {
			t.Errorf("%q: want %s, got %s", c.bytes, c.want, got)
		}
		if got := Type64(base64.StdEncoding.EncodeToString([]byte(c.bytes + strings.Repeat("\x00", 9000)))); c.want != "" && !strings.HasPrefix(c.want, "text/") && c.want != "image/svg+xml" && c.want != "application/json" && got != c.want {
			t.Errorf("%q in base64: want %s, got %s", c.bytes, c.want, got)
		}
	}
}

func TestKind(t *testing.T) {
	for mimeType, want := range map[string]string{
		"image/png": "image", "audio/mpeg": "audio", "video/mp4": "video",
		"application/pdf": "document", "text/plain": "document", "": "document",
	} {
		if got := Kind(mimeType); got != want {
			t.Errorf("%s: want %s, got %s", mimeType, want, got)
		}
	}
}

func TestBase64(t *testing.T) {
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{"", "", true},
		{"aGk=", "aGk=", true},
		{"aGk", "aGk=", true},
		{"-_-_", "+/+/", true},
		{"-_", "+/==", true},
		{"aGVs\r\nbG8h\n", "aGVsbG8h", true},
		{"aGk=\n", "aGk=", true},
		{" aGk=", "aGk=", true},
		{"aGk==", "aGk=", true},
		{"a", "", false},
		{"a===", "", false},
		{"=", "", true},
		{"aG=k", "", false},
		{"aGk!", "", false},
		{"data:image/png;base64,aGk=", "", false},
	} {
		got, ok := Base64(c.in)
		if got != c.want || ok != c.ok {
			t.Errorf("%q: want %q %v, got %q %v", c.in, c.want, c.ok, got, ok)
		}
	}
}

func TestDataURL(t *testing.T) {
	for _, c := range []struct {
		url, mimeType, data string
		ok                  bool
	}{
		{"data:image/png;base64,aGk=", "image/png", "aGk=", true},
		{"DATA:Image/PNG;BASE64,aGk=", "image/png", "aGk=", true},
		{"data:text/plain;charset=utf-8;base64,aGk", "text/plain", "aGk=", true},
		{"data:;base64,aGk=", "", "aGk=", true},
		{"data:image/png;base64,aGk%3D", "image/png", "aGk=", true},
		{"data:image/png;base64,-_-_", "image/png", "+/+/", true},
		{"data:image/png;base64,", "image/png", "", true},
		{"data:text/plain,hi%20there", "text/plain", "aGkgdGhlcmU=", true},
		{"data:,hi", "", "aGk=", true},
		{"data:image/png;base64,a*b", "image/png", "", false},
		{"data:image/png;base64", "", "", false},
		{"data:text/plain,%zz", "", "", false},
		{"https://example.com/a.png", "", "", false},
		{"", "", "", false},
	} {
		mimeType, data, ok := DataURL(c.url)
		if mimeType != c.mimeType || data != c.data || ok != c.ok {
			t.Errorf("%q: want %q %q %v, got %q %q %v", c.url, c.mimeType, c.data, c.ok, mimeType, data, ok)
		}
	}
}

// A picture is megabytes long: what is standard already is not copied.
func TestDataURLDoesNotCopy(t *testing.T) {
	url := URL("image/png", strings.Repeat("aGk9", 100))
	_, data, _ := DataURL(url)
	at := len(url) - len(data)
	if unsafe.StringData(data) != unsafe.StringData(url[at:]) {
		t.Error("the data is a copy")
	}
}

func FuzzBase64(f *testing.F) {
	for _, s := range []string{"aGk=", "-_", "a\nGk", "data:image/png;base64,aGk="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := Base64(s)
		if again, ok2 := Base64(got); ok && (!ok2 || again != got) {
			t.Errorf("%q: %q is not standard", s, got)
		}
		if want, err := base64.StdEncoding.DecodeString(s); err == nil {
			if b, ok := Bytes(s); !ok || string(b) != string(want) {
				t.Errorf("%q: want %q, got %q %v", s, want, b, ok)
			}
		}
		DataURL(s)
	})
}

// Eight bytes are looked at at once; each counts as it does alone.
func TestEveryByteInBase64(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for c := range 256 {
		for at := range 12 {
			b := []byte("AZaz09+/AZaz")
			b[at] = byte(c)
			if got := isStandard(string(b)); got != (strings.IndexByte(alphabet, byte(c)) >= 0 || c == '=' && at == 11) {
				t.Errorf("%q: %v", b, got)
			}
		}
	}
}
