package record

import (
	"iter"
	"slices"
	"strings"
	"unsafe"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Reader reads one wire body. A decoder that records read with has it as a field: if
// it embedded it, each of its methods would be kept once more for each decoder.
type Reader struct {
	*conv.Reader
	Residue *Family

	// Streamed is set for events: an offset in an event says nothing about the
	// input, so nodes get no place.
	Streamed bool

	inside inside
}

// NewReader reads data, which must not change afterwards.
func NewReader(own *Family, data []byte, notes *note.Notes) Reader {
	return Reader{Reader: conv.NewReader(data, own.Name, notes), Residue: own}
}

// ReaderOf continues reading at r with the residue of another family: for an
// object of a protocol inside a guest's.
func ReaderOf(own *Family, r *conv.Reader) Reader {
	return Reader{Reader: &conv.Reader{Cursor: r.Cursor, Family: own.Name, Notes: r.Notes}, Residue: own}
}

// One is a conversation as all that a format decodes, or the error of the body.
func (r *Reader) One(c *conv.Conversation) iter.Seq2[*conv.Conversation, error] {
	if err := r.End(); err != nil {
		return format.Single(nil, err)
	}
	return format.Single(c, nil)
}

// IsBlank reports whether the next value is an empty string.
func (r *Reader) IsBlank() bool {
	at := r.Offset()
	return r.Kind() == rawjson.String && r.Buffer()[at+1] == '"'
}

// Stream makes it a reader of events. Each value of a key that an event repeats is
// read as it comes, and may have been passed on when the next one comes.
func (r *Reader) Stream() {
	r.Streamed = true
	r.Duplicate = func(_ int, key string) {
		r.Notes.Loss(note.CodeDuplicateKey, note.Read, -1, "each value of the repeated key", key)
	}
}

// SetOffset records where the next value, a node, begins.
func (r *Reader) SetOffset(n *conv.Node) { r.SetOffsetAt(n, r.Offset()) }

// SetOffsetAt records where a node begins.
func (r *Reader) SetOffsetAt(n *conv.Node, offset int) {
	if !r.Streamed {
		n.SetOffset(offset)
	}
}

// At is where the next value begins, -1 if nodes have no place.
func (r *Reader) At() int {
	if r.Streamed {
		return -1
	}
	return r.Offset()
}

// IsNull reads a null if it comes next.
func (r *Reader) IsNull() bool {
	if r.Kind() != rawjson.Null {
		return false
	}
	r.Skip()
	return true
}

// OptRaw reads any value, "" for null.
func (r *Reader) OptRaw() conv.Raw {
	if r.IsNull() {
		return ""
	}
	return r.Raw()
}

// Known reads the next value as residue that the format knows. null counts as
// absent.
func (r *Reader) Known(n *conv.Node, key string) {
	if !r.IsNull() {
		r.Residue.ForgetBlank(n, key)
		r.KeepQuietly(n, key)
	}
}

// KnownOrBlank is Known for formats to which an empty list, object or string is
// only a hint.
func (r *Reader) KnownOrBlank(n *conv.Node, key string) {
	if r.IsNull() {
		return
	}
	switch raw := r.Raw(); raw {
	case "[]", "{}", `""`:
		r.Residue.SetBlank(n, key, raw)
	default:
		r.Residue.Set(n, key, raw)
	}
}

// KnownIfSaid is Known for formats that are only read: nothing is kept of a value that
// says nothing, as false or an empty list.
func (r *Reader) KnownIfSaid(n *conv.Node, key string) {
	switch raw := r.Raw(); raw {
	case "null", "[]", "{}", `""`, "false":
	default:
		r.Residue.Set(n, key, raw)
	}
}

// OptStr reads a string or null. An empty string is a hint, so that it is
// written again.
func (r *Reader) OptStr(n *conv.Node, key string) string {
	r.Residue.Reread(n, key)
	empty := r.Kind() == rawjson.String
	s := r.Str()
	if empty && s == "" {
		r.Residue.SetBlank(n, key, `""`)
	}
	return s
}

// OptText is OptStr for the long string of a node.
func (r *Reader) OptText(n *conv.Node, key string) string {
	r.Residue.Reread(n, key)
	empty := r.Kind() == rawjson.String
	s := r.Text(n)
	if empty && s == "" {
		r.Residue.SetBlank(n, key, `""`)
	}
	return s
}

// RawAt is a value that was already read, given its offset.
func (r *Reader) RawAt(offset int) conv.Raw {
	if r.Err() != nil {
		return ""
	}
	return rawjson.NewCursor(r.Buffer()[offset:]).Raw()
}

// WantObject fails unless an object comes next.
func (r *Reader) WantObject(what string) bool {
	switch k := r.Kind(); k {
	case rawjson.Object:
		return true
	case rawjson.Invalid:
		r.Skip()
	default:
		r.Fail(r.Offset(), "want %s, got %s", what, k)
	}
	return false
}

// WantOneOf is WantObject for an object that is known by one of some fields.
func (r *Reader) WantOneOf(what string, keys ...string) bool {
	if !r.WantObject(what) {
		return false
	}
	if slices.ContainsFunc(keys, func(key string) bool { return r.Ahead(key) >= 0 }) {
		return true
	}
	missing := keys[0] + " is missing"
	switch last := len(keys) - 1; {
	case last == 1:
		missing = "both " + keys[0] + " and " + keys[1] + " are missing"
	case last > 1:
		missing = strings.Join(keys[:last], ", ") + " and " + keys[last] + " are missing"
	}
	r.Fail(r.Offset(), "not %s: %s", what, missing)
	return false
}

// Opaque reads the next value as a block that only the family understands.
func (r *Reader) Opaque() *conv.Opaque {
	b := &conv.Opaque{Family: r.Residue.Name}
	r.SetOffset(&b.Node)
	b.Raw = r.Raw()
	return b
}

// OpaqueAt is the opaque block of a value that was already read.
func (r *Reader) OpaqueAt(offset int) *conv.Opaque {
	b := &conv.Opaque{Family: r.Residue.Name, Raw: r.RawAt(offset)}
	r.SetOffsetAt(&b.Node, offset)
	return b
}

// Custom reads a message of a role that the format lacks.
func (r *Reader) Custom(role string) *conv.CustomMessage {
	m := &conv.CustomMessage{CustomType: r.Residue.Name + "." + role}
	r.SetOffset(&m.Node)
	r.Notes.Unknown(r.At(), "role", role)
	m.Data = r.Raw()
	return m
}

// Same reads a tag again. It fails if an object repeats the tag with another
// value.
func (r *Reader) Same(tag string) {
	at := r.Offset()
	if again := r.Str(); again != tag {
		r.Fail(at, "repeated tag: %q after %q", again, tag)
	}
}

// Tag is the string at a key of the next object, "" without one. It does not
// move on.
//
//go:noinline
func (r *Reader) Tag(key string) string {
	tag, _ := r.FindTag(key)
	return tag
}

// FindTag is Tag, and reports whether the string exists. Most often it is among the
// first fields. Of two equal keys, the first counts.
func (r *Reader) FindTag(key string) (tag string, ok bool) {
	if tag, ok = r.LeadingTag(key); ok {
		return tag, true
	}
	c := rawjson.NewTrustedCursor(r.Buffer()[r.Offset():]) // whoever reads the object checks it
	at := c.Ahead(key)
	if at < 0 {
		return "", false
	}
	c.Rewind(at)
	ok = c.Kind() == rawjson.String
	return c.StrOnly(), ok
}

// LeadingTag is FindTag for an object whose first field it is, and whose string
// has no escapes. It finds no other.
func (r *Reader) LeadingTag(key string) (tag string, ok bool) {
	return leadingTag(r.Buffer()[r.Offset():], key)
}

// leadingTag is a fast FindTag for an object that begins with the key and a
// string without escapes.
func leadingTag(b []byte, key string) (tag string, ok bool) {
	s := unsafe.String(unsafe.SliceData(b), len(b))
	if !cutByte(&s, '{') || !cutByte(&s, '"') || !strings.HasPrefix(s, key) {
		return "", false
	}
	s = s[len(key):]
	if !cutByte(&s, '"') || !cutByte(&s, ':') || !cutByte(&s, '"') {
		return "", false
	}
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

// cutByte cuts a byte off s, and white space after it unless the byte is a
// quote.
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
