package markdown

import (
	"strings"
	"unicode/utf8"
)

// isClean reports whether a text is safe to show: UTF-8 without control
// characters except tabs and line ends.
func isClean(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x20 && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return utf8.ValidString(s)
}

// shown is a text made clean: a symbol for each control character, U+FFFD for
// invalid UTF-8.
func shown(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	done := 0 // b shows s up to here
	for i, r := range s {
		switch {
		case r < 0x20 && r != '\n' && r != '\t' && r != '\r':
			r += 0x2400
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
		default:
			continue
		}
		b.WriteString(s[done:i])
		b.WriteRune(r)
		done = i + 1
	}
	b.WriteString(s[done:])
	return b.String()
}

// edges splits a text into the blank lines before it, the shown text, and the
// white space after it.
func edges(s string) (before, inside, after string) {
	inside = strings.TrimRight(s, " \t\r\n")
	after = s[len(inside):]
	lead := len(inside) - len(strings.TrimLeft(inside, " \t\r\n"))
	lead = strings.LastIndexByte(inside[:lead], '\n') + 1
	return inside[:lead], inside[lead:], after
}

// visible is the part of a text that is shown.
func visible(s string) string {
	_, inside, _ := edges(shown(s))
	return inside
}
