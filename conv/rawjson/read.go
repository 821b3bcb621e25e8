package rawjson

import "strings"

// Member reads the next value and returns it with its key.
func (c *Cursor) Member(key string) Member { return Member{key, c.Raw()} }

// Str reads a string. Null is read as "".
func (c *Cursor) Str() string {
	s, _ := c.Spelled()
	return s
}

// Spelled reads a string and how it was written. Null is read as "", "".
func (c *Cursor) Spelled() (string, Spelling) {
	switch c.peek() {
	case '"':
		return c.str()
	case 'n':
		c.skip()
	default:
		c.want("a string")
	}
	return "", ""
}

func (c *Cursor) str() (string, Spelling) {
	b, start := c.buf, c.pos
	end, high := plainEnd(b, start+1, 0)
	var inside string
	switch {
	case end < len(b) && b[end] == '"' && (high&highs == 0 || badUTF8(b[start:end]) < 0):
		inside = text(b[start+1 : end])
	case end < len(b) && b[end] == '\\':
		if inside, end = c.unescaped(start+1, end, high); end >= 0 {
			break
		}
		fallthrough
	default:
		c.skipString() // which reports what is wrong
		return "", ""
	}
	c.pos = end + 1
	return inside, Spelling(text(b[start:c.pos]))
}

// Short reads a string of at most about max bytes. It skips a longer one
// without reading it, and ok is false.
func (c *Cursor) Short(max int) (s string, ok bool) {
	c.peek()
	if c.again {
		if end := stringEnd(c.buf, c.pos); end-c.pos > 6*max+2 {
			c.pos = end
			return "", false
		}
	}
	s, _ = c.str()
	return s, c.err == nil && len(s) <= max
}

// skipString skips the string at pos.
func (c *Cursor) skipString() (ok bool) {
	if c.known != nil {
		if end := c.known.stringEnd(c.buf, c.pos); end >= 0 {
			c.pos = end
			return true
		}
	}
	if c.again {
		if end := stringEnd(c.buf, c.pos); end >= 0 {
			c.pos = end
			return true
		}
	}
	end, bad := scanString(c.buf, c.pos)
	if end < 0 {
		switch {
		case bad >= len(c.buf):
			c.fail(bad, "")
		case c.buf[bad] >= 0x80:
			c.fail(bad, "invalid UTF-8: "+quoteByte(c.buf[bad]))
		case c.buf[bad] == '\\':
			c.fail(bad, "invalid escape in a string")
		default:
			c.fail(bad, "control character "+quoteByte(c.buf[bad])+" in a string")
		}
		return false
	}
	c.pos = end
	return true
}

// room returns the arena with at least n free bytes at its end.
func (c *Cursor) room(n int) []byte {
	if cap(c.arena)-len(c.arena) < n {
		c.arena = c.Arena.take(n, len(c.buf))
	}
	return c.arena
}

// kept returns what was appended to the arena since mark, as a string.
func (c *Cursor) kept(arena []byte, mark int) string {
	c.arena = arena
	return text(arena[mark:len(arena):len(arena)])
}

// Hold returns a copy of a text, in the memory of those that are unescaped.
func (c *Cursor) Hold(b []byte) string {
	a := c.room(len(b))
	return c.kept(append(a, b...), len(a))
}

// Raw reads any value and returns it compacted.
func (c *Cursor) Raw() Raw {
	c.peek()
	start, spaces := c.pos, c.spaces
	c.skip()
	if c.err != nil {
		return ""
	}
	s := text(c.buf[start:c.pos])
	if c.spaces == spaces {
		return Raw(s)
	}
	a := c.room(len(s))
	return Raw(c.kept(AppendCompact(a, s), len(a)))
}

// RawWithSpacing reads any value and returns it compacted. If the value follows its
// colon directly and has white space on one line, Glued also returns it as it
// was written: a text that is laid out in another way is laid out as a whole.
func (c *Cursor) RawWithSpacing() (compact Raw, written string) {
	c.peek()
	start := c.pos
	compact = c.Raw()
	if s := text(c.buf[start:c.pos]); len(s) != len(compact) && start > 0 && c.buf[start-1] == ':' && strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\r') < 0 {
		written = s
	}
	return compact, written
}

// Number reads a number. Null is read as "".
func (c *Cursor) Number() Number {
	switch c.Kind() {
	case Num:
		start := c.pos
		c.skip()
		if c.err == nil {
			return Number(text(c.buf[start:c.pos]))
		}
	case Null:
		c.skip()
	default:
		c.want("a number")
	}
	return ""
}

// Int reads a whole number. Null is read as 0.
func (c *Cursor) Int() int64 {
	at := c.Offset()
	n := c.Number()
	if n == "" {
		return 0
	}
	i, ok := n.Int()
	if !ok {
		c.Fail(at, "want a whole number, got %s", n)
	}
	return i
}

// Bool reads true or false. Null is read as false.
func (c *Cursor) Bool() bool {
	switch c.Kind() {
	case Bool:
		b := c.buf[c.pos] == 't'
		c.skip()
		return b && c.err == nil
	case Null:
		c.skip()
	default:
		c.want("true or false")
	}
	return false
}

// OptBool reads true, false or null. Null is read as nil.
func (c *Cursor) OptBool() *bool {
	if c.Kind() == Null {
		c.skip()
		return nil
	}
	return new(c.Bool())
}

// StrOnly reads a string and skips any other value.
func (c *Cursor) StrOnly() string {
	if c.Kind() != String {
		c.Skip()
		return ""
	}
	return c.Str()
}

// BoolOnly reads true or false and skips any other value.
func (c *Cursor) BoolOnly() bool {
	if c.Kind() != Bool {
		c.Skip()
		return false
	}
	return c.Bool()
}

// FieldsOnly is Fields of an object. It skips any other value.
func (c *Cursor) FieldsOnly(yield func(key string) bool) {
	if c.Kind() != Object {
		c.Skip()
		return
	}
	c.Fields(yield)
}

// ElementsOnly is Elements of an array. It skips any other value.
func (c *Cursor) ElementsOnly(yield func(i int) bool) {
	if c.Kind() != Array {
		c.Skip()
		return
	}
	c.Elements(yield)
}
