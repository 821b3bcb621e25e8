package html

import (
	"slices"
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
	maxOpen  = 8
	maxDoing = 300
)

// call writes a call, folded, and its result.
func (w *writer) call(call *conv.ToolCall) {
	at, answered := w.results[call]
	var result *conv.ToolResultMessage
	class := "tool " + string(view.KindOf(call))
	if answered {
		if result = w.c.Messages[at].(*conv.ToolResultMessage); result.IsError {
			class += " failed"
		}
	}
	w.Text(`<section class="` + class + `" data-role="tool"><details class="call"><summary><b>`)
	w.text(call.Name)
	w.Text("</b> <code dir=\"auto\">")
	w.text(view.Shortened(view.DoingIn(call, w.cwd), maxDoing))
	w.Text("</code>")
	if about := call.Arguments.Lookup("description").Text(); about != "" && view.KindOf(call) == view.Shell {
		w.Text(" <small dir=\"auto\">")
		w.text(view.Shortened(view.OneLine(about), maxLine))
		w.Text("</small>")
	}
	if result != nil && result.IsError {
		w.Text(` <span class="error">failed</span>`)
	}
	w.Text("</summary>\n")
	edits, todos := view.EditsOf(call), view.ToDos(call)
	w.arguments(call, edits != nil)
	known := result != nil && !result.IsError && (edits != nil || todos != nil)
	if known { // it says no more than what stands below
		w.answer(at, result)
	}
	w.Text("</details>\n")
	w.todos(todos)
	for _, e := range edits {
		w.edit(e, view.EndingOf(call))
	}
	if call.Conversation != "" {
		w.Text("<p class=\"mark\">Helper's conversation: ")
		w.helper(call.Conversation)
		w.Text("</p>\n")
	}
	if result != nil && !known {
		w.answer(at, result)
	}
	w.Text("</section>\n")
}

// answer writes the result of a call.
func (w *writer) answer(at int, m *conv.ToolResultMessage) {
	w.Text(`<div class="result" id="m` + strconv.Itoa(at) + `">`)
	w.result(m)
	w.Text("</div>\n")
}

// todos writes a list of things to do.
func (w *writer) todos(list []view.ToDo) {
	if len(list) == 0 {
		return
	}
	w.Text("<ul class=\"todo\">\n")
	for _, x := range list {
		switch x.Status {
		case "completed", "done":
			w.Text(`<li class="done" dir="auto">`)
		case "in_progress":
			w.Text(`<li class="doing" dir="auto">`)
		default:
			w.Text(`<li dir="auto">`)
		}
		w.text(x.Text)
		w.Text("</li>\n")
	}
	w.Text("</ul>\n")
}

// arguments writes each argument: texts as they are, other values as JSON.
func (w *writer) arguments(call *conv.ToolCall, edited bool) {
	members := call.Arguments.Members()
	if call.ArgumentsText != nil && len(members) == 0 {
		w.pre(*call.ArgumentsText)
		return
	}
	if edited { // the comparison shows the others
		members = slices.DeleteFunc(members, func(m rawjson.Member) bool { return view.InEdit(m.Key) })
	}
	w.Text("<dl>\n")
	w.members(members, func(key string) string {
		switch {
		case view.KindOf(call) == view.Shell && (key == "command" || key == "cmd"):
			return "sh"
		case key == "content" || key == "file_text":
			return view.EndingOf(call)
		default:
			return ""
		}
	})
	w.Text("</dl>\n")
}

// result writes what a tool said: open if it is short.
func (w *writer) result(m *conv.ToolResultMessage) {
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		switch {
		case ok && len(m.Content) > 1 && view.Printed(t.Text) == "":
		case !ok:
			w.blocks(&conv.ToolResultMessage{Content: []conv.ToolResultContent{b}}, (*writer).output)
		default:
			w.printed(view.Printed(t.Text))
		}
	}
}

// printed writes what a program printed.
func (w *writer) printed(s string) {
	n := view.Lines(s)
	switch {
	case strings.TrimSpace(s) == "":
		w.Text("<p class=\"mark\">no output</p>\n")
	case n <= maxOpen && len(s) < 2000:
		w.output(s)
	default:
		w.Text("<details><summary><small>" + view.Count(n, "line") + "</small> <code dir=\"auto\">")
		w.text(view.Shortened(view.FirstLine(ansi.Strip(s)), 120))
		w.Text("</code></summary>\n")
		w.output(s)
		w.Text("</details>\n")
	}
}

// maxRows is the longest change that is shown side by side.
const maxRows = 5000

// edit shows a change of source text side by side.
func (w *writer) edit(e view.Edit, language string) {
	if view.Lines(e.Old)+view.Lines(e.New) > maxRows {
		w.folded("data", "Before", e.Old)
		w.folded("data", "After", e.New)
		return
	}
	a, b := linesOf(e.Old), linesOf(e.New)
	w.Text("<div class=\"wide\"><table class=\"edit\"><thead class=\"sr\"><tr><th scope=\"col\">Before</th><th scope=\"col\">After</th></tr></thead><tbody>\n")
	steps := view.Compare(a, b)
	for i := 0; i < len(steps); i++ {
		s := steps[i]
		switch {
		case s.Change == view.Same:
			for n := range s.N {
				w.pair(language, a[s.A+n], b[s.B+n], "", "")
			}
			continue
		case s.Change == view.Removed && i+1 < len(steps) && steps[i+1].Change == view.Added:
			i++
			w.changed(language, a[s.A:s.A+s.N], b[steps[i].B:steps[i].B+steps[i].N])
		case s.Change == view.Removed:
			w.changed(language, a[s.A:s.A+s.N], nil)
		default:
			w.changed(language, nil, b[s.B:s.B+s.N])
		}
	}
	w.Text("</tbody></table></div>\n")
}

// changed sets removed lines beside the added ones.
func (w *writer) changed(language string, a, b []string) {
	for n := range max(len(a), len(b)) {
		left, right, gone, come := "", "", "none", "none"
		if n < len(a) {
			left, gone = a[n], "gone"
		}
		if n < len(b) {
			right, come = b[n], "come"
		}
		w.pair(language, left, right, gone, come)
	}
}

func (w *writer) pair(language, a, b, gone, come string) {
	w.Text("<tr>")
	w.cell(language, a, gone)
	w.cell(language, b, come)
	w.Text("</tr>\n")
}

func (w *writer) cell(language, s, class string) {
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
	w.pieces(language, s)
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
