package html

import (
	"net/url"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// entry is what the index says of a conversation.
type entry struct {
	id, parent, title string
	facts             view.Facts
}

func entryOf(c *conv.Conversation) any {
	e := &entry{id: c.ID, title: titleOf(c), facts: view.FactsOf(c)}
	if s := c.Session; s != nil && s.Parent != nil {
		e.parent = s.Parent.Session
	}
	return e
}

// index writes a list of the conversations. That of a helper stands below the one
// that started it.
func index(out *rawjson.Writer, pages []conv.SitePage) {
	w := &indexWriter{writer: writer{Writer: out}, pages: pages, below: map[string][]int{}}
	said, top := map[string]bool{}, []int{}
	for _, p := range pages {
		said[p.Entry.(*entry).id] = true
	}
	for i, p := range pages {
		if e := p.Entry.(*entry); e.parent != "" && e.parent != e.id && said[e.parent] {
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
	below map[string][]int // of an id: the pages of its helpers
	done  []bool
}

// summary says what all of them took.
func (w *indexWriter) summary() {
	sum := view.Facts{}
	for _, p := range w.pages {
		f := &p.Entry.(*entry).facts
		sum.Users, sum.Answers, sum.Calls = sum.Users+f.Users, sum.Answers+f.Answers, sum.Calls+f.Calls
		if f.Counted {
			sum.Usage.Add(&f.Usage)
			sum.Counted = true
		}
		if f.Started != 0 && (sum.Started == 0 || f.Started < sum.Started) {
			sum.Started = f.Started
		}
		sum.Updated = max(sum.Updated, f.Updated)
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
		if isPlainID(e.id) {
			w.Text(` id="c-` + e.id + `"`)
		}
		w.Text(`><h2><a dir="auto" href="`)
		w.text((&url.URL{Path: "./" + p.File}).EscapedPath())
		w.Text(`">`)
		w.text(e.title)
		w.Text("</a></h2>\n<dl>\n")
		w.facts(&e.facts)
		w.Text("</dl>\n")
		if helpers := w.below[e.id]; e.id != "" && len(helpers) > 0 {
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
