package screen

import (
	"fmt"
	"io"
	"strings"

	"convo/conv"
	"convo/conv/diff"
	"convo/conv/rawjson"
)

// markdownDiff writes what differs for a page of Markdown, such as a comment on a
// pull request: a heading for each message, and its lines in a block of code that
// many sites colour.
type markdownDiff struct {
	out  io.Writer
	full bool
	err  error
}

func (d *markdownDiff) print(format string, args ...any) {
	if d.err == nil {
		_, d.err = fmt.Fprintf(d.out, format, args...)
	}
}

func (d *markdownDiff) begin(names, formats [2]string) error {
	d.print("# %s and %s\n", escaped(names[0]), escaped(names[1]))
	return d.err
}

func (d *markdownDiff) end(differs bool) error {
	if !differs {
		d.print("\nNothing differs.\n")
	}
	return d.err
}

func (d *markdownDiff) result(number int, r *diff.Result, whole [2]*conv.Conversation) error {
	if number > 1 {
		d.print("\n## %s\n", conversationSaid(number, whole))
	}
	d.print("\n%s\n", summary(r))
	for _, v := range r.Values {
		d.print("\n### %s\n", escaped(label(v.Path)))
		d.code(valueLines(v, d.full))
	}
	for i := range r.Messages {
		m := &r.Messages[i]
		if m.Change == diff.Same {
			continue
		}
		mark := string(m.Change)
		d.print("\n### %s %s: %s\n", numbered(m), escaped(strings.TrimSuffix(titleOf(m), ", moved")), mark)
		d.code(messageLines(m, d.full))
	}
	return d.err
}

// code writes lines between fences that are longer than any in them.
func (d *markdownDiff) code(list []diffLine) {
	var b strings.Builder
	for i := range list {
		l := &list[i]
		pieces := l.shortened()
		if l.mark != changed {
			lineOf(&b, l, pieces, l.mark, "")
			continue
		}
		lineOf(&b, l, pieces, removed, diff.Removed)
		lineOf(&b, l, pieces, added, diff.Added)
	}
	text := rawjson.ReplaceLoneSurrogates(strings.ToValidUTF8(b.String(), "\uFFFD"))
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	d.print("\n%sdiff\n%s%s\n", fence, text, fence)
}

// lineOf adds a line as one side has it. only is the change of that side, whose
// words are marked.
func lineOf(b *strings.Builder, l *diffLine, pieces []diff.Piece, mark byte, only diff.Change) {
	if mark == skip {
		b.WriteString("  … " + pieces[0].Text + "\n")
		return
	}
	b.WriteString(string(mark) + " ")
	b.WriteString(l.said())
	for _, p := range pieces {
		switch {
		case p.Change == diff.Same:
			b.WriteString(p.Text)
		case p.Change != only:
		case only == diff.Removed:
			b.WriteString("[-" + p.Text + "-]")
		default:
			b.WriteString("{+" + p.Text + "+}")
		}
	}
	b.WriteString("\n")
}

// escaped is a text in which Markdown marks nothing.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x20:
			r = ' '
		case strings.ContainsRune("\\`*_{}[]<>()#+!|~&$", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
