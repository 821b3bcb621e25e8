package html

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// hosted writes a tool that a vendor runs: what it was asked, and folded the sources
// or the output.
func (w *writer) hosted(h *view.Hosted, b *conv.Opaque) {
	w.Text(`<section class="tool ` + string(view.KindOf(&conv.ToolCall{Name: h.Name})) + `" data-role="tool"><details class="call"><summary><b>`)
	w.text(h.Name)
	w.Text("</b> <code dir=\"auto\">")
	w.text(view.Shortened(view.OneLine(h.Asked), maxDoing))
	w.Text("</code>")
	if n := len(h.Sources); n > 0 {
		w.Text(" <small>" + view.Count(n, "source") + "</small>")
	}
	w.Text("</summary>\n")
	if h.Code != "" {
		w.output(h.Code)
	}
	if len(h.Sources) > 0 {
		w.linked(h.Sources)
	}
	if h.Asked == "" && h.Code == "" && len(h.Sources) == 0 {
		w.pre(indented(b.Raw))
	}
	w.Text("</details>\n</section>\n")
}

// sources writes what an answer cites, by the numbers in its text.
func (w *writer) sources(n *conv.Node) {
	w.cites.Add(n)
	if len(w.cites.Sources) == 0 {
		return
	}
	w.Text("<footer class=\"sources\">Sources\n")
	w.linked(w.cites.Sources)
	w.Text("</footer>\n")
	w.cites.Sources = nil
}

// linked writes a list of sources, with the site of each.
func (w *writer) linked(list []view.Source) {
	w.Text("<ol>\n")
	for _, s := range list {
		w.Text(`<li><a dir="auto" href="`)
		w.attribute(s.URL)
		w.Text(`" rel="noopener noreferrer nofollow">`)
		w.text(s.Title)
		w.Text("</a>")
		if site := s.Site(); site != s.Title {
			w.Text(" <small>")
			w.text(site)
			w.Text("</small>")
		}
		w.Text("</li>\n")
	}
	w.Text("</ol>\n")
}

// cited is the mark of a source in Markdown.
func cited(n int, s view.Source) string {
	return `[\[` + strconv.Itoa(n) + `\]](<` + strings.NewReplacer("<", "%3C", ">", "%3E", `\`, "%5C").Replace(rawjson.ReplaceLoneSurrogates(s.URL)) + `>)`
}
