package html

import (
	_ "embed"
	"net/url"
	"sort"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/view"
)

//go:embed index.js
var indexScript string

// entry is what the index says of a conversation, which is forgotten before the
// index is written.
type entry struct {
	id, parent, title rawjson.Owned
	own               bool          // the title is one of its own, no question
	asked             rawjson.Owned // what was asked first, if it is not the title
	project           rawjson.Owned // the working directory
	facts             rawjson.Owned // as they are written
	sums              view.Sums
}

func entryOf(c *conv.Conversation) any {
	facts := view.FactsOf(c)
	w := &writer{Writer: rawjson.NewWriter(nil)}
	if s := c.Session; s != nil && s.Parent == nil { // the directory is the heading of its group
		own := *s
		own.Cwd = ""
		facts.Session = &own
	}
	w.facts(&facts, true)
	e := &entry{
		id: rawjson.Own(c.ID), title: rawjson.Own(titleOf(c)), own: c.Title != "",
		facts: rawjson.Own(string(w.Bytes())), sums: facts.Sums,
	}
	if s := c.Session; s != nil {
		e.project = rawjson.Own(s.Cwd)
		if s.Parent != nil {
			e.parent = rawjson.Own(s.Parent.Session)
		}
	}
	if c.Title != "" {
		e.asked = rawjson.Own(askedFirst(c))
	}
	return e
}

// index writes a list of the conversations: by project, the newest first. That of
// a helper stands below the one that started it.
func index(out *rawjson.Writer, pages []format.SitePage) {
	w := &indexWriter{writer: writer{Writer: out}, pages: pages, below: map[rawjson.Owned][]int{}}
	w.done = make([]bool, len(pages))
	top := w.topmost()
	script := times + indexScript
	w.head("Conversations", script)
	w.Text("<header class=\"bar\"><span class=\"name\">Conversations</span>" +
		"<form class=\"tools\" role=\"search\" hidden><label><span class=\"sr\">Search</span> " +
		"<input type=\"search\" id=\"search\" placeholder=\"Search titles\" autocomplete=\"off\"></label> " +
		"<output id=\"found\" aria-live=\"polite\"></output></form></header>\n<main class=\"sheet\">\n")
	w.summary()
	for _, g := range w.grouped(top) {
		w.group(&g)
	}
	for i := range pages { // those that started each other
		if !w.done[i] {
			w.list([]int{i})
		}
	}
	w.Text("</main>\n<script>")
	w.Text(script)
	w.Text("</script>\n</body>\n</html>\n")
}

type indexWriter struct {
	writer
	pages []format.SitePage
	below map[rawjson.Owned][]int // of an id: the pages of its helpers
	done  []bool
	level string // of the headings of conversations
}

func (w *indexWriter) entry(i int) *entry { return w.pages[i].Entry.(*entry) }

// topmost are the pages that stand below no other, the newest first.
func (w *indexWriter) topmost() []int {
	said, top := map[rawjson.Owned]bool{}, []int{}
	for i := range w.pages {
		said[w.entry(i).id] = true
	}
	for i := range w.pages {
		if e := w.entry(i); e.parent.String() != "" && e.parent != e.id && said[e.parent] {
			w.below[e.parent] = append(w.below[e.parent], i)
		} else {
			top = append(top, i)
		}
	}
	sort.SliceStable(top, func(a, b int) bool { return w.entry(top[a]).sums.Updated > w.entry(top[b]).sums.Updated })
	return top
}

// group is a project and its conversations.
type group struct {
	project rawjson.Owned
	pages   []int
}

// grouped sorts pages by project: that of the newest comes first.
func (w *indexWriter) grouped(pages []int) []group {
	var groups []group
	at := map[rawjson.Owned]int{}
	for _, i := range pages {
		project := w.entry(i).project
		k, ok := at[project]
		if !ok {
			k = len(groups)
			at[project] = k
			groups = append(groups, group{project: project})
		}
		groups[k].pages = append(groups[k].pages, i)
	}
	return groups
}

func (w *indexWriter) group(g *group) {
	w.Text("<section class=\"project\">\n")
	w.level = "2"
	if project := g.project.String(); project != "" {
		w.Text("<h2 dir=\"auto\">")
		w.text(project)
		w.Text(" <small>" + view.Count(len(g.pages), "conversation") + "</small></h2>\n")
		w.level = "3"
	}
	w.list(g.pages)
	w.Text("</section>\n")
}

// summary says what all of them took.
func (w *indexWriter) summary() {
	sum := view.Facts{}
	for i := range w.pages {
		sum.Add(&w.entry(i).sums)
	}
	w.Text("<header class=\"page\">\n<h1>" + view.Count(len(w.pages), "conversation") + "</h1>\n<dl>\n")
	w.facts(&sum, false)
	w.Text("</dl>\n")
	w.chart()
	w.Text("</header>\n")
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
		w.line(i, depth)
	}
	if begun {
		w.Text("</ul>\n")
	}
}

func (w *indexWriter) line(i, depth int) {
	e := w.entry(i)
	w.Text("<li")
	if id := e.id.String(); isPlainID(id) {
		w.Text(` id="c-` + id + `"`)
	}
	w.Text(`><h` + w.level + `><a dir="auto" href="`)
	w.text((&url.URL{Path: "./" + w.pages[i].File}).EscapedPath())
	w.Text(`">`)
	w.title(e.title.String(), e.own)
	w.Text("</a></h" + w.level + ">\n")
	if asked := e.asked.String(); asked != "" {
		w.Text("<p dir=\"auto\">")
		w.inline(asked)
		w.Text("</p>\n")
	}
	w.Text("<dl>\n" + e.facts.String() + "</dl>\n")
	if helpers := w.below[e.id]; e.id.String() != "" && len(helpers) > 0 {
		delete(w.below, e.id)
		if depth < maxNested {
			w.nested(helpers, depth+1)
		}
	}
	w.Text("</li>\n")
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
