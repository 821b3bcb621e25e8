package rawjson

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnquoted appends the text of s, the inside of a JSON string that was
// checked. A lone surrogate becomes its three bytes (see the package comment).
func appendUnquoted(dst []byte, s string) []byte {
	w := len(dst)
	if cap(dst)-w < len(s)+8 {
		dst = append(make([]byte, 0, w+len(s)+8), dst...)
	}
	dst = dst[:w+len(s)+8] // a text is no longer than it was in JSON; 8 are slack
	for i := 0; i < len(s); {
		for i+8 <= len(s) {
			x := load64s(s, i)
			binary.LittleEndian.PutUint64(dst[w:w+8], x)
			q := x ^ (ones * '\\')
			if m := (q - ones) &^ q & highs; m != 0 {
				k := bits.TrailingZeros64(m) >> 3
				i += k
				w += k
				break
			}
			i += 8
			w += 8
		}
		for i < len(s) && s[i] != '\\' && i+8 > len(s) {
			dst[w] = s[i]
			i++
			w++
		}
		for i < len(s) && s[i] == '\\' {
			if c := s[i+1]; c != 'u' {
				dst[w] = isEscape[c]
				w++
				i += 2
				continue
			}
			n, r := unicodeEscape(s[i:])
			w = len(appendRune(dst[:w], r))
			i += n
		}
	}
	return dst[:w]
}

// unicodeEscape reads the \u at the start of s, with its partner if it is
// half of a pair.
func unicodeEscape(s string) (n int, r rune) {
	r = hex4(s[2:])
	if utf16.IsSurrogate(r) && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(s[8:])); pair != utf8.RuneError {
			return 12, pair
		}
	}
	return 6, r
}

// appendRune appends r, a surrogate too.
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
// surrogate without its partner, which UTF-8 cannot say.
func HasLoneSurrogate(s string) bool {
	const first = '\xED' // of every surrogate, and of little else
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

// ReplaceLoneSurrogates returns s with U+FFFD for each lone surrogate and
// each other byte that is no UTF-8.
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

// JoinSurrogates returns s with the character that two surrogates mean, where
// they stand side by side because the text came in pieces.
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

// surrogate is the surrogate that s begins with.
func surrogate(s string) rune {
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F)
}

func isSurrogateAt(s string, i int) bool {
	return s[i] == 0xED && i+2 < len(s) && s[i+1] >= 0xA0 && s[i+1] <= 0xBF && s[i+2]&0xC0 == 0x80
}
