package screen

import (
	"strings"

	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/diff"
	"convo/conv/view"
)

// textDiff shows what differs at a terminal, or as lines in a pipe.
type textDiff struct {
	*writer
	full  bool
	names [2]string
	begun bool
}

func (d *textDiff) begin(names, _ [2]string) error {
	d.names = names
	return nil
}

func (d *textDiff) end(bool) error { return d.err }

func (d *textDiff) result(number int, r *diff.Result, whole [2]*conv.Conversation) error {
	if !d.begun {
		d.styledLine(red+";"+bold, "--- "+d.names[0])
		d.styledLine(green+";"+bold, "+++ "+d.names[1])
	}
	d.begun = true
	if number > 1 {
		d.newline()
		d.styledLine(bold, conversationSaid(number, whole))
	}
	for _, v := range r.Values {
		mark, code := markOf(changeOf(v))
		d.newline()
		d.styledLine(code+";"+bold, string(mark)+" "+label(v.Path))
		d.lines(valueLines(v, d.full))
	}
	for i := range r.Messages {
		d.message(r.Messages, i)
	}
	if r.Coarse {
		d.newline()
		d.styledLine(dim, "Too much differs to compare every message.")
	}
	d.newline()
	d.styledLine(dim, summary(r))
	return d.err
}

// conversationSaid names one conversation of several.
func conversationSaid(number int, whole [2]*conv.Conversation) string {
	said := "Conversation " + view.Number(int64(number))
	switch {
	case number > 1 && whole[0] == nil:
		said += " is added"
	case number > 1 && whole[1] == nil:
		said += " is removed"
	}
	return said
}

// summary counts what differs.
func summary(r *diff.Result) string {
	var said []string
	for _, c := range [...]diff.Change{diff.Changed, diff.Added, diff.Removed, diff.Moved} {
		if n := r.Count[c]; n > 0 {
			said = append(said, view.Number(int64(n))+" "+string(c))
		}
	}
	if len(said) == 0 {
		return "All messages are the same (" + view.Count(r.Same, "message") + ")."
	}
	return strings.Join(append(said, view.Count(r.Same, "message")+" the same"), ", ") + "."
}

// message shows one message, and counts those before it that are the same. The last
// of these is shown on a line, as the place of what differs.
func (d *textDiff) message(list []diff.Message, i int) {
	m := &list[i]
	if m.Change == diff.Same {
		if i+1 < len(list) && list[i+1].Change != diff.Same {
			d.around(list, i)
		}
		return
	}
	mark, code := markOf(m.Change)
	d.newline()
	d.styledLine(code+";"+bold, string(mark)+" "+numbered(m)+" "+titleOf(m))
	d.lines(messageLines(m, d.full))
}

func (d *textDiff) around(list []diff.Message, i int) {
	n := 0
	for k := i; k >= 0 && list[k].Change == diff.Same; k-- {
		n++
	}
	d.newline()
	if n > 1 {
		d.styledLine(dim, "  … "+view.Count(n-1, "message")+" the same")
	}
	d.styledLine(dim, asLine(d.writer, "  "+numbered(&list[i])+" "+titleOf(&list[i])+"  "+gist(list[i].New)))
}

// asLine is a line that is cut at the width, or where it is very long.
func asLine(w *writer, s string) string {
	if w.width == 0 {
		return clipped(s, mostOfLine)
	}
	return terminal.Cut(s, w.width)
}

// markOf is the mark and the colour of a change.
func markOf(c diff.Change) (mark byte, code string) {
	switch c {
	case diff.Added:
		return added, green
	case diff.Removed:
		return removed, red
	case diff.Moved:
		return moved, cyan
	default:
		return changed, yellow
	}
}

// titleOf is who says a message, and what became of it if that is not plain.
func titleOf(m *diff.Message) string {
	name, _ := head(m.Either())
	if r, ok := m.Either().(*conv.ToolResultMessage); ok {
		name = strings.TrimSpace(name + " " + r.ToolName)
		if r.IsError {
			name += " failed"
		}
	}
	if m.Change == diff.Moved {
		name += ", moved"
	}
	return name
}

// lines shows lines below a title.
func (d *textDiff) lines(list []diffLine) {
	for i := range list {
		d.oneLine(&list[i])
	}
}

func (d *textDiff) oneLine(l *diffLine) {
	code := ""
	switch l.mark {
	case added:
		code = green
	case removed:
		code = red
	case skip:
		d.styledLine(dim, "    … "+l.pieces[0].Text)
		return
	}
	mark := "    "
	if l.mark == added || l.mark == removed {
		mark = "  " + string(l.mark) + " "
	}
	if l.isEmpty() {
		d.styledLine(code, strings.TrimRight(mark, " "))
		return
	}
	d.styled(code, mark)
	indent := d.indent
	d.indent = "    " // of what goes on in the next line
	if name := l.said(); name != "" {
		d.words(strings.TrimPrefix(code+";"+bold, ";"), name, "")
	}
	for _, p := range l.shortened() {
		switch p.Change {
		case diff.Removed:
			d.words(red, "[-"+p.Text+"-]", "")
		case diff.Added:
			d.words(green+";"+bold, "{+"+p.Text+"+}", "")
		default:
			d.words(code, p.Text, "")
		}
	}
	d.newline()
	d.indent = indent
}
