package disk

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Order is the byte order that a byte order mark of UTF-16 shows; nil if
// the text does not begin with one. PowerShell's > writes such files.
func utf16Order(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")): // UTF-32
		return nil
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

// IsUTF16 reports whether a file has a byte order mark of UTF-16 at an offset.
func IsUTF16(f *os.File, at int64) bool {
	var head [4]byte
	n, _ := f.ReadAt(head[:], at)
	return utf16Order(head[:n]) != nil
}

// InUTF8 reads r, of which UTF-16 with a byte order mark becomes UTF-8. What
// arrives is passed on at once.
func InUTF8(r io.Reader) io.Reader { return &textReader{r: r} }

// TextOfBytes is text of a file in UTF-8.
func TextOfBytes(data []byte) []byte {
	order := utf16Order(data)
	if order == nil {
		return data
	}
	t := textReader{order: order}
	t.decode(data[2:])
	t.finish()
	return t.ready
}

// textReader finds out by the first bytes what it reads.
type textReader struct {
	r     io.Reader
	begun bool
	order binary.ByteOrder // nil: bytes are passed on as they are
	raw   []byte           // a buffer for r
	odd   []byte           // the first byte of a code unit
	high  rune             // the first half of a surrogate pair; 0: none
	ready []byte           // not yet handed out
	err   error            // of r, after ready
}

func (t *textReader) Read(b []byte) (int, error) {
	if t.order == nil && t.begun && len(t.ready) == 0 && t.err == nil {
		return t.r.Read(b)
	}
	if !t.begun && len(b) > 0 {
		if n, done := t.begin(b); done {
			return n, t.err
		}
	}
	for len(t.ready) == 0 && t.err == nil && t.order != nil {
		t.more()
	}
	n := copy(b, t.ready)
	if t.ready = t.ready[n:]; len(t.ready) == 0 && t.err != nil {
		return n, t.err
	}
	return n, nil
}

// begin reads into b until it sees whether there is a byte order mark. If there
// is none, it is done: the n bytes of b are those of r.
func (t *textReader) begin(b []byte) (n int, done bool) {
	n, t.err = t.r.Read(b)
	head := b[:n]
	if n == 1 && (b[0] == 0xff || b[0] == 0xfe) { // the mark may be cut
		var rest [16]byte
		var more int
		if t.err == nil {
			more, t.err = io.ReadAtLeast(t.r, rest[:], 1)
		}
		head = append([]byte{b[0]}, rest[:more]...)
	}
	t.begun = len(head) > 0 || t.err != nil
	if t.order = utf16Order(head); t.order != nil {
		t.raw = make([]byte, 64<<10)
		t.decode(head[2:])
		if t.err != nil {
			t.finish()
		}
		return 0, false
	}
	if len(head) == n {
		return n, true
	}
	t.ready = head
	return 0, false
}

// more decodes what r has next.
func (t *textReader) more() {
	var n int
	n, t.err = t.r.Read(t.raw)
	t.ready = t.ready[:0]
	t.decode(t.raw[:n])
	if t.err != nil {
		t.finish()
	}
}

// decode appends bytes of UTF-16 as UTF-8. A surrogate without its other half
// becomes bytes that are not UTF-8, so that nothing is replaced in silence.
func (t *textReader) decode(data []byte) {
	if len(t.odd) > 0 && len(data) > 0 {
		t.unit(rune(t.order.Uint16([]byte{t.odd[0], data[0]})))
		t.odd, data = nil, data[1:]
	}
	for ; len(data) >= 2; data = data[2:] {
		t.unit(rune(t.order.Uint16(data)))
	}
	t.odd = append(t.odd, data...)
}

// unit takes the next code unit.
func (t *textReader) unit(c rune) {
	if t.high != 0 {
		pair := utf16.DecodeRune(t.high, c)
		if pair != utf8.RuneError {
			t.ready = utf8.AppendRune(t.ready, pair)
			t.high = 0
			return
		}
		t.lone(t.high)
		t.high = 0
	}
	switch {
	case c >= 0xd800 && c < 0xdc00:
		t.high = c
	case utf16.IsSurrogate(c):
		t.lone(c)
	default:
		t.ready = utf8.AppendRune(t.ready, c)
	}
}

// lone appends a surrogate in the manner of UTF-8, which is not valid UTF-8.
func (t *textReader) lone(c rune) {
	t.ready = append(t.ready, 0xe0|byte(c>>12), 0x80|byte(c>>6)&0x3f, 0x80|byte(c)&0x3f)
}

// finish ends a text that may be cut in the middle of a character.
func (t *textReader) finish() {
	if t.high != 0 {
		t.lone(t.high)
		t.high = 0
	}
	if len(t.odd) > 0 {
		t.ready = append(t.ready, 0xff)
		t.odd = nil
	}
}
