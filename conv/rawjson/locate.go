package rawjson

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is the place of a byte in a JSON text.
type Position struct {
	Line, Column int    // from 1; columns are in characters
	Pointer      string // JSON pointer of the innermost value there; "" is the whole text
}

// Path returns the pointer in the form people write: messages[3].content[1].
func (p Position) Path() string {
	if p.Pointer == "" {
		return ""
	}
	var b strings.Builder
	for part := range strings.SplitSeq(p.Pointer[1:], "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		if _, err := strconv.Atoi(part); err == nil {
			b.WriteString("[" + part + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(part)
	}
	return b.String()
}

// Locator finds the places of offsets in one JSON text, which may be broken.
// In other text a place is only a line and a column. Calls with increasing offsets
// need one pass in all.
type Locator struct {
	buf   []byte
	plain bool // it is not JSON
	pos   int  // every token before it was read
	last  int  // the last offset asked for
	line  int
	chars int // between the start of the line and counted
	count int // chars are counted up to here
	stack []level
}

type level struct {
	object bool
	key    string
	index  int
	atKey  bool // in an object: the next string is a key
}

// NewLocator returns a locator for b.
func NewLocator(b []byte) *Locator {
	text := bytes.TrimLeft(b, " \t\r\n")
	return &Locator{buf: b, plain: len(text) > 0 && bytes.IndexByte([]byte(`{["`), text[0]) < 0, line: 1}
}

// At returns the place of the byte at offset.
func (l *Locator) At(offset int) Position {
	offset = min(max(offset, 0), len(l.buf))
	if offset < l.last {
		*l = *NewLocator(l.buf)
	}
	l.last = offset
	for l.pos < offset && l.step(offset) {
	}
	l.chars += characters(l.buf[l.count:offset])
	l.count = offset
	return Position{Line: l.line, Column: 1 + l.chars, Pointer: l.pointer()}
}

// characters returns how many characters begin in b.
func characters(b []byte) (n int) {
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// step reads one token. It returns false if offset is in the token or the
// token does not end.
func (l *Locator) step(offset int) bool {
	b := l.buf
	var top *level
	if len(l.stack) > 0 {
		top = &l.stack[len(l.stack)-1]
	}
	switch c := b[l.pos]; {
	case c == '\n':
		l.line++
		l.count, l.chars = l.pos+1, 0
	case l.plain:
	case c == '{':
		l.stack = append(l.stack, level{object: true, atKey: true})
	case c == '[':
		l.stack = append(l.stack, level{})
	case c == '"':
		return l.string(offset, top)
	case top == nil:
	case c == '}' || c == ']':
		l.stack = l.stack[:len(l.stack)-1]
	case c == ',' && top.object:
		top.atKey = true
	case c == ',':
		top.index++
	}
	l.pos++
	return true
}

func (l *Locator) string(offset int, top *level) bool {
	end, _ := scanString(l.buf, l.pos)
	if end < 0 || end > offset {
		return false
	}
	if top != nil && top.atKey {
		top.key, top.atKey = keyAt(l.buf, l.pos), false
	}
	l.pos = end
	return true
}

// pointer returns the JSON pointer of the value at pos; for a key, that of its
// value.
func (l *Locator) pointer() string {
	var b strings.Builder
	for _, v := range l.stack {
		switch {
		case !v.object:
			b.WriteString("/" + strconv.Itoa(v.index))
		case !v.atKey:
			b.WriteString("/" + escapePointer(v.key))
		default:
			if k := keyAt(l.buf, l.pos); k != "" {
				b.WriteString("/" + escapePointer(k))
			}
		}
	}
	return b.String()
}

// keyAt returns the string at b[i], "" if there is none.
func keyAt(b []byte, i int) string {
	if i >= len(b) || b[i] != '"' {
		return ""
	}
	c := Cursor{buf: b[i:]}
	return c.Str()
}

func escapePointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}
