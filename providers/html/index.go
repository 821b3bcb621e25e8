package html

import (
	"net/url"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// entry is what the index says of a conversation, which is forgotten before the
// index is written.
type entry struct {
	id, parent, title rawjson.Owned
	facts             rawjson.Owned // as they are written
	sums              view.Sums
}

func entryOf(c *conv.Conversation) any {
	facts := view.FactsOf(c)
	w := &writer{Writer: rawjson.NewWriter(nil)}
	w.facts(&facts)
	e := &entry{
		id: rawjson.Own(c.ID), title: rawjson.Own(titleOf(c)),
		facts: rawjson.Own(string(w.Bytes())), sums: facts.Sums,
	}
	if s := c.Session; s != nil && s.Parent != nil {
		e.parent = rawjson.Own(s.Parent.Session)
	}
	return e
}

// index writes a list of the conversations. That of a helper stands below the one
// that started it.
func index(out *rawjson.Writer, pages []conv.SitePage) {
	w := &indexWriter{writer: writer{Writer: out}, pages: pages, below: map[rawjson.Owned][]int{}}
	said, top := map[rawjson.Owned]bool{}, []int{}
	for _, p := range pages {
		said[p.Entry.(*entry).id] = true
	}
	for i, p := range pages {
		if e := p.Entry.(*entry); e.parent.String() != "" && e.parent != e.id && said[e.parent] {
			w.below[e.parent] = append(w.below[e.parent], i)
		} else {
			top = append(top, i)
		}
	}
	w.done = make([]bool, len(pages))
	w.head("Conversations")
	w.summary()
	w.Text("<main>\n")
	w.list(top)
	for i := range pages { // those that started each other
		if !w.done[i] {
			w.list([]int{i})
		}
	}
	w.Text("</main>\n</body>\n</html>\n")
}

type indexWriter struct {
	writer
	pages []conv.SitePage
	below map[rawjson.Owned][]int // of an id: the pages of its helpers
	done  []bool
}

// summary says what all of them took.
func (w *indexWriter) summary() {
	sum := view.Facts{}
	for _, p := range w.pages {
		sum.Add(&p.Entry.(*entry).sums)
	}
	w.Text("<header class=\"page\">\n<h1>" + view.Count(len(w.pages), "conversation") + "</h1>\n<dl>\n")
	w.facts(&sum)
	w.Text("</dl>\n</header>\n")
}

// list writes some conversations, each with its helpers below it. No list is
// nested deeper than helpers start helpers, which is bounded here for browsers.
func (w *indexWriter) list(some []int) { w.nested(some, 0) }

const maxNested = 30

func (w *indexWriter) nested(some []int, depth int) {
	begun := false
	for _, i := range some {
		if w.done[i] {
			continue
		}
		w.done[i] = true
		if !begun {
			w.Text("<ul class=\"index\">\n")
			begun = true
		}
		p := w.pages[i]
		e := p.Entry.(*entry)
		w.Text("<li")
		if id := e.id.String(); isPlainID(id) {
			w.Text(` id="c-` + id + `"`)
		}
		w.Text(`><h2><a dir="auto" href="`)
		w.text((&url.URL{Path: "./" + p.File}).EscapedPath())
		w.Text(`">`)
		w.text(e.title.String())
		w.Text("</a></h2>\n<dl>\n" + e.facts.String() + "</dl>\n")
		if helpers := w.below[e.id]; e.id.String() != "" && len(helpers) > 0 {
			delete(w.below, e.id)
			if depth < maxNested {
				w.nested(helpers, depth+1)
			}
		}
		w.Text("</li>\n")
	}
	if begun {
		w.Text("</ul>\n")
	}
}

// helper writes the id of a helper's conversation. In a folder it leads to the
// line of the index that leads to the conversation.
func (w *writer) helper(id string) {
	if w.up == "" || !isPlainID(id) {
		w.text(id)
		return
	}
	w.Text(`<a href="` + w.up + "#c-" + id + `">`)
	w.text(id)
	w.Text("</a>")
}

// isPlainID reports whether an id can stand in an address as it is.
func isPlainID(id string) bool {
	return id != "" && len(id) <= 200 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}
