package rawjson

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescaped returns the text of the string whose inside begins at start and
// whose first escape is at i, and the index of its closing quote; -1 if it is
// not a string. high has the high bits of the text before i.
func (c *Cursor) unescaped(start, i int, high uint64) (_ string, end int) {
	b := c.buf
	out := c.room(i - start + 2*slack)
	mark := len(out)
	out = append(out, b[start:i]...)
	for {
		out, i, high = appendUnescaped(out, b, i, high)
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
		if end, _ = scanString(b, start-1); end < 0 { // the arena is full: find out how much is left
			return "", -1
		}
		more := c.Arena.take(len(out)-mark+end-i+2*slack, len(b))
		out, mark = append(more, out[mark:]...), 0
	}
}

// slack is how many bytes after dst [appendUnescaped] may write to.
const slack = 24

// appendUnescaped appends text from the inside of a JSON string, from b[i] on,
// until dst is full or a byte is neither text nor an escape. It returns the
// index of that byte. A lone surrogate becomes three bytes (see the package
// comment).
func appendUnescaped(dst, b []byte, i int, high uint64) ([]byte, int, uint64) {
	w := len(dst)
	limit := min(len(b), i+cap(dst)-w-slack) // text is never longer than its JSON
	dst = dst[:cap(dst)]
	for i < limit {
		if i+8 <= len(b) {
			x := load64(b[i:])
			binary.LittleEndian.PutUint64(dst[w:], x)
			m := special(x)
			if m == 0 {
				high |= x
				i += 8
				w += 8
				continue
			}
			n := bits.TrailingZeros64(m) >> 3
			high |= x & (1<<(8*n) - 1)
			i += n
			w += n
		}
		switch c := b[i]; {
		case c == '\\':
			if i+1 < len(b) && isEscape[b[i+1]] != 0 {
				dst[w] = isEscape[b[i+1]]
				w++
				i += 2
				continue
			}
			if escapeLen(b[i:]) <= 0 {
				return dst[:w], i, high
			}
			n, r := unicodeEscape(b[i:])
			w = len(appendRune(dst[:w], r))
			i += n
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
	r = hex4(text(b[2:]))
	if utf16.IsSurrogate(r) && len(b) >= 12 && b[6] == '\\' && escapeLen(b[6:]) == 6 {
		if pair := utf16.DecodeRune(r, hex4(text(b[8:]))); pair != utf8.RuneError {
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

func hex4(s string) (r rune) {
	for i := range 4 {
		c := s[i]
		if r <<= 4; c <= '9' {
			r |= rune(c - '0')
		} else {
			r |= rune(c | 0x20 - 'a' + 10)
		}
	}
	return r
}

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

// JoinSurrogates returns s with each pair of surrogates replaced by the
// character that they mean. Pairs come apart when a text arrives in pieces.
func JoinSurrogates(s string) string {
	if utf8.ValidString(s) {
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
