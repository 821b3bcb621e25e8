package screen

import (
	"strings"

	"convo/conv/code"
)

// colours are the styles of the pieces of source text: few, and of the 16 that each
// terminal has its own shades of.
var colours = [...]string{
	code.Comment: dim, code.String: green, code.Number: magenta, code.Keyword: blue, code.Function: cyan, code.Name: cyan,
	code.Removed: red, code.Added: green, code.Place: dim,
}

// maxColoured is the longest source text that is coloured, in bytes.
const maxColoured = 100_000

// source writes source text as wide as the terminal, in colours if its language is
// known.
func (w *writer) source(language, text string) {
	defer w.wide()()
	if !w.color || len(text) > maxColoured {
		language = ""
	}
	for kind, piece := range code.Pieces(language, strings.TrimRight(text, "\n")) {
		for i, line := range strings.Split(piece, "\n") {
			if i > 0 {
				w.newline()
			}
			if line = strings.TrimSuffix(line, "\r"); line != "" {
				w.words(colours[kind], line, "  ")
			}
		}
	}
	w.newline()
}

// measure is the longest line of prose, in columns.
const measure = 100

// wide lets lines be as wide as the terminal, until what it returns is called.
func (w *writer) wide() (end func()) {
	before := w.width
	w.width = max(before, w.full)
	return func() { w.width = before }
}
