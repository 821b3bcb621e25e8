package openaichat

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// decoder reads one wire body. The nodes of a chunk have no place: offsets in
// an event say nothing about the input.
type decoder struct {
	*conv.Reader
	thread   *Thread
	limit    string // the member that held Request.MaxTokens
	answer   bool   // an answer's message, not one of a request
	streamed bool
}

func newDecoder(data []byte, notes *conv.Notes) *decoder {
	return (&Thread{}).decoder(conv.NewReader(data, family, notes))
}

// reread reads JSON text that is part of a conversation, noting nothing.
func reread(r conv.Raw) *decoder { return newDecoder([]byte(r), nil) }

// place records where the node that comes next stands.
func (d *decoder) place(n *conv.Node) {
	if !d.streamed {
		n.PlaceAt(d.Offset())
	}
}

// tag is the string at a key of the object that comes next, "" if it has
// none, without reading the object. Most often it is the first member.
func (d *decoder) tag(key string) (value string, ok bool) {
	rest := d.Buffer()[d.Offset():]
	if v, ok := leadingTag(rest, key); ok {
		return v, true
	}
	c := rawjson.NewCursor(rest)
	if c.Kind() != rawjson.Object {
		return "", false
	}
	for k := range c.Fields {
		if k == key {
			ok = c.Kind() == rawjson.String
			if value = ""; ok {
				value = c.Str()
			}
		}
	}
	return value, ok
}

// leadingTag is tag for an object that begins with the key and a string
// without escapes.
func leadingTag(b []byte, key string) (string, bool) {
	s := textOf(b)
	ok := cutByte(&s, '{') && cutByte(&s, '"') && strings.HasPrefix(s, key)
	if !ok {
		return "", false
	}
	s = s[len(key):]
	if s == "" || s[0] != '"' {
		return "", false
	}
	s = s[1:]
	if !cutByte(&s, ':') || s == "" || s[0] != '"' {
		return "", false
	}
	s = s[1:]
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			return s[:i], true
		case c == '\\' || c < 0x20 || c >= 0x80:
			return "", false
		}
	}
	return "", false
}

// cutByte cuts a byte off s and, unless it opens a string, the white space
// behind it.
func cutByte(s *string, b byte) bool {
	if *s == "" || (*s)[0] != b {
		return false
	}
	*s = (*s)[1:]
	for b != '"' && *s != "" && ((*s)[0] == ' ' || (*s)[0] == '\n' || (*s)[0] == '\t' || (*s)[0] == '\r') {
		*s = (*s)[1:]
	}
	return true
}

// same reads the tag again, which an object may not repeat with another value.
func (d *decoder) same(tag string) {
	at := d.Offset()
	if d.Kind() != rawjson.String || d.Str() != tag {
		d.Fail(at, "repeated tag: not %q again", tag)
	}
}

// is reads a null, if that is what comes.
func (d *decoder) isNull() bool {
	if d.Kind() != rawjson.Null {
		return false
	}
	d.Skip()
	return true
}
