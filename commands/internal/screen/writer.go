package screen

import (
	"cmp"
	"io"
	"regexp"
	"strings"

	"convo/commands/internal/terminal"
)

// The styles, as the parameters of an escape sequence.
const (
	bold      = "1"
	dim       = "2"
	italic    = "3"
	underline = "4"
	reverse   = "7"
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
	full   int // columns of the terminal, if prose has fewer
	color  bool
	col    int            // columns that the line has
	margin int            // those before its words
	indent string         // before each line
	lead   string         // of the next line, in place of the beginning of its indentation
	breaks bool           // a line of a paragraph stays one
	found  *regexp.Regexp // is marked in what is written; nil: nothing is
	marks  [][]int        // of found, in the line that is written
	last   string         // style that is on
	err    error
}

// put writes a text. Where lines have a width, a tab has one as well.
func (w *writer) put(s string) {
	if w.width > 0 && strings.IndexByte(s, '\t') >= 0 {
		s = strings.ReplaceAll(s, "\t", strings.Repeat(" ", terminal.TabColumns))
	}
	if w.err == nil {
		_, w.err = io.WriteString(w.out, s)
	}
}

// written writes what another writer wrote to a stream like this one's.
func (w *writer) written(text string) {
	if w.err == nil && text != "" {
		w.err = terminal.Paint(w.out, text)
	}
}

// style turns a style on; "" turns it off.
func (w *writer) style(code string) {
	if !w.color || code == w.last || w.err != nil {
		return
	}
	if w.last != "" {
		w.err = terminal.Paint(w.out, "\x1b[0m")
	}
	if code != "" && w.err == nil {
		w.err = terminal.Paint(w.out, "\x1b["+code+"m")
	}
	w.last = code
}

// spare reports whether a margin leaves room for words: not in a narrow terminal.
func (w *writer) spare(margin string) bool {
	return margin != "" && (w.width == 0 || 2*terminal.Breadth(margin) <= w.width)
}

// begin writes the indentation of a line.
func (w *writer) begin() {
	if w.col == 0 && w.spare(w.indent) {
		indent := w.indent
		if n := len(w.lead); n > 0 && strings.HasPrefix(indent, strings.Repeat(" ", n)) {
			indent = w.lead + indent[n:]
		}
		w.lead = ""
		if strings.TrimLeft(indent, " ") != "" {
			w.style(dim)
		}
		w.put(indent)
		w.style("")
		w.col = terminal.Breadth(indent)
		w.margin = w.col
	}
}

// newline ends a line.
func (w *writer) newline() {
	w.style("")
	w.put("\n")
	w.col, w.margin = 0, 0
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

// styled writes a text that needs no wrapping, unless the terminal is narrow.
func (w *writer) styled(code, s string) {
	w.begin()
	if n := terminal.Breadth(s); w.width > 0 && w.col+n > w.width {
		w.words(code, s, "")
	} else {
		w.style(code)
		w.put(s)
		w.col += n
	}
	w.style("")
}

// styledLine writes a text that ends the line.
func (w *writer) styledLine(code, s string) {
	w.styled(code, s)
	w.newline()
}

// inset lets lines stand below what is above them, until what it returns is called.
func (w *writer) inset() (end func()) {
	before := w.indent
	w.indent += "  "
	return func() { w.indent = before }
}

// rule is a line across the terminal.
func (w *writer) rule() {
	w.styledLine(dim, strings.Repeat("─", cmp.Or(w.width, 40)))
}

// prose writes a text in lines of at most the width, broken between words. The
// lines of the text stay apart; those that go on with one begin with hang.
func (w *writer) prose(code, text, hang string) {
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if i > 0 {
			w.newline()
		}
		w.words(code, strings.TrimSuffix(line, "\r"), hang)
	}
	w.newline()
}

// listed writes facts with points between them, and breaks lines between facts.
func (w *writer) listed(code string, facts []string) {
	for i, s := range facts {
		if i > 0 {
			w.words(code, " ·", "")
			if w.width > 0 && w.col+1+terminal.Breadth(s) > w.width {
				w.newline()
			} else {
				s = " " + s
			}
		}
		w.words(code, s, "")
	}
	w.newline()
}

// words adds a text to the line, and goes on in the next one where it is full.
func (w *writer) words(code, text, hang string) {
	w.mark(text)
	if w.width == 0 {
		w.begin()
		w.paint(code, text, 0)
		w.style("")
		w.col += terminal.Breadth(text)
		return
	}
	for at := 0; text != ""; {
		space := len(text) - len(strings.TrimLeft(text, " "))
		end := strings.IndexByte(text[space:], ' ') + space
		if end < space {
			end = len(text)
		}
		blank, word := text[:space], text[space:end]
		text = text[end:]
		w.word(code, blank, word, hang, at)
		at += end
	}
}

// mark finds what is looked for in a line whose parts are painted next.
func (w *writer) mark(text string) {
	w.marks = nil
	if w.found != nil && w.color {
		w.marks = w.found.FindAllStringIndex(text, -1)
	}
}

// paint writes a part of a line that begins at a place in it, with its marks.
func (w *writer) paint(code, part string, at int) {
	for part != "" {
		for len(w.marks) > 0 && w.marks[0][1] <= at {
			w.marks = w.marks[1:]
		}
		end, marked := len(part), false
		if len(w.marks) > 0 {
			from, to := w.marks[0][0]-at, w.marks[0][1]-at
			if marked = from <= 0; marked {
				end = min(end, to)
			} else {
				end = min(end, from)
			}
		}
		if marked {
			w.style(strings.TrimPrefix(code+";"+reverse, ";"))
		} else {
			w.style(code)
		}
		w.put(part[:end])
		part, at = part[end:], at+end
	}
}

// word adds a word after white space, on the next line if there is no room. A word
// that is longer than a line, or has wide characters, goes on in the next one.
func (w *writer) word(code, blank, word, hang string, at int) {
	from := at + len(blank)
	goesOn := isWide(word) && w.col+len(blank)+2 <= w.width
	if w.col+len(blank)+terminal.Breadth(word) > w.width && w.col > w.margin && !goesOn {
		w.wrap(hang)
		blank = ""
	}
	w.begin()
	blank = blank[:min(len(blank), max(w.width-w.col-1, 0))]
	w.paint(code, blank, at)
	w.col += len(blank)
	for word != "" {
		part := fitting(word, w.width-w.col)
		n := terminal.Breadth(part)
		if w.col+n > w.width && w.col > w.margin {
			w.wrap(hang)
			continue
		}
		w.paint(code, part, from)
		w.col += n
		word, from = word[len(part):], from+len(part)
	}
}

// isWide reports whether a word begins as Chinese and Japanese do, which are broken
// between any characters. An emoji alone is no such word.
func isWide(word string) bool {
	size, first := terminal.Character(word)
	_, second := terminal.Character(word[size:])
	return first == 2 && second == 2
}

// wrap goes on in the next line.
func (w *writer) wrap(hang string) {
	w.newline()
	w.begin()
	if w.spare(w.indent + hang) {
		w.put(hang)
		w.col += len(hang)
		w.margin = w.col
	}
}

// fitting is the beginning of a word that takes at most n columns, at least one
// character.
func fitting(word string, n int) string {
	for i := 0; i < len(word); {
		size, columns := terminal.Character(word[i:])
		if n -= columns; n < 0 && i > 0 {
			return word[:i]
		}
		i += size
	}
	return word
}

// cut is a line of at most the width that is left.
func (w *writer) cut(s string) string {
	room := w.width - w.col
	if w.col == 0 {
		room -= terminal.Breadth(w.indent)
	}
	if w.width == 0 {
		return s
	}
	return terminal.Cut(s, room)
}
