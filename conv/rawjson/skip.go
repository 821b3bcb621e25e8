package rawjson

import (
	"math/bits"
	"strconv"
	"strings"
)

// Refuse fails at the next value, which is not what it must be. If the value is
// not even well formed, that is the failure.
func (c *Cursor) Refuse(format string, args ...any) {
	at := c.Offset()
	c.Skip()
	c.Fail(at, format, args...)
}

// Skip checks and skips one value.
func (c *Cursor) Skip() {
	c.peek()
	c.skip()
}

// skip checks and skips the value at pos.
func (c *Cursor) skip() {
	switch b := c.peek(); b {
	case '"':
		c.skipString()
	case '{':
		c.skipAll('}')
	case '[':
		c.skipAll(']')
	case 't':
		c.literal("true")
	case 'f':
		c.literal("false")
	case 'n':
		c.literal("null")
	default:
		end := scanNumber(c.buf, c.pos)
		if end < 0 {
			c.notValue(b)
			return
		}
		c.pos = end
	}
}

// notValue fails because the next text, b, does not begin a value, or begins a
// number that is not valid.
func (c *Cursor) notValue(b byte) {
	if b == '-' || b-'0' <= 9 {
		c.fail(c.pos, "invalid number")
		return
	}
	c.unexpected("want a value")
}

// skipAll skips an object or array with the given closing bracket.
func (c *Cursor) skipAll(end byte) {
	if c.depth++; c.depth > MaxDepth {
		c.fail(c.pos, "nested deeper than "+strconv.Itoa(MaxDepth)+" levels")
		return
	}
	c.pos++
	for first := true; c.next(&first, end); {
		if end == '}' {
			c.skipKey()
		}
		if c.err == nil {
			c.skip()
		}
	}
	c.depth--
}

func (c *Cursor) skipKey() {
	if c.peek() != '"' {
		c.unexpected("want a key in quotes")
		return
	}
	if !c.skipString() {
		return
	}
	if c.peek() != ':' {
		c.unexpected("want ':' after a key")
		return
	}
	c.pos++
}

func (c *Cursor) literal(s string) {
	if len(c.buf)-c.pos < len(s) || string(c.buf[c.pos:c.pos+len(s)]) != s {
		if len(c.buf)-c.pos < len(s) && s[:len(c.buf)-c.pos] == string(c.buf[c.pos:]) {
			c.fail(len(c.buf), "")
			return
		}
		c.fail(c.pos, "invalid literal, want "+s)
		return
	}
	c.pos += len(s)
}

// AppendCompact appends valid JSON without the white space between its tokens.
func AppendCompact(dst []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '"':
			i = closing(s, i+1)
		case c <= ' ':
			dst = append(dst, s[start:i]...)
			for i++; i < len(s) && s[i] <= ' '; i++ {
			}
			start = i
		default:
			i++
		}
	}
	return append(dst, s[start:]...)
}

// closing returns the index after the quote that ends a valid string, given an
// index inside the string.
func closing(s string, i int) int {
	for {
		for i+8 <= len(s) {
			x := load64s(s, i)
			q, b := x^(ones*'"'), x^(ones*'\\')
			if m := ((q-ones)&^q | (b-ones)&^b) & highs; m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		switch s[i] {
		case '"':
			return i + 1
		case '\\':
			i += 2
		default: // the last bytes of s
			i++
		}
	}
}

func (c *Cursor) unexpected(context string) {
	if c.pos >= len(c.buf) {
		c.fail(c.pos, "")
		return
	}
	b := c.buf[c.pos]
	c.fail(c.pos, "unexpected "+quoteByte(b)+", "+context)
	if c.err.Hint == "" && isScript(b) {
		c.err.Hint = scriptHint
	}
}

const scriptHint = "JSON has keys and texts in double quotes, no comments and no trailing commas: JSON.stringify writes it in JavaScript, json.dumps in Python"

// isScript reports whether a byte where JSON has none may begin a key, a
// string or a comment of JavaScript, or end a list after a comma.
func isScript(b byte) bool {
	return b|0x20-'a' < 26 || strings.IndexByte("_$'`/}]", b) >= 0
}
