package rawjson

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Place is where a byte of a JSON text lies.
type Place struct {
	Line, Column int    // from 1; columns count characters
	Pointer      string // JSON pointer of the innermost value there; "" is the whole
}

// Path is the pointer as people write it: messages[3].content[1].
func (p Place) Path() string {
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

// Locator finds the places of offsets in one JSON text, well formed or not.
// Offsets that grow cost one pass in all.
type Locator struct {
	buf   []byte
	pos   int
	line  int
	start int // of the line
	stack []level
}

type level struct {
	object bool
	key    string
	index  int
	atKey  bool // in an object: the next string is a key
}

// NewLocator locates in b.
func NewLocator(b []byte) *Locator { return &Locator{buf: b, line: 1} }

// At returns the place of the byte at offset.
func (l *Locator) At(offset int) Place {
	if offset < l.pos {
		*l = *NewLocator(l.buf)
	}
	offset = min(max(offset, 0), len(l.buf))
	for l.pos < offset {
		l.step(offset)
	}
	line, start := l.line, l.start
	return Place{Line: line, Column: 1 + utf8.RuneCount(l.buf[start:offset]), Pointer: l.pointer(offset)}
}

// step passes one token, but not beyond offset unless that lies in a string.
func (l *Locator) step(offset int) {
	b := l.buf
	top := len(l.stack) - 1
	switch c := b[l.pos]; c {
	case '\n':
		l.line++
		l.start = l.pos + 1
	case '{':
		l.stack = append(l.stack, level{object: true, atKey: true})
	case '[':
		l.stack = append(l.stack, level{})
	case '}', ']':
		if top >= 0 {
			l.stack = l.stack[:top]
		}
	case ',':
		if top >= 0 && l.stack[top].object {
			l.stack[top].atKey = true
		} else if top >= 0 {
			l.stack[top].index++
		}
	case '"':
		end, _, _ := scanString(b, l.pos)
		if end < 0 || end > offset {
			if top >= 0 && l.stack[top].atKey {
				l.stack[top].key = ""
			}
			l.pos = offset
			return
		}
		if top >= 0 && l.stack[top].atKey {
			in := Cursor{buf: b[l.pos:end]}
			l.stack[top].key, l.stack[top].atKey = in.Str(), false
		}
		l.pos = end
		return
	}
	l.pos++
}

// pointer names the value at offset: a key that starts there is not taken yet.
func (l *Locator) pointer(offset int) string {
	var b strings.Builder
	for i, v := range l.stack {
		switch {
		case !v.object:
			b.WriteString("/" + strconv.Itoa(v.index))
		case v.atKey && i == len(l.stack)-1:
			if offset < len(l.buf) && l.buf[offset] == '"' {
				in := Cursor{buf: l.buf[offset:]}
				if k, _ := in.str(); in.err == nil {
					b.WriteString("/" + escapePointer(k))
				}
			}
		default:
			b.WriteString("/" + escapePointer(v.key))
		}
	}
	return b.String()
}

func escapePointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}
