package screen

import (
	"strconv"

	"convo/conv"
	"convo/conv/view"
)

// mostSources is how many sources of a search are shown.
const mostSources = 5

// hosted shows a tool that a vendor runs: what it was asked, and its sources.
func (t *talk) hosted(h *view.Hosted, b *conv.Opaque) {
	if t.show.tools == "none" {
		return
	}
	defer t.wide()()
	asked := view.OneLine(h.Asked)
	if asked == "" && h.Code == "" && len(h.Sources) == 0 {
		asked = "(" + view.Size(len(b.Raw)) + ")"
	}
	t.doing(view.KindOf(&conv.ToolCall{Name: h.Name}), view.OneLine(h.Name), asked, false)
	switch {
	case h.Code == "":
	case t.show.tools == "full":
		t.output("", h.Code)
	default:
		t.short("", h.Code, false)
	}
	for i, s := range h.Sources {
		if i == mostSources && t.show.tools != "full" {
			t.inside(dim, "… "+view.Count(len(h.Sources)-i, "more source"))
			break
		}
		t.site(s)
	}
}

// sources shows what an answer cites, by the numbers in its text.
func (t *talk) sources(n *conv.Node) {
	t.notes.Add(n)
	for i, s := range t.notes.Sources {
		if i == 0 {
			t.apart()
		}
		t.words(dim, citedAs(i+1, s)+" ", "")
		t.site(s)
	}
	t.notes.Sources = nil
}

// citedAs is the mark of a source in a text.
func citedAs(n int, _ view.Source) string { return "[" + strconv.Itoa(n) + "]" }

// site shows a page that a search found.
func (t *talk) site(s view.Source) {
	defer t.inset()()
	t.words("", view.OneLine(s.Title), "  ")
	if s.URL != s.Title {
		t.words(dim, "  <"+s.URL+">", "  ")
	}
	t.newline()
}
