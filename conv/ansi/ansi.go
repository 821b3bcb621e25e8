// Package ansi reads the text of programs that wrote for a terminal.
//
// The rule of the room: what comes out obeys nobody. Colours and bold are kept by
// their meaning, and every other escape sequence is removed with what it carries.
// All text that a terminal would print is kept, also text that it would hide.
package ansi

import (
	"iter"
	"strings"
)

// Color is a hue. Black, white and grey are no hues: which of them can be read
// depends on the background.
type Color uint8

// The hues, in the order of their codes from 31 on.
const (
	None Color = iota
	Red
	Green
	Yellow
	Blue
	Magenta
	Cyan
)

// Style is how a piece of text looks. A background is Reverse with its hue, so a
// text never has the colour of its background.
type Style struct {
	Color                                         Color
	Bold, Dim, Italic, Underline, Struck, Reverse bool
}

// mostChanges is how often the style of a text changes. What comes after has no
// style: browsers and terminals are slow at more.
const mostChanges = 20_000

// Runs splits a text into pieces, each with its style. Pieces that follow each
// other may have the same style.
func Runs(text string) iter.Seq2[Style, string] {
	return func(yield func(Style, string) bool) {
		state, style, changes := state{}, Style{}, 0
		for text != "" {
			n := plain(text)
			if n > 0 && !yield(style, text[:n]) {
				return
			}
			if text = text[n:]; text == "" {
				return
			}
			length, codes, isStyle := sequence(text)
			text = text[length:]
			if !isStyle {
				continue
			}
			state.apply(codes)
			if now := state.style(); now != style && changes < mostChanges {
				style = now
				if changes++; changes == mostChanges {
					style = Style{}
				}
			}
		}
	}
}

// Strip is a text without escape sequences.
func Strip(text string) string {
	if plain(text) == len(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, part := range Runs(text) {
		b.WriteString(part)
	}
	return b.String()
}

// The controls that begin a sequence. Each of C1 is an escape and a letter, or one
// character from U+0080 on, which is two bytes in UTF-8.
const (
	escape = 0x1b
	c1     = 0xc2
)

// plain is how much of a text comes before the first sequence.
func plain(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == escape || text[i] == c1 && i+1 < len(text) && text[i+1] >= 0x80 && text[i+1] < 0xa0 {
			return i
		}
	}
	return len(text)
}

// sequence reads the sequence that a text begins with. codes are those of a style.
func sequence(text string) (length int, codes string, isStyle bool) {
	if len(text) < 2 {
		return len(text), "", false
	}
	kind := text[1]
	if text[0] == c1 {
		kind -= 0x40
	}
	switch kind {
	case '[':
		return control(text)
	case ']', 'P', 'X', '^', '_':
		return 2 + carried(text[2:]), "", false
	}
	if text[0] == c1 {
		return 2, "", false
	}
	n := 1
	for n < len(text) && text[n] >= 0x20 && text[n] < 0x30 {
		n++
	}
	if n < len(text) && text[n] >= 0x30 && text[n] < 0x7f {
		n++
	}
	return n, "", false
}

// control reads a sequence of parameters and a letter. One without its letter ends
// before what cannot belong to it.
func control(text string) (length int, codes string, isStyle bool) {
	n := 2
	for n < len(text) && text[n] >= 0x30 && text[n] < 0x40 {
		n++
	}
	codes = text[2:n]
	from := n
	for n < len(text) && text[n] >= 0x20 && text[n] < 0x30 {
		n++
	}
	if n == len(text) || text[n] < 0x40 || text[n] > 0x7e {
		return n, "", false
	}
	isStyle = text[n] == 'm' && n == from && strings.Trim(codes, "0123456789;:") == ""
	return n + 1, codes, isStyle
}

// carried is the length of the text that a sequence carries, with its end. The next
// sequence ends it as well. If the line ends first, the text is not its own.
func carried(text string) int {
	for i, r := range text {
		switch {
		case r == '\a':
			return i + 1
		case r == '\u009c':
			return i + 2
		case r == escape && strings.HasPrefix(text[i+1:], `\`):
			return i + 2
		case r == escape || r >= 0x80 && r < 0xa0:
			return i
		case r == '\n':
			return 0
		}
	}
	return 0
}
