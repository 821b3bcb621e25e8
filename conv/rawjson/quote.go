package rawjson

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// InvalidAt returns where a text stops being UTF-8, -1 if all of it is UTF-8.
func InvalidAt(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return -1
}

// AppendQuoted appends s as a JSON string.
func AppendQuoted(dst []byte, s string) []byte {
	return append(appendInside(append(dst, '"'), s), '"')
}

// appendInside appends s as it is between the quotes of a JSON string.
func appendInside(dst []byte, s string) []byte {
	if quotedRun(s, 0) == len(s) {
		return append(dst, s...)
	}
	return appendEscaped(dst, s)
}

// quotedRun returns the index of the first byte of s[i:] that cannot be copied
// unchanged into a JSON string: a special one, or one that may begin a surrogate
// or may not be UTF-8. It returns len(s) if every byte can.
func quotedRun(s string, i int) int {
	// What it looks at beyond its result is never more than the result, so
	// that bytes that are not UTF-8 cost the same however many follow.
	for window := 128; ; window *= 2 {
		end := charStart(s, i+window)
		k := quotedPart(s[:end], i)
		if k < end || end == len(s) {
			return k
		}
		i = end
	}
}

// charStart returns the start of the character at an index, or the index
// itself if no character lies across it. It is at most len(s).
func charStart(s string, at int) int {
	if at >= len(s) {
		return len(s)
	}
	for back := range utf8.UTFMax {
		if utf8.RuneStart(s[at-back]) {
			return at - back
		}
	}
	return at
}

// quotedPart is quotedRun for a part that it looks at as a whole.
func quotedPart(s string, i int) int {
	start := i
	var high uint64
	for ; i+8 <= len(s); i += 8 {
		x := load64s(s, i)
		if m := special(x); m != 0 {
			k := bits.TrailingZeros64(m) >> 3
			high |= x & (1<<(8*k) - 1)
			i += k
			break
		}
		high |= x
	}
	for i < len(s) && s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' {
		high |= uint64(s[i])
		i++
	}
	if high&highs != 0 && !utf8.ValidString(s[start:i]) {
		for k := start; ; {
			r, n := utf8.DecodeRuneInString(s[k:i])
			if r == utf8.RuneError && n <= 1 {
				return k
			}
			k += n
		}
	}
	return i
}

func appendEscaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		k := quotedRun(s, i)
		dst = append(dst, s[i:k]...)
		if i = k; i >= len(s) {
			break
		}
		const hex = "0123456789abcdef"
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case isSurrogateAt(s, i):
			dst = append(dst, '\\', 'u', 'd', hex[s[i+1]>>2&15], hex[s[i+1]<<2&12|s[i+2]>>4&3], hex[s[i+2]&15])
			i += 2
		default:
			dst = append(dst, "\uFFFD"...)
		}
		i++
	}
	return dst
}
