package rawjson

import (
	"fmt"
	"math/bits"
	"strconv"
)

// MaxDepth is how deep values may be nested.
const MaxDepth = 1000

// Kind is the kind of a JSON value.
type Kind byte

// The kinds. Invalid is also the kind at the end of the input.
const (
	Invalid Kind = iota
	Null
	Bool
	Num
	String
	Array
	Object
)

func (k Kind) String() string {
	return [...]string{"nothing", "null", "true or false", "a number", "a string", "an array", "an object"}[k]
}

// Error says where and why bytes are not the expected JSON.
type Error struct {
	Offset int // of the byte, from the start of the buffer
	Msg    string
	Hint   string // a second line for the user, or ""
}

func (e *Error) Error() string { return "offset " + strconv.Itoa(e.Offset) + ": " + e.Msg }

// Cursor reads one JSON text once, from start to end. Each read checks and
// takes exactly one value. A loop over [Cursor.Fields] or [Cursor.Elements]
// checks and skips the values that its body does not read. After the first failure every
// read returns a zero value and every loop ends, so that a caller only has to
// check [Cursor.End].
//
//	for key := range c.Fields {
//		switch key {
//		case "role":
//			role = c.Str()
//		default:
//			rest = append(rest, c.Member(key))
//		}
//	}
type Cursor struct {
	// Duplicate, if set, is called with each key that an object repeats. The
	// last value counts: a reader assigns, it does not add.
	Duplicate func(offset int, key string)

	// Arena, if set, holds the texts that the input has only in escaped form.
	Arena *Arena

	buf          []byte
	pos          int
	depth        int
	spaces       int  // runs of white space so far: if it grew, a value must be compacted
	again        bool // skipped strings were checked before
	err          *Error
	arena        []byte
	keys         []string // of the open objects
	marks, spare *marks   // those to collect, nil for none; memory for them
	known        *marks   // those of buf, nil if unknown
}

// NewCursor returns a cursor at the start of b. Nobody may change b any more.
//
//go:noinline
func NewCursor(b []byte) *Cursor { return &Cursor{buf: b} }

// NewTrustedCursor returns a cursor at the start of b that does not check skipped
// strings: another Cursor has read b to its end without a failure, or nobody
// relies on what is skipped.
func NewTrustedCursor(b []byte) *Cursor { return &Cursor{buf: b, again: true} }

// Trust makes the cursor as [NewTrustedCursor] returns it: another Cursor has read all that
// this one will read.
func (c *Cursor) Trust() { c.again = true }

// Err returns the first failure.
func (c *Cursor) Err() error {
	if c.err == nil {
		return nil
	}
	return c.err
}

// Ended reports whether the failure is that the text ended inside a value.
func (c *Cursor) Ended() bool { return c.err != nil && c.err.Offset >= len(c.buf) }

// End returns the first failure. It fails if anything but white space is left.
func (c *Cursor) End() error {
	if c.err == nil && c.peek() != 0 {
		c.fail(c.pos, "unexpected "+quoteByte(c.buf[c.pos])+" after the value")
	}
	return c.Err()
}

// Fail records a failure of the caller's own at an offset. If the text there
// is not JSON at all, the failure says that instead.
func (c *Cursor) Fail(offset int, format string, args ...any) {
	if offset == c.pos && offset < len(c.buf) && c.buf[offset]|0x20 >= 'a' && c.buf[offset]|0x20 <= 'z' {
		c.skip()
	}
	if c.err == nil {
		c.err = &Error{Offset: offset, Msg: fmt.Sprintf(format, args...)}
		c.pos = len(c.buf)
	}
}

func (c *Cursor) fail(offset int, msg string) {
	if c.err != nil {
		return
	}
	c.err = &Error{Offset: offset, Msg: msg}
	if offset >= len(c.buf) {
		c.err.Msg = "unexpected end of JSON"
	}
	c.pos = len(c.buf)
}

func quoteByte(b byte) string {
	if b >= 0x80 || b < 0x20 {
		return fmt.Sprintf("byte 0x%02x", b)
	}
	return strconv.QuoteRune(rune(b))
}

// Offset returns the offset of the next value.
func (c *Cursor) Offset() int {
	c.peek()
	return c.pos
}

// Passed returns the offset after what was read so far, and how many runs of white
// space that has: as many as before a value if the value is compact.
func (c *Cursor) Passed() (end, spaces int) { return c.pos, c.spaces }

// Buffer returns the text that the cursor reads.
func (c *Cursor) Buffer() []byte { return c.buf }

// Rewind goes back to the offset of an earlier value, to read it again.
func (c *Cursor) Rewind(offset int) {
	if c.err == nil {
		c.pos = offset
	}
}

// Kind returns the next value's kind, by its first byte.
func (c *Cursor) Kind() Kind {
	switch b := c.peek(); {
	case b == '"':
		return String
	case b == '{':
		return Object
	case b == '[':
		return Array
	case b == 't' || b == 'f':
		return Bool
	case b == 'n':
		return Null
	case b == '-' || b-'0' <= 9:
		return Num
	}
	return Invalid
}

// peek skips white space and returns the next byte, 0 at the end.
func (c *Cursor) peek() (b byte) {
	if c.pos < len(c.buf) {
		b = c.buf[c.pos]
	}
	if b > ' ' {
		return b
	}
	return c.peekSlow()
}

func (c *Cursor) peekSlow() byte {
	b, i := c.buf, c.pos
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	if i > c.pos {
		c.spaces++
		if c.known != nil {
			c.known.addSpace(c.pos, i)
		}
		c.pos = i
	}
	if i >= len(b) {
		return 0
	}
	if b[i] == 0 {
		c.fail(i, "unexpected byte 0x00")
		return 0
	}
	return b[i]
}

// Fields passes the keys of an object to yield, which reads the value or leaves it
// to be skipped. Null is read as an empty object.
func (c *Cursor) Fields(yield func(key string) bool) {
	if !c.open('{', "an object") {
		return
	}
	base := len(c.keys)
	var seen uint64
	more := true
	for first := true; c.next(&first, '}'); {
		at := c.pos
		key := c.key()
		if c.err != nil {
			break
		}
		if c.Duplicate != nil {
			seen = c.remember(key, base, seen, at)
		}
		c.peek()
		if at = c.pos; more {
			more = yield(key)
		}
		if c.pos == at {
			c.skip()
		}
	}
	c.keys = c.keys[:base]
	c.depth--
}

// manyKeys is how many keys of an object are remembered.
const manyKeys = 4096

// remember adds a key to those of its object, which start at base. It reports
// the key if the object already has it. seen is a small Bloom filter.
func (c *Cursor) remember(key string, base int, seen uint64, at int) uint64 {
	h := len(key)
	if h > 0 {
		h += int(key[0])<<1 ^ int(key[h-1])<<3 ^ int(key[h>>1])
	}
	bit := uint64(1) << (h & 63)
	if len(c.keys)-base >= manyKeys {
		return seen
	}
	if seen&bit != 0 {
		for _, k := range c.keys[base:] {
			if k == key {
				c.Duplicate(at, key)
				return seen
			}
		}
	}
	c.keys = append(c.keys, key)
	return seen | bit
}

// Elements passes the indexes of an array to yield, which reads the element or
// leaves it to be skipped. Null is read as an empty array.
func (c *Cursor) Elements(yield func(i int) bool) {
	if !c.open('[', "an array") {
		return
	}
	i, more := 0, true
	for first := true; c.next(&first, ']'); i++ {
		at := c.pos
		if more {
			more = yield(i)
		}
		if c.pos == at {
			c.skip()
		}
	}
	c.depth--
}

// open enters an object or array. It returns false for null and on failure.
func (c *Cursor) open(b byte, what string) bool {
	got := c.peek()
	if got == b {
		if c.depth++; c.depth > MaxDepth {
			c.fail(c.pos, "nested deeper than "+strconv.Itoa(MaxDepth)+" levels")
			return false
		}
		c.pos++
		return true
	}
	if got == 'n' {
		c.skip()
		return false
	}
	c.want(what)
	return false
}

// want fails because the next value is not of the expected kind.
func (c *Cursor) want(what string) {
	if k := c.Kind(); k != Invalid {
		c.fail(c.pos, "want "+what+", got "+k.String())
		return
	}
	c.unexpected("want " + what)
}

// next steps to the next field or element. At the end it takes the closing
// bracket and returns false.
func (c *Cursor) next(first *bool, end byte) bool {
	if c.err != nil {
		return false
	}
	b := c.peek()
	if *first {
		*first = false
		if b == end {
			c.pos++
			return false
		}
		return true
	}
	if b == ',' {
		c.pos++
		c.peek()
		return true
	}
	if b == end {
		c.pos++
		return false
	}
	c.unexpected("want ',' or '" + string(end) + "'")
	return false
}

// key reads a field's key and its colon.
func (c *Cursor) key() string {
	if c.peek() != '"' {
		c.unexpected("want a key in quotes")
		return ""
	}
	start := c.pos + 1
	i := start
	for i+8 <= len(c.buf) {
		x := load64(c.buf[i:])
		if m := special(x) | x&highs; m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			break
		}
		i += 8
	}
	for i < len(c.buf) && c.buf[i] != '"' && c.buf[i] != '\\' && c.buf[i]-0x20 < 0x60 { // the last bytes
		i++
	}
	var key string
	if i < len(c.buf) && c.buf[i] == '"' {
		key = text(c.buf[start:i])
		c.pos = i + 1
	} else {
		key, _ = c.str()
	}
	if c.peek() != ':' {
		c.unexpected("want ':' after a key")
		return ""
	}
	c.pos++
	return key
}
