package html

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// The longest result that is not folded, and the longest line of what a call
// does.
const (
	maxOpen  = 12
	maxDoing = 300
)

// call writes a call, folded, and its result.
func (w *writer) call(call *conv.ToolCall) {
	w.Text(`<section class="tool" data-role="tool"><details class="call"><summary><b>`)
	w.text(call.Name)
	w.Text("</b> <code dir=\"auto\">")
	w.text(shortened(view.Doing(call), maxDoing))
	w.Text("</code></summary>\n")
	edits := view.EditsOf(call)
	w.arguments(call, edits != nil)
	w.Text("</details>\n")
	for _, e := range edits {
		w.edit(e)
	}
	if call.Conversation != "" {
		w.Text("<p class=\"mark\">Helper's conversation: ")
		w.helper(call.Conversation)
		w.Text("</p>\n")
	}
	if i, ok := w.results[call]; ok {
		m := w.c.Messages[i].(*conv.ToolResultMessage)
		w.Text(`<div class="result" id="m` + strconv.Itoa(i) + `">`)
		w.result(m)
		w.Text("</div>\n")
	}
	w.Text("</section>\n")
}

// arguments writes each argument: texts as they are, other values as JSON.
func (w *writer) arguments(call *conv.ToolCall, edited bool) {
	members := call.Arguments.Members()
	if call.ArgumentsText != nil && len(members) == 0 {
		w.pre(*call.ArgumentsText)
		return
	}
	w.Text("<dl>\n")
	w.members(members, func(m rawjson.Member) bool { return !edited || !view.InEdit(m.Key) }) // the comparison shows the others
	w.Text("</dl>\n")
}

// result writes what a tool said: open if it is short.
func (w *writer) result(m *conv.ToolResultMessage) {
	if m.IsError {
		w.Text("<p class=\"error\">failed</p>\n")
	}
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		switch {
		case !ok:
			blocks(w, []conv.ToolResultContent{b}, (*writer).output)
		case view.Lines(t.Text) <= maxOpen && len(t.Text) < 4000:
			w.output(t.Text)
		default:
			w.Text("<details><summary>Result <small>" + view.Count(view.Lines(t.Text), "line") + "</small> <code dir=\"auto\">")
			w.text(shortened(view.OneLine(ansi.Strip(t.Text)), 120))
			w.Text("</code></summary>\n")
			w.output(t.Text)
			w.Text("</details>\n")
		}
	}
}

// maxRows is the longest change that is shown side by side.
const maxRows = 5000

// edit shows a change side by side.
func (w *writer) edit(e view.Edit) {
	if view.Lines(e.Old)+view.Lines(e.New) > maxRows {
		w.folded("data", "Before", e.Old)
		w.folded("data", "After", e.New)
		return
	}
	a, b := linesOf(e.Old), linesOf(e.New)
	w.Text("<table class=\"edit\"><caption>Change</caption><thead><tr><th scope=\"col\">Before</th><th scope=\"col\">After</th></tr></thead><tbody>\n")
	steps := view.Compare(a, b)
	for i := 0; i < len(steps); i++ {
		s := steps[i]
		switch {
		case s.Change == view.Same:
			for n := range s.N {
				w.pair(a[s.A+n], b[s.B+n], "", "")
			}
			continue
		case s.Change == view.Removed && i+1 < len(steps) && steps[i+1].Change == view.Added:
			i++
			w.changed(a[s.A:s.A+s.N], b[steps[i].B:steps[i].B+steps[i].N])
		case s.Change == view.Removed:
			w.changed(a[s.A:s.A+s.N], nil)
		default:
			w.changed(nil, b[s.B:s.B+s.N])
		}
	}
	w.Text("</tbody></table>\n")
}

// changed sets removed lines beside the added ones.
func (w *writer) changed(a, b []string) {
	for n := range max(len(a), len(b)) {
		left, right, gone, come := "", "", "none", "none"
		if n < len(a) {
			left, gone = a[n], "gone"
		}
		if n < len(b) {
			right, come = b[n], "come"
		}
		w.pair(left, right, gone, come)
	}
}

func (w *writer) pair(a, b, gone, come string) {
	w.Text("<tr>")
	w.cell(a, gone)
	w.cell(b, come)
	w.Text("</tr>\n")
}

func (w *writer) cell(s, class string) {
	tag := ""
	switch class {
	case "":
		w.Text("<td>")
	case "gone":
		w.Text(`<td class="gone">`)
		tag = "del"
	case "come":
		w.Text(`<td class="come">`)
		tag = "ins"
	default:
		w.Text(`<td class="none">`)
	}
	if tag != "" {
		w.Text("<" + tag + ">")
	}
	w.text(s)
	if tag != "" {
		w.Text("</" + tag + ">")
	}
	w.Text("</td>")
}

func linesOf(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}
