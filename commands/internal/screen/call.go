package screen

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/view"
)

// kinds are the glyphs and colours of what tools do, the last for all others.
var kinds = [...]struct {
	kind        view.Kind
	glyph, code string
}{
	{view.Shell, "$", yellow},
	{view.Read, "◦", cyan},
	{view.Write, "±", magenta},
	{view.Search, "?", cyan},
	{view.Web, "@", blue},
	{view.List, "✓", cyan},
	{view.Helper, "»", blue},
	{view.Other, "•", cyan},
}

// doing is a line about a tool: its kind, its name, and what it does.
func (t *talk) doing(kind view.Kind, name, doing string, failed bool) {
	t.said.last = tools
	at, after := 0, ""
	for at < len(kinds)-1 && kinds[at].kind != kind {
		at++
	}
	mark := kinds[at]
	if failed {
		mark.code = red
		if t.margined() { // else the head of the result says so
			after = "  failed"
		}
	}
	if t.width > 0 {
		t.styled(mark.code, mark.glyph+" ")
	}
	t.styled(mark.code+";"+bold, name)
	if doing != "" {
		t.width -= len(after)
		line := t.cut("  " + doing)
		t.width += len(after)
		t.words("", line, "")
	}
	if after != "" {
		t.styled(red+";"+bold, after)
	}
	t.newline()
}

// call shows a call on a line, its changes, and its result.
func (t *talk) call(call *conv.ToolCall) {
	defer t.wide()()
	at, answered := t.results[call]
	var result *conv.ToolResultMessage
	if answered {
		result = t.c.Messages[at].(*conv.ToolResultMessage)
	}
	failed := answered && result.IsError
	t.doing(view.KindOf(call), call.Name, view.DoingIn(call, t.cwd), failed)
	edits, todos, writing := view.EditsOf(call), view.ToDos(call), view.WritingOf(call)
	if t.show.tools != "none" {
		for _, x := range todos {
			t.todo(x)
		}
		for _, e := range edits {
			t.edit(e)
		}
		t.writing(&writing)
		t.arguments(call, func(key string) bool {
			return edits != nil && view.InEdit(key) || todos != nil && (key == "todos" || key == "plan") ||
				writing.Key == key && t.hits == nil
		})
	}
	if !answered {
		return
	}
	// Of a change that is shown, the result says no more.
	if known := !failed && (edits != nil || todos != nil || writing.Text != "") && t.show.tools != "full" && t.hits[at] == nil; !known {
		t.result(at, result, call.Name)
	}
}

// mostWritten is how many lines of a text that a call writes are shown.
const mostWritten = 12

// writing shows the beginning of a text that a call writes.
func (t *talk) writing(x *view.Writing) {
	if x.Text == "" {
		return
	}
	text, left := x.Text, 0
	if t.show.tools == "short" {
		text, _, left = view.Cut(text, mostWritten, 0)
		text = clipped(text, mostOfLine)
	}
	end := t.inset()
	t.source(x.Language, text)
	end()
	if left > 0 {
		t.left(left)
	}
}

// arguments shows the arguments that nothing else shows, as far as the flags ask.
func (t *talk) arguments(call *conv.ToolCall, shown func(key string) bool) {
	said := view.SaidIn(call, t.cwd)
	known := func(key string) bool { return slices.Contains(said, key) || shown(key) }
	switch {
	case t.show.tools == "full":
		for _, x := range call.Arguments.Members() {
			if known(x.Key) {
				continue
			}
			value := string(x.Value)
			if text := x.Value.Text(); text != "" {
				value = text
			}
			t.inside(dim, x.Key+": "+value)
		}
	case t.hits != nil && t.show.search.takes("arguments", call.Name):
		for _, h := range t.show.search.arguments(nil, call) {
			if key, _, _ := strings.Cut(strings.ReplaceAll(h.path, "[", "."), "."); !known(key) {
				t.inside(dim, strings.TrimPrefix(h.path+": ", ": ")+around(&h, mostOfLine))
			}
		}
	}
	if call.Conversation != "" {
		t.inside(dim, "helper's conversation "+call.Conversation)
	}
}

// todo shows an element of a list of things to do.
func (t *talk) todo(x view.ToDo) {
	mark, code := "○ ", ""
	switch x.Status {
	case "completed", "done":
		mark, code = "✓ ", dim
	case "in_progress":
		mark, code = "→ ", bold
	}
	t.inside(code, mark+view.OneLine(x.Text))
}

// mostOfEdit is how many lines of a change are shown.
const mostOfEdit = 20

// edit shows the lines that a change removes and adds.
func (t *talk) edit(e view.Edit) {
	a, b := strings.Split(strings.TrimSuffix(e.Old, "\n"), "\n"), strings.Split(strings.TrimSuffix(e.New, "\n"), "\n")
	if e.Old == "" {
		a = nil
	}
	if e.New == "" {
		b = nil
	}
	shown, left := 0, 0
	for _, s := range view.Compare(a, b) {
		for n := range s.N {
			mark, code, line := "  ", dim, ""
			switch s.Change {
			case view.Removed:
				mark, code, line = "- ", red, a[s.A+n]
			case view.Added:
				mark, code, line = "+ ", green, b[s.B+n]
			default:
				if line = b[s.B+n]; !t.sought(line) {
					continue
				}
			}
			if shown++; t.show.tools == "short" && shown > mostOfEdit && !t.sought(line) {
				left++
				continue
			}
			t.inside(code, mark+line)
		}
	}
	if left > 0 {
		t.inside(dim, "… "+view.Count(left, "more line"))
	}
}

// sought reports whether a line has what --search looks for.
func (t *talk) sought(line string) bool {
	return t.hits != nil && t.show.search.pattern.MatchString(line)
}
