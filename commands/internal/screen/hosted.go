package screen

import (
	"strings"

	"convo/conv"
	"convo/conv/view"
)

// mostSources is how many sources of a search are shown.
const mostSources = 5

// hosted shows a tool that a vendor runs: what it was asked, and its sources. before is
// the name of the one just above, whose answer this may be.
func (t *talk) hosted(b *conv.Opaque, before string) (name string) {
	if t.show.tools == "none" {
		return ""
	}
	defer t.wide()()
	h := view.HostedOf(b.Raw)
	if h.Name == "" {
		h.Name = strings.TrimSpace(b.Family + " " + b.Raw.Lookup("type").Text())
	}
	if h.Name != before || h.Asked != "" {
		asked := view.OneLine(h.Asked)
		if asked == "" && h.Code == "" && len(h.Sources) == 0 {
			asked = "(" + view.Size(len(b.Raw)) + ")"
		}
		t.doing(view.KindOf(&conv.ToolCall{Name: h.Name}), view.OneLine(h.Name), asked, false)
	}
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
	return h.Name
}

// site shows a page that a search found.
func (t *talk) site(s view.Source) {
	indent := t.indent
	t.indent += "  "
	t.words("", view.OneLine(s.Title), "  ")
	if s.URL != s.Title {
		t.words(dim, "  <"+s.URL+">", "  ")
	}
	t.newline()
	t.indent = indent
}
