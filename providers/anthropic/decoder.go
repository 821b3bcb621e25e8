package anthropic

import (
	"strings"
	"unsafe"

	"convo/conv"
	"convo/conv/rawjson"
)

// decoder reads one wire body. Nodes of a stream have no place: the offsets
// of an event say nothing about the input.
type decoder struct {
	*conv.Reader
	streamed bool
	sent     bool // in a request
}

func newDecoder(data []byte, notes *conv.Notes) decoder {
	return decoder{Reader: conv.NewReader(data, family, notes)}
}

// place records where the node that comes next stands.
func (d decoder) place(n *conv.Node) {
	if !d.streamed {
		n.PlaceAt(d.Offset())
	}
}

// tag is the string at a key of the object that comes next, "" if it has
// none, without reading the object. Most often it is the first member.
func (d decoder) tag(key string) string {
	rest := d.Buffer()[d.Offset():]
	if v := leadingTag(rest, key); v != "" {
		return v
	}
	c := rawjson.NewCursor(rest)
	if c.Kind() != rawjson.Object {
		return ""
	}
	v := ""
	for k := range c.Fields {
		if k == key && c.Kind() == rawjson.String {
			v = c.Str()
		}
	}
	return v
}

// leadingTag is tag for an object that begins with the key and a string
// without escapes, else "".
func leadingTag(b []byte, key string) string {
	s := unsafe.String(unsafe.SliceData(b), len(b))
	s, ok := strings.CutPrefix(s, "{")
	if !ok {
		return ""
	}
	s, ok = strings.CutPrefix(skipSpace(s), `"`)
	if !ok {
		return ""
	}
	s, ok = strings.CutPrefix(s, key)
	if !ok {
		return ""
	}
	s, ok = strings.CutPrefix(s, `"`)
	if !ok {
		return ""
	}
	s, ok = strings.CutPrefix(skipSpace(s), ":")
	if !ok {
		return ""
	}
	s, ok = strings.CutPrefix(skipSpace(s), `"`)
	if !ok {
		return ""
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			return s[:i]
		case c == '\\' || c < 0x20 || c >= 0x80:
			return ""
		}
	}
	return ""
}

func skipSpace(s string) string { return strings.TrimLeft(s, " \t\r\n") }

// same reads the tag again, which an object may not repeat with another value.
func (d decoder) same(tag string) {
	at := d.Offset()
	if again := d.Str(); again != tag {
		d.Fail(at, "repeated tag: %q after %q", again, tag)
	}
}

// known keeps a member that the format knows; null is absent.
func (d decoder) known(n *conv.Node, key string) {
	if d.Kind() == rawjson.Null {
		d.Skip()
		return
	}
	d.KeepQuietly(n, key)
}

// optional reads a string that may be absent or null. That it is there and
// empty is a hint, so that it comes back.
func (d decoder) optional(n *conv.Node, key string) string {
	forget(n, key)
	there := d.Kind() == rawjson.String
	s := d.Text(n)
	if there && s == "" {
		n.Extensions.Set(family, "~"+key, `""`)
	}
	return s
}

// rawAt is the value that starts at an offset and was read already.
func (d decoder) rawAt(offset int) conv.Raw {
	if d.Err() != nil {
		return ""
	}
	return rawjson.NewCursor(d.Buffer()[offset:]).Raw()
}

// wantObject fails unless an object comes next.
func (d decoder) wantObject(what string) bool {
	switch k := d.Kind(); k {
	case rawjson.Object:
		return true
	case rawjson.Invalid:
		d.Skip()
	default:
		d.Fail(d.Offset(), "want %s, got %s", what, k)
	}
	return false
}

// forget drops the residue and the hint of a key: a repeated one counts once.
func forget(n *conv.Node, key string) {
	if len(n.Extensions) == 0 {
		return
	}
	old := n.Extensions
	n.Extensions = nil
	for _, m := range old.Of(family) {
		if m.Key != key && m.Key != "~"+key {
			n.Extensions.Set(family, m.Key, m.Value)
		}
	}
}

// isNull reads a null, if that is what comes.
func (d decoder) isNull() bool {
	if d.Kind() != rawjson.Null {
		return false
	}
	d.Skip()
	return true
}
