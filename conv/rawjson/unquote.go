package rawjson

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// unescaped returns the text of the string whose inside begins at start and
// whose first escape is at i, and the index of its closing quote; -1 if it is
// not a string. high has the high bits of the text before i.
func (c *Cursor) unescaped(start, i int, high uint64) (_ string, end int) {
	b := c.buf
	out := c.room(i - start + 2*slack)
	mark := len(out)
	out = append(out, b[start:i]...)
	if c.marks != nil {
		c.marks.base = mark
	}
	for {
		out, i, high = appendUnescaped(out, b, i, high, c.marks)
		switch {
		case i >= len(b) || b[i] < 0x20:
			return "", -1
		case b[i] == '"':
			if high&highs != 0 && badUTF8(b[start:i]) >= 0 {
				return "", -1
			}
			return c.kept(out, mark), i
		case b[i] == '\\' && escapeLen(b[i:]) <= 0:
			return "", -1
		}
		if end = stringEnd(b, i-1); end < 0 { // the arena is full: find out how much is left
			return "", -1
		}
		more := c.Arena.take(len(out)-mark+end-i+2*slack, len(b))
		out, mark = append(more, out[mark:]...), 0
		if c.marks != nil {
			c.marks.base = 0
		}
	}
}

// word is the eight bytes at an offset.
func word(p unsafe.Pointer, i int) []byte {
	return (*[8]byte)(unsafe.Add(p, i))[:]
}

// slack is how many bytes after dst [appendUnescaped] may write to.
const slack = 24

// appendUnescaped appends text from the inside of a JSON string, from b[i] on,
// until dst is full or a byte is neither text nor an escape. It returns the
// index of that byte. high may also get the high bits of bytes after the text,
// which only leads to one look too many. A lone surrogate becomes three bytes (see the package
// comment). If m is not nil, it collects the marks of the text.
func appendUnescaped(dst, b []byte, i int, high uint64, m *marks) ([]byte, int, uint64) {
	w := len(dst)
	limit := min(len(b), i+cap(dst)-w-slack) // text is never longer than its JSON
	dst = dst[:cap(dst)]
	from, to := unsafe.Pointer(unsafe.SliceData(b)), unsafe.Pointer(unsafe.SliceData(dst))
	for i < limit {
		// Two words at once, without the checks of bounds that slices bring. What
		// is written after the text is overwritten, or left out at the end.
		if b[i] != '\\' && i+16 <= len(b) {
			x, y := load64(word(from, i)), load64(word(from, i+8))
			binary.LittleEndian.PutUint64(word(to, w), x)
			binary.LittleEndian.PutUint64(word(to, w+8), y)
			high |= x | y
			n := 16
			if m := special(x); m != 0 {
				n = bits.TrailingZeros64(m) >> 3
			} else if m := special(y); m != 0 {
				n = 8 + bits.TrailingZeros64(m)>>3
			}
			i += n
			w += n
			if n == 16 {
				continue
			}
		}
		switch c := b[i]; {
		case c == '\\':
			if i+1 < len(b) && isEscape[b[i+1]] != 0 {
				dst[w] = isEscape[b[i+1]]
				if m != nil && b[i+1] != '/' {
					m.add(w)
				}
				w++
				i += 2
				continue
			}
			if i+6 > len(b) || b[i+1] != 'u' {
				return dst[:w], i, high
			}
			switch r := hex4(b[i+2:]); {
			case r < 0:
				return dst[:w], i, high
			case r < 0x80:
				dst[w] = byte(r)
				if m != nil && (r < 0x20 || r == '"' || r == '\\') {
					m.add(w)
				}
				w++
			case r < 0x800:
				*(*[2]byte)(dst[w:]) = [2]byte{0xC0 | byte(r>>6), 0x80 | byte(r)&0x3F}
				w += 2
			case !utf16.IsSurrogate(r):
				*(*[3]byte)(dst[w:]) = [3]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F}
				w += 3
			default:
				n, r := unicodeEscape(b[i:])
				if m != nil && n == 6 {
					m.add(w)
				}
				w = len(appendRune(dst[:w], r))
				i += n - 6
			}
			i += 6
		case c == '"' || c < 0x20:
			return dst[:w], i, high
		default: // the last bytes of b
			high |= uint64(c)
			dst[w] = c
			w++
			i++
		}
	}
	return dst[:w], i, high
}

// unicodeEscape reads the \u escape at the start of b, and the second one of a
// surrogate pair.
func unicodeEscape(b []byte) (n int, r rune) {
	r = hex4(b[2:])
	if utf16.IsSurrogate(r) && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(b[8:])); pair != utf8.RuneError {
			return 12, pair
		}
	}
	return 6, r
}

// appendRune appends r, even if it is a surrogate.
func appendRune(dst []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(dst, 0xED, byte(0x80|r>>6&0x3F), byte(0x80|r&0x3F))
	}
	return utf8.AppendRune(dst, r)
}

// hex4 is the number that b begins with, four hexadecimal digits; below 0 if it
// does not.
func hex4(b []byte) rune {
	d := (*[4]byte)(b)
	return hexOf(d[0])<<12 | hexOf(d[1])<<8 | hexOf(d[2])<<4 | hexOf(d[3])
}

// hexOf is the value of a hexadecimal digit, -1 for other bytes.
func hexOf(c byte) rune { return rune(int8(hexDigits[c])) }

// hexDigits has the value of each byte as a hexadecimal digit, 0xff for those
// that are none. A constant costs nothing at start-up.
const hexDigits = "" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\xff\xff\xff\xff\xff\xff" +
	"\xff\x0a\x0b\x0c\x0d\x0e\x0f\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\x0a\x0b\x0c\x0d\x0e\x0f\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"

// HasLoneSurrogate reports whether a text that a Cursor returned holds a
// surrogate without its partner, which UTF-8 cannot express.
func HasLoneSurrogate(s string) bool {
	const first = '\xED' // every surrogate has it, and little else
	for i := strings.IndexByte(s, first); i >= 0; {
		if isSurrogateAt(s, i) {
			return true
		}
		next := strings.IndexByte(s[i+1:], first)
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// ReplaceLoneSurrogates returns s with U+FFFD in place of each lone surrogate
// and each other byte that is not UTF-8.
func ReplaceLoneSurrogates(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		if isSurrogateAt(s, i) {
			out = append(out, "\uFFFD"...)
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		out = utf8.AppendRune(out, r)
		i += n
	}
	return string(out)
}

// ReplaceLoneEscapes returns a JSON text with \ufffd in place of the escape of each
// lone surrogate.
func ReplaceLoneEscapes(r Raw) Raw {
	var out []byte
	for i := 0; i+1 < len(r); i++ {
		if r[i] != '\\' {
			continue
		}
		if i++; r[i] != 'u' || i+5 > len(r) {
			continue
		}
		switch half := hex4(bytesOf(string(r[i+1:]))); {
		case half&0xF800 != 0xD800:
		case half < 0xDC00 && i+11 <= len(r) && r[i+5:i+7] == "\\u" && hex4(bytesOf(string(r[i+7:])))&0xFC00 == 0xDC00:
			i += 10
		default:
			if out == nil {
				out = []byte(r)
			}
			copy(out[i+1:], "fffd")
		}
	}
	if out == nil {
		return r
	}
	return Raw(out)
}

// JoinSurrogates returns s with each pair of surrogates replaced by the
// character that they mean. Pairs come apart when a text arrives in pieces.
func JoinSurrogates(s string) string {
	if !HasLoneSurrogate(s) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isSurrogateAt(s, i) && i+3 < len(s) && isSurrogateAt(s, i+3) {
			if r := utf16.DecodeRune(surrogate(s[i:]), surrogate(s[i+3:])); r != utf8.RuneError {
				out = utf8.AppendRune(out, r)
				i += 5
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// surrogate returns the surrogate that s begins with.
func surrogate(s string) rune {
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F)
}

func isSurrogateAt(s string, i int) bool {
	return s[i] == 0xED && i+2 < len(s) && s[i+1] >= 0xA0 && s[i+1] <= 0xBF && s[i+2]&0xC0 == 0x80
}
