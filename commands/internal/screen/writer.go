package screen

import (
	"io"
	"strings"
	"unicode/utf8"

	"convo/commands/internal/frame"
)

// The styles, as the parameters of an escape sequence.
const (
	bold      = "1"
	dim       = "2"
	italic    = "3"
	underline = "4"
	struck    = "9"
	red       = "31"
	green     = "32"
	yellow    = "33"
	blue      = "34"
	magenta   = "35"
	cyan      = "36"
)

// writer writes lines of at most a width. Without a width, lines stay as they
// are, and without colour there are no styles.
type writer struct {
	out    io.Writer
	width  int
	color  bool
	col    int    // columns that the line has
	indent string // before each line
	last   string // style that is on
	wide   bool   // a space is due before the next word
	err    error
}

func (w *writer) put(s string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.out, s)
	}
}

// written writes what another writer wrote to a stream like this one's.
func (w *writer) written(text string) {
	if w.err == nil && text != "" {
		w.err = frame.Paint(w.out, text)
	}
}

// style turns a style on; "" turns it off.
func (w *writer) style(code string) {
	if !w.color || code == w.last || w.err != nil {
		return
	}
	if w.last != "" {
		w.err = frame.Paint(w.out, "\x1b[0m")
	}
	if code != "" && w.err == nil {
		w.err = frame.Paint(w.out, "\x1b["+code+"m")
	}
	w.last = code
}

// begin writes the indentation of a line.
func (w *writer) begin() {
	if w.col == 0 && w.indent != "" {
		w.style(dim)
		w.put(w.indent)
		w.style("")
		w.col = frame.Breadth(w.indent)
	}
}

// newline ends a line.
func (w *writer) newline() {
	w.style("")
	w.put("\n")
	w.col, w.wide = 0, false
}

// end ends the last line, if it is not ended.
func (w *writer) end() {
	if w.col > 0 {
		w.newline()
	}
}

// line writes a line as it is.
func (w *writer) line(s string) {
	if s != "" {
		w.begin()
		w.put(s)
	}
	w.newline()
}

// styled writes a text that needs no wrapping.
func (w *writer) styled(code, s string) {
	w.begin()
	w.style(code)
	w.put(s)
	w.style("")
	w.col += frame.Breadth(s)
}

// rule is a line across the terminal.
func (w *writer) rule() {
	n := w.width
	if n == 0 {
		n = 40
	}
	w.styled(dim, strings.Repeat("─", n))
	w.newline()
}

// prose writes a text in lines of at most the width, broken between words. The
// lines of the text stay apart; those that go on with one begin with hang.
func (w *writer) prose(code, text, hang string) {
	if w.width > 0 {
		text = strings.ReplaceAll(text, "\t", "    ")
	}
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if i > 0 {
			w.newline()
		}
		w.words(code, line, hang)
	}
	w.newline()
}

// words adds a text to the line, and goes on in the next one where it is full.
func (w *writer) words(code, text, hang string) {
	if w.width == 0 {
		w.styled(code, text)
		return
	}
	for text != "" {
		space := len(text) - len(strings.TrimLeft(text, " "))
		end := strings.IndexByte(text[space:], ' ') + space
		if end < space {
			end = len(text)
		}
		blank, word := text[:space], text[space:end]
		text = text[end:]
		w.word(code, blank, word, hang)
	}
}

// word adds a word after white space, on the next line if there is no room.
func (w *writer) word(code, blank, word, hang string) {
	n := frame.Breadth(word)
	if w.col > 0 && w.col+len(blank)+n > w.width && w.col > frame.Breadth(w.indent+hang) {
		w.newline()
		w.begin()
		w.put(hang)
		w.col += len(hang)
		blank = ""
	}
	w.begin()
	w.style(code)
	w.put(blank)
	w.col += len(blank)
	for w.col+n > w.width && n > 1 { // a word that is longer than a line
		part := fitting(word, max(w.width-w.col, 2))
		w.put(part)
		word = word[len(part):]
		n = frame.Breadth(word)
		w.newline()
		w.begin()
		w.put(hang)
		w.col += len(hang)
		w.style(code)
	}
	w.put(word)
	w.col += n
}

// fitting is the beginning of a word that takes at most n columns, at least one
// character.
func fitting(word string, n int) string {
	for i, r := range word {
		if n -= frame.Breadth(string(r)); n < 0 && i > 0 {
			return word[:i]
		}
	}
	_, size := utf8.DecodeRuneInString(word)
	return word[:max(size, len(word))]
}

// cut is a line of at most the width that is left.
func (w *writer) cut(s string) string {
	room := w.width - w.col
	if w.col == 0 {
		room -= frame.Breadth(w.indent)
	}
	if w.width == 0 {
		return s
	}
	return frame.Cut(s, room)
}
