package markdown

import (
	"strings"
	"unicode/utf8"
)

// isClean reports whether a text can stand in a file that people read: UTF-8
// without control characters but tabs and line ends.
func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x20 && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return utf8.ValidString(s)
}

// shown is a text made clean: a picture for each control character, U+FFFD
// for what is no UTF-8.
func shown(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if r < 0x20 && r != '\n' && r != '\t' && r != '\r' {
			r += 0x2400
		}
		b.WriteRune(r)
	}
	return b.String()
}

// edges parts a text into the blank lines before it, what is shown, and the
// white space behind it.
func edges(s string) (before, inside, after string) {
	inside = strings.TrimRight(s, " \t\r\n")
	after = s[len(inside):]
	lead := len(inside) - len(strings.TrimLeft(inside, " \t\r\n"))
	lead = strings.LastIndexByte(inside[:lead], '\n') + 1
	return inside[:lead], inside[lead:], after
}

// visible is what of a text is shown.
func visible(s string) string {
	_, inside, _ := edges(shown(s))
	return inside
}
