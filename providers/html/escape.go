package html

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"convo/conv/rawjson"
)

// text writes a text so that a browser shows it and nothing else: what would
// be markup, what controls a terminal, and what turns the direction of the text
// around it are spelled out.
func (w *writer) text(s string) {
	s = rawjson.ReplaceLoneSurrogates(s)
	from := 0
	for i := 0; i < len(s); {
		n := 1
		said := ""
		switch c := s[i]; {
		case c == '<':
			said = "&lt;"
		case c == '>':
			said = "&gt;"
		case c == '&':
			said = "&amp;"
		case c == '"':
			said = "&#34;"
		case c == '\'':
			said = "&#39;"
		case c < 0x20 && c != '\n' && c != '\t' || c == 0x7f:
			if c != '\r' || i+1 == len(s) || s[i+1] != '\n' {
				said, n = named(s[i:], rune(c), 1)
			}
		case c >= utf8.RuneSelf:
			var r rune
			if r, n = utf8.DecodeRuneInString(s[i:]); isControl(r) {
				said, n = named(s[i:], r, n)
			}
		}
		if said != "" {
			w.Text(s[from:i])
			w.Text(said)
			from = i + n
		}
		i += n
	}
	w.Text(s[from:])
}

// named is a character that must not act, as its number. If it is repeated, it says
// how often. n is the length of what it stands for.
func named(s string, r rune, size int) (said string, n int) {
	n = size
	for strings.HasPrefix(s[n:], s[:size]) {
		n += size
	}
	if n == size {
		return fmt.Sprintf(`<span class="control">U+%04X</span>`, r), n
	}
	return fmt.Sprintf(`<span class="control">U+%04X ×%d</span>`, r, n/size), n
}

// isControl reports whether a character is of the second set of controls, or
// changes the direction or the order of what is around it.
func isControl(r rune) bool {
	return r >= 0x80 && r < 0xa0 || r == 0x61c || r >= 0x200e && r <= 0x200f || r >= 0x202a && r <= 0x202e ||
		r >= 0x2066 && r <= 0x2069 || r == 0xfeff || r >= 0xfff9 && r <= 0xfffb || r >= 0xe0000 && r <= 0xe007f
}

// attribute writes a text between quotes. Characters that text would name are
// left out.
func (w *writer) attribute(s string) {
	w.text(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || isControl(r) {
			return -1
		}
		return r
	}, rawjson.ReplaceLoneSurrogates(s)))
}
