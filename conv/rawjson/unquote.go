package rawjson

import (
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// appendUnquoted appends the text of s, the inside of a JSON string that was
// checked. A lone surrogate becomes its three bytes (see the package comment).
func appendUnquoted(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		k := plainRun(s, i)
		dst = append(dst, s[i:k]...)
		if i = k; i >= len(s) {
			break
		}
		if c := s[i+1]; c != 'u' {
			dst = append(dst, isEscape[c])
			i += 2
			continue
		}
		r := hex4(s[i+2:])
		i += 6
		if utf16.IsSurrogate(r) {
			if i+6 <= len(s) && s[i] == '\\' && s[i+1] == 'u' {
				if pair := utf16.DecodeRune(r, hex4(s[i+2:])); pair != utf8.RuneError {
					dst = utf8.AppendRune(dst, pair)
					i += 6
					continue
				}
			}
			dst = append(dst, 0xED, byte(0x80|r>>6&0x3F), byte(0x80|r&0x3F))
			continue
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// plainRun is the index of the next backslash in s[i:], or len(s).
func plainRun(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		q := load64s(s, i) ^ (ones * '\\')
		if m := (q - ones) &^ q & highs; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(s) && s[i] != '\\' {
		i++
	}
	return i
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
	if utf8.ValidString(s) {
		return false
	}
	for i := range len(s) {
		if isSurrogateAt(s, i) {
			return true
		}
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

func isSurrogateAt(s string, i int) bool {
	return s[i] == 0xED && i+2 < len(s) && s[i+1] >= 0xA0 && s[i+1] <= 0xBF && s[i+2]&0xC0 == 0x80
}
