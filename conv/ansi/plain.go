package ansi

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Plain is a text that obeys nobody wherever it is shown: without escape sequences,
// other control characters, and those that show a line in another order. Carriage
// returns stay: they are the ends of lines on some systems.
func Plain(text string) string {
	if IsPlain(text) {
		return text
	}
	text = Strip(text)
	var b strings.Builder
	b.Grow(len(text))
	for i, r := range text {
		switch {
		case r == utf8.RuneError && text[i] != "\uFFFD"[0]:
			b.WriteByte(text[i])
		case !commands(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Escaped is JSON that means the same, with what a terminal would obey as escapes.
func Escaped(json string) string {
	if IsPlain(json) {
		return json
	}
	var b strings.Builder
	for i, r := range json {
		if commands(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else if r == utf8.RuneError && json[i] != "\uFFFD"[0] {
			b.WriteByte(json[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsPlain reports whether [Plain] changes nothing in a text.
func IsPlain(text string) bool {
	for i := 0; i < len(text); {
		end := min(i+8, len(text))
		if end-i == 8 && isPrintable(text[i:end]) {
			i = end
			continue
		}
		for ; i < end; i++ {
			switch c := text[i]; {
			case c >= 0x20 && c < 0x7f, c == '\n', c == '\t', c == '\r':
			case c == c1, c == 0xe2: // which begin those that do, and many letters
				if r, _ := utf8.DecodeRuneInString(text[i:]); commands(r) {
					return false
				}
			case c < 0x80:
				return false
			}
		}
	}
	return true
}

// isPrintable reports whether eight bytes are ASCII that shows on one line.
func isPrintable(eight string) bool {
	const each = 0x0101010101010101
	x := binary.LittleEndian.Uint64([]byte(eight))
	return (x|(x-0x20*each)|(x+each))&(0x80*each) == 0
}

// commands reports whether a terminal acts on a character, but for the ends of lines
// and tabs. The marks of direction that Arabic and Hebrew are written with do no harm.
func commands(r rune) bool {
	switch {
	case r == '\n', r == '\t', r == '\r':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	}
	return r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
