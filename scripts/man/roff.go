package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"convo/commands"
)

// page is what commands.Manual says of a command or a topic.
type page struct {
	commands.Page
	section int
}

// writer writes the macros of man(7).
type writer struct{ strings.Builder }

// macro writes a line that begins with a macro.
func (w *writer) macro(name string, args ...string) {
	w.WriteString("." + name)
	for _, a := range args {
		w.WriteString(` "` + strings.ReplaceAll(escaped(a), `"`, `\(dq`) + `"`)
	}
	w.WriteString("\n")
}

// line writes a line of text.
func (w *writer) line(text string) {
	text = escaped(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, `'`) {
		text = `\&` + text
	}
	w.WriteString(text + "\n")
}

// escapes are the characters that roff or a terminal would show as others. A - is
// written as it is typed: people copy flags.
var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

func escaped(text string) string {
	var b strings.Builder
	for _, r := range escapes.Replace(text) {
		if r > 0x7e {
			fmt.Fprintf(&b, `\[u%04X]`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// text writes what help says. Lines are filled to the width of the terminal, but
// for tables and examples.
func (w *writer) text(text string) {
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		if head, ok := heading(lines); ok {
			w.macro("SH", strings.ToUpper(head))
			w.block(lines[1:])
			continue
		}
		w.macro("PP")
		if isBlock(lines) {
			w.block(lines)
			continue
		}
		for _, l := range lines {
			w.line(l)
		}
	}
}

// heading is the name of a part: a line such as examples: before a table.
func heading(lines []string) (name string, ok bool) {
	name, ok = strings.CutSuffix(lines[0], ":")
	ok = ok && len(lines) > 1 && len(name) < 40 && isBlock(lines[1:])
	name, _, _ = strings.Cut(name, " (")
	return name, ok
}

// isBlock reports whether lines must stay as they are.
func isBlock(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool {
		return strings.HasPrefix(l, " ") || strings.Contains(strings.TrimSpace(l), "  ")
	})
}

// block writes lines as they are. Wide ones begin at the left, so that they fit
// into 80 columns.
func (w *writer) block(lines []string) {
	const usual, most = 7, 78
	indent, wide := 1000, 0
	for _, l := range lines {
		if l != "" {
			indent = min(indent, len(l)-len(strings.TrimLeft(l, " ")))
		}
		wide = max(wide, utf8.RuneCountInString(l))
	}
	if left := max(min(usual, most-wide+indent), 0); left != usual {
		w.WriteString(fmt.Sprintf(".in %dn\n", left))
		defer w.WriteString(".in\n")
	}
	w.macro("nf")
	for _, l := range lines {
		w.line(strings.TrimPrefix(l, strings.Repeat(" ", indent)))
	}
	w.macro("fi")
}

// roff is a page. all are for what refers to each other.
func (p *page) roff(all []page, date string) string {
	w := &writer{}
	w.macro("TH", strings.ToUpper(p.Name), fmt.Sprint(p.section), date, "convo", "convo manual")
	w.WriteString(".nh\n.ad l\n") // words that people copy are not broken
	w.macro("SH", "NAME")
	w.line(p.Name + " - " + p.About)
	if p.Usage != "" {
		w.macro("SH", "SYNOPSIS")
		w.line(p.Usage)
	}
	w.macro("SH", "DESCRIPTION")
	w.text(p.Text)
	if len(p.Options) > 0 {
		w.macro("SH", "OPTIONS")
	}
	for _, group := range p.Options {
		w.macro("SS", group.Name)
		for _, o := range group.Options {
			w.option(o.Spellings, o.Value, o.About)
		}
	}
	w.seeAlso(p, all)
	return w.String()
}

// option explains a flag.
func (w *writer) option(spellings []string, value, about string) {
	w.macro("TP")
	for i, s := range spellings {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(`\fB` + escaped(s) + `\fR`)
	}
	if value != "" {
		w.WriteString(` \fI` + escaped(value) + `\fR`)
	}
	w.WriteString("\n")
	w.line(about)
}

// seeAlso names convo itself, or in that page all others.
func (w *writer) seeAlso(p *page, all []page) {
	w.macro("SH", "SEE ALSO")
	var names []string
	for i := range all {
		other := &all[i]
		if other.Name != p.Name && (p.Name == "convo" || other.Name == "convo" || other.Name == "convo-exit-codes") || other.Name == p.Name && other.section != p.section {
			names = append(names, fmt.Sprintf("%s(%d)", other.Name, other.section))
		}
	}
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		w.line(name)
	}
}
