package screen

import (
	"strings"

	"convo/conv"
	"convo/conv/view"
)

// alone shows a result that does not stand with its call.
func (t *talk) alone(i int, r *conv.ToolResultMessage) {
	if t.show.tools == "none" && !r.IsError {
		return
	}
	name := r.ToolName
	if call := t.calls[i]; name == "" && call != nil { // some formats name only the call
		name = call.Name
	}
	defer t.wide()()
	if t.said.last != tools {
		t.newline()
	}
	if t.margined() {
		t.lead = t.number(i)
		t.label(name, r.IsError)
	}
	t.said.role = "tool"
	t.result(i, r, name)
}

// label names the tool of a result.
func (t *talk) label(name string, failed bool) {
	name, code := strings.TrimRight("→ "+name, " "), dim
	if failed {
		name, code = name+" failed", red
	}
	t.styledLine(code, name)
}

// result shows what a tool said.
func (t *talk) result(i int, r *conv.ToolResultMessage, name string) {
	if t.show.tools == "none" && !r.IsError {
		return
	}
	t.said.last = tools
	code := dim
	if r.IsError {
		code = red
	}
	if t.margined() {
		if t.paired(i) {
			t.lead = t.number(i)
		}
	} else {
		t.styled(dim, t.number(i))
		t.label(name, r.IsError)
	}
	for _, b := range r.Content {
		text, ok := b.(*conv.TextContent)
		switch {
		case ok && t.show.tools != "full" && view.Printed(text.Text) == "":
		case !ok:
			end := t.inset()
			t.blocks(&conv.ToolResultMessage{Content: []conv.ToolResultContent{b}}, (*writer).plain)
			end()
		case t.show.tools == "full":
			t.output(code, text.Text)
		case t.show.tools == "none":
			t.output(code, view.OneLine(text.Text))
		default:
			t.short(code, view.Printed(text.Text), t.hits[i] != nil)
		}
	}
	t.said.last, t.lead = tools, ""
}

// mostHits is how many lines of a result that --search finds are shown, besides its
// first and last ones.
const mostHits = 20

// short shows the first and the last lines of a text, and those that are looked for.
func (t *talk) short(code, text string, seek bool) {
	first, rest, left := view.Cut(text, view.FirstLines, view.LastLines)
	if left == 0 {
		rest = first
	}
	if !seek {
		t.output(code, clipped(first, mostOfLine))
		if left > 0 {
			t.left(left)
			t.output(code, clipped(rest, mostOfLine))
		}
		return
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	gap, hits := 0, 0
	for i, line := range lines {
		h := t.show.search.lines(nil, "", "", "", line)
		if hits += len(h); left > 0 && i >= view.FirstLines && i < len(lines)-view.LastLines && (h == nil || hits > mostHits) {
			gap++
			continue
		}
		if gap > 0 {
			t.left(gap)
			gap = 0
		}
		if h != nil && len(line) > mostOfLine {
			t.output(code, around(&h[0], mostOfLine))
		} else {
			t.output(code, clipped(line, mostOfLine))
		}
	}
}

// left counts the lines that are not shown.
func (t *talk) left(n int) { t.inside(dim, "… "+view.Count(n, "more line")) }
