package rawjson

import (
	"fmt"
	"strconv"
)

// MaxDepth is how deep values may nest.
const MaxDepth = 1000

// Kind is the kind of a JSON value.
type Kind byte

// The kinds. Invalid is also what stands behind the last value.
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

// Error says where and why bytes are not the JSON that was asked for.
type Error struct {
	Offset int // of the byte, from the start of the buffer
	Msg    string
	Hint   string // a second line for people, or ""
}

func (e *Error) Error() string { return "offset " + strconv.Itoa(e.Offset) + ": " + e.Msg }

// Cursor reads one JSON text from front to back, once. Each read takes
// exactly one value, checking it on the way; a value that a loop over
// [Cursor.Fields] or [Cursor.Elements] does not read is checked and passed
// over. The first failure sticks: from then on every read returns a zero
// value and every loop ends, so that only [Cursor.End] needs a look.
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
	// Duplicate, if set, is told of each key that an object repeats. The
	// last one counts: a reader assigns, it does not add.
	Duplicate func(offset int, key string)

	// Arena, if set, is where texts are kept that are not in the input.
	Arena *Arena

	buf    []byte
	pos    int
	depth  int
	spaces int  // stretches of white space passed: compacting is due if it grew
	again  bool // strings that are passed over were checked before
	err    *Error
	arena  []byte
	keys   []string // of the objects that are open
}

// NewCursor starts at the front of b, which must not change any more.
func NewCursor(b []byte) *Cursor { return &Cursor{buf: b} }

// Again starts at the front of b, whose strings need no check, since another
// Cursor has read it to its end without a failure or nobody relies on what is
// passed over.
func Again(b []byte) *Cursor { return &Cursor{buf: b, again: true} }

// Err is the first failure.
func (c *Cursor) Err() error {
	if c.err == nil {
		return nil
	}
	return c.err
}

// Ended reports whether the failure is that the text ended within a value.
func (c *Cursor) Ended() bool { return c.err != nil && c.err.Offset >= len(c.buf) }

// End returns the first failure, or one if anything but white space is left.
func (c *Cursor) End() error {
	if c.err == nil && c.peek() != 0 {
		c.fail(c.pos, "unexpected "+quoteByte(c.buf[c.pos])+" after the value")
	}
	return c.Err()
}

// Fail makes a failure of the caller's own at an offset. If a word stands
// there that is no JSON at all, it says that instead.
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

// Offset is where the next value starts.
func (c *Cursor) Offset() int {
	c.peek()
	return c.pos
}

// Buffer is the text that the cursor reads.
func (c *Cursor) Buffer() []byte { return c.buf }

// Rewind goes back to an offset that was that of a value, to read it anew.
func (c *Cursor) Rewind(offset int) {
	if c.err == nil {
		c.pos = offset
	}
}

// Kind tells the next value's kind by its first byte.
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

// peek passes white space and returns the next byte, 0 at the end.
func (c *Cursor) peek() byte {
	if c.pos < len(c.buf) {
		if b := c.buf[c.pos]; b > ' ' {
			return b
		}
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

// Fields passes the keys of an object to yield, which reads the value.
// Null counts as an object without members.
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

// remember adds a key to those of its object, which start at base, and
// reports it if it is there already. seen is a small Bloom filter.
func (c *Cursor) remember(key string, base int, seen uint64, at int) uint64 {
	h := len(key)
	if h > 0 {
		h += int(key[0])<<1 ^ int(key[h-1])<<3 ^ int(key[h>>1])
	}
	bit := uint64(1) << (h & 63)
	if seen&bit != 0 && len(c.keys)-base < 4096 {
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

// Elements passes the indexes of an array to yield, which reads the element.
// Null counts as an empty array.
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

// open enters an object or array; false for null and on failure.
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

// want fails because the next value is not what was asked for.
func (c *Cursor) want(what string) {
	if k := c.Kind(); k != Invalid {
		c.fail(c.pos, "want "+what+", got "+k.String())
		return
	}
	c.unexpected("want " + what)
}

func (c *Cursor) unexpected(context string) {
	if c.pos >= len(c.buf) {
		c.fail(c.pos, "")
		return
	}
	c.fail(c.pos, "unexpected "+quoteByte(c.buf[c.pos])+", "+context)
}

// next steps to the next member or element; false at the end, which it takes.
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

// key reads a member's key and its colon.
func (c *Cursor) key() string {
	if c.peek() != '"' {
		c.unexpected("want a key in quotes")
		return ""
	}
	start := c.pos + 1
	i := start
	for i < len(c.buf) && c.buf[i] != '"' && c.buf[i] != '\\' && c.buf[i]-0x20 < 0x60 {
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
