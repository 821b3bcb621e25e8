package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/terminal"

	"convo/conv/markup"
)

// markdown renders a text. A pipe gets it as it is.
func (w *writer) markdown(text string) {
	if w.width == 0 {
		w.prose("", text, "")
		return
	}
	w.blocks(markup.Parse(text))
}

// asked renders what a person typed: Markdown whose lines stay lines.
func (w *writer) asked(text string) {
	w.breaks = true
	w.markdown(text)
	w.breaks = false
}

func (w *writer) blocks(list []markup.Block) {
	for i, b := range list {
		if i > 0 && (b.Kind != markup.List || list[i-1].Kind == markup.Code || list[i-1].Kind == markup.Table) {
			w.newline()
		}
		w.block(&b)
	}
}

func (w *writer) block(b *markup.Block) {
	switch b.Kind {
	case markup.Paragraph:
		w.spans("", b.Text)
		w.newline()
	case markup.Heading:
		w.spans(bold, b.Text)
		w.newline()
	case markup.Code:
		w.within("  ", func() { w.source(b.Info, b.Text) })
	case markup.Quote:
		w.within("│ ", func() { w.blocks(b.Blocks) })
	case markup.List:
		w.list(b)
	case markup.Table:
		w.table(b)
	case markup.Rule:
		w.styledLine(dim, strings.Repeat("─", min(40, max(w.width-terminal.Breadth(w.indent), 1))))
	default:
		panic(fmt.Sprintf("screen: unknown kind %d", b.Kind))
	}
}

// within indents what f writes. Deep nesting leaves room for words.
func (w *writer) within(indent string, f func()) {
	before := w.indent
	if terminal.Breadth(before+indent) < w.width/2 {
		w.indent = before + indent
	}
	f()
	w.indent = before
}

func (w *writer) list(b *markup.Block) {
	for i, item := range b.Items {
		mark := "• "
		if b.Ordered {
			mark = strconv.Itoa(b.Start+i) + ". "
		}
		if !b.Ordered && markup.IsTask(item) { // its box is the mark
			item = slices.Clone(item)
			mark, item[0].Text = item[0].Text[:len("☐ ")], item[0].Text[len("☐ "):]
		}
		w.styled("", mark)
		w.within(strings.Repeat(" ", terminal.Breadth(mark)), func() {
			if len(item) == 0 {
				w.newline()
			}
			for k := range item {
				if k > 0 && item[k].Kind != markup.List {
					w.newline()
				}
				w.block(&item[k])
			}
		})
	}
}

// spans writes the text of a paragraph.
func (w *writer) spans(code, text string) {
	if w.breaks {
		text = strings.ReplaceAll(text, "\n", "  \n")
	}
	for _, s := range markup.Spans(text) {
		if s.Style&markup.Break != 0 {
			w.newline()
			continue
		}
		w.words(styleOf(code, s), s.Text, "")
		if s.Link != "" && s.Link != s.Text {
			w.words(dim, " <"+s.Link+">", "")
		}
	}
}

// styleOf joins the styles of a span with that of what is around it.
func styleOf(code string, s markup.Span) string {
	codes := appendSaid(nil, code)
	for _, x := range [...]struct {
		style markup.Style
		code  string
	}{{markup.Strong, bold}, {markup.Emphasis, italic}, {markup.Strike, struck}, {markup.Verbatim, cyan}} {
		if s.Style&x.style != 0 {
			codes = append(codes, x.code)
		}
	}
	if s.Link != "" {
		codes = append(codes, underline)
	}
	return strings.Join(codes, ";")
}

// table sets the cells in columns, or each row as lines if they do not fit.
func (w *writer) table(b *markup.Block) {
	defer w.wide()()
	var rows [][]string
	var widths []int
	for _, row := range b.Rows {
		var cells []string
		for k, cell := range row {
			text := plain(cell)
			cells = append(cells, text)
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], terminal.Breadth(text))
		}
		rows = append(rows, cells)
	}
	total := terminal.Breadth(w.indent)
	for _, n := range widths {
		total += n + 3
	}
	if total > w.width {
		w.records(rows)
		return
	}
	for i, row := range rows {
		code := ""
		if i == 0 {
			code = bold
		}
		for k, cell := range row {
			if k > 0 {
				w.styled(dim, " │ ")
			}
			gap := strings.Repeat(" ", widths[k]-terminal.Breadth(cell))
			if k < len(b.Aligns) && b.Aligns[k] == markup.Right {
				w.styled(code, gap+cell)
			} else {
				w.styled(code, cell+gap)
			}
		}
		w.newline()
	}
}

// records writes the rows of a table that is wider than the terminal, a line a
// cell.
func (w *writer) records(rows [][]string) {
	for i, row := range rows[1:] {
		if i > 0 {
			w.newline()
		}
		for k, cell := range row {
			if k < len(rows[0]) {
				w.words(bold, rows[0][k]+": ", "  ")
			}
			w.words("", cell, "  ")
			w.newline()
		}
	}
}

// plain is the text of a cell without its marks.
func plain(cell string) string {
	var b strings.Builder
	for _, s := range markup.Spans(cell) {
		b.WriteString(s.Text)
	}
	return b.String()
}
