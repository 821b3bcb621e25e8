package screen

import (
	"strconv"
	"strings"

	"convo/conv/ansi"
)

// output writes what a program wrote for a terminal, in lines that belong to what stands
// above: its colours by their meaning, and nothing else that a terminal obeys. Each line
// ends without a style, so none leaks into the next.
func (w *writer) output(code, text string) {
	defer w.inset()()
	w.terminal(code, text)
}

// terminal writes such a text where the line stands.
func (w *writer) terminal(code, text string) {
	if !w.color {
		w.prose(code, ansi.Strip(text), "  ")
		return
	}
	due := 0 // line feeds, of which the last ones are not written
	for style, part := range ansi.Runs(text) {
		for i, line := range strings.Split(part, "\n") {
			if i > 0 {
				due++
			}
			if line = strings.TrimSuffix(line, "\r"); line == "" {
				continue
			}
			for ; due > 0; due-- {
				w.newline()
			}
			w.words(codeOf(style, code), line, "  ")
		}
	}
	w.newline()
}

// codeOf is a style as the parameters of an escape sequence; of none, it is otherwise.
func codeOf(s ansi.Style, otherwise string) string {
	if s == (ansi.Style{}) {
		return otherwise
	}
	var codes []string
	for _, x := range [...]struct {
		on   bool
		code string
	}{{s.Bold, bold}, {s.Dim, dim}, {s.Italic, italic}, {s.Underline, underline}, {s.Reverse, reverse}, {s.Struck, struck}} {
		if x.on {
			codes = append(codes, x.code)
		}
	}
	if s.Color != ansi.None {
		codes = append(codes, strconv.Itoa(30+int(s.Color)))
	}
	return strings.Join(codes, ";")
}
