package markdown

import (
	"strings"
	"unicode/utf8"

	"convo/conv/ansi"
)

// isClean reports whether a text is safe to show: UTF-8 without what a terminal or
// a page obeys, except tabs and line ends.
func isClean(s string) bool { return utf8.ValidString(s) && ansi.IsPlain(s) }

const del = 0x7f

// shown is a text made clean: a symbol for each control character of ASCII, U+FFFD
// for others and for invalid UTF-8.
func shown(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	done := 0 // b shows s up to here
	for i, n := 0, 0; i < len(s); i += n {
		r := rune(s[i])
		switch n = 1; {
		case r >= 0x20 && r < del || r == '\n' || r == '\t' || r == '\r':
			continue
		case r < 0x20:
			r += 0x2400
		case r == del:
			r = 0x2421
		default:
			if _, n = utf8.DecodeRuneInString(s[i:]); n > 1 && ansi.IsPlain(s[i:i+n]) {
				continue
			}
			r = utf8.RuneError
		}
		b.WriteString(s[done:i])
		b.WriteRune(r)
		done = i + n
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
