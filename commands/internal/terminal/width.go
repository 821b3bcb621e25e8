package terminal

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// The columns of a terminal that does not say its own, and the most that one is
// believed to have: a mistyped COLUMNS must not fill the memory.
const (
	usualWidth = 80
	mostWidth  = 1000
)

// Width is the number of columns of a stream, 0 if it is not a terminal. columns is
// what the user says of it.
func (s *Stream) Width(columns string) int {
	if !s.Terminal {
		return 0
	}
	if n, err := strconv.Atoi(columns); err == nil && n > 0 {
		return min(n, mostWidth)
	}
	if n := widthOf(s.File); n > 0 {
		return min(n, mostWidth)
	}
	return usualWidth
}

// Breadth is how many columns of a terminal a text takes when a [Stream] writes it.
func Breadth(text string) (n int) {
	for text != "" {
		size, columns := Character(text)
		n += columns
		text = text[size:]
	}
	return n
}

// The columns of an escape such as \u001b, and of a tab in a text of a width.
const (
	escapeColumns = 6
	TabColumns    = 4
)

// Character is the size in bytes of the first character of a text, and the columns
// that it takes.
func Character(text string) (size, columns int) {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == '\t':
		return size, TabColumns
	case r == utf8.RuneError && size == 1, obeyed(r):
		return size, escapeColumns
	}
	return size, columnsOf(r)
}

// columnsOf is 2 for the wide characters of East Asia and for emoji, and 0 for what
// joins the character before it.
func columnsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}

// Cut is a text in at most some columns, with … at its end if it is longer.
func Cut(text string, columns int) string {
	if columns <= 0 {
		return ""
	}
	at, kept := 0, 0
	for i := 0; i < len(text); {
		size, n := Character(text[i:])
		if at += n; at > columns {
			return text[:kept] + "…"
		}
		if i += size; at < columns {
			kept = i
		}
	}
	return text
}

// CutLeft is [Cut] for a text whose end says more than its beginning.
func CutLeft(text string, columns int) string {
	if Breadth(text) <= columns {
		return text
	}
	if columns <= 0 {
		return ""
	}
	over := Breadth(text) - columns + 1
	for i := 0; i < len(text); {
		size, n := Character(text[i:])
		if over <= 0 && n > 0 {
			return "…" + text[i:]
		}
		over -= n
		i += size
	}
	return "…"
}
