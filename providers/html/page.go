package html

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

//go:embed page.css
var style string

//go:embed page.js
var pageScript string

//go:embed times.js
var times string

// writer writes one page.
type writer struct {
	*rawjson.Writer
	c       *conv.Conversation
	up      string // the way to the index, with its name; "": there is none
	cwd     string // from where files are named
	home    string // the address of the repository, "" if it is not known
	results map[*conv.ToolCall]int
	calls   map[int]*conv.ToolCall
	last    said
	cites   view.Footnotes
	lines   bool   // a line of a paragraph stays one
	levels  [7]int // of headings
}

func write(out *rawjson.Writer, c *conv.Conversation) {
	(&writer{Writer: out, c: c}).page()
}

// page writes a page of a folder, which leads to the index of all.
func page(out *rawjson.Writer, c *conv.Conversation, up string) {
	(&writer{Writer: out, c: c, up: up + "index.html"}).page()
}

func (w *writer) page() {
	c := w.c
	w.results, w.calls = view.ResultsOf(c)
	w.cites.Mark = cited
	w.home = view.RepositoryOf(c)
	if c.Session != nil {
		w.cwd = c.Session.Cwd
	}
	facts, turns := view.FactsOf(c), view.TurnsOf(c)
	title, script := titleOf(c), times+pageScript
	w.head(title, script)
	w.bar(title)
	class := "sheet"
	if len(turns) > 1 {
		class += " with"
	}
	w.Text(`<main class="` + class + "\">\n")
	w.header(title, c.ID, &facts)
	if len(turns) > 1 {
		w.contents(turns)
	}
	w.Text("<div class=\"talk\">\n")
	if c.SystemPrompt != "" {
		w.Text(`<article id="system" class="system" data-role="system">`)
		w.folded("instructions", "Instructions", c.SystemPrompt)
		w.Text("</article>\n")
	}
	w.tools(c.Tools)
	w.request(c.Request)
	w.messages()
	w.Text("</div>\n</main>\n<script>")
	w.Text(script)
	w.Text("</script>\n</body>\n</html>\n")
}

// Of a long conversation the script makes each piece of so many messages when it is
// looked at: Chromium takes seconds to make all. A page without its script has
// them all, in order.
const (
	maxWhole = 400
	piece    = 200
)

// messages writes the talk. What the program keeps for itself is folded, as many
// notes as stand together in one.
func (w *writer) messages() {
	list := w.c.Messages
	next, later := piece, false
	for i := 0; i < len(list); i++ {
		if w.calls[i] != nil {
			continue // stands with its call
		}
		if len(list) > maxWhole && i >= next {
			w.later(later, i)
			next, later = i+piece, true
		}
		end := i
		for end < len(list) && (w.calls[end] != nil || view.IsNote(list[end])) {
			end++
		}
		if end == i {
			w.message(i, list[i])
			continue
		}
		w.notes(i, end)
		i = end - 1
	}
	if later {
		w.Text("</noscript>\n")
	}
}

// later begins a piece. To a browser with the script it is one text, since nothing in
// a conversation ends it.
func (w *writer) later(again bool, from int) {
	if again {
		w.Text("</noscript>\n")
	}
	w.Text(`<noscript class="later" data-from="` + strconv.Itoa(from) + "\">\n")
}

// maxNamed is how many kinds of notes are named.
const maxNamed = 5

// notes writes messages that are notes, folded.
func (w *writer) notes(from, to int) {
	var kinds []string
	for i, m := range w.c.Messages[from:to] {
		if w.calls[from+i] == nil {
			kinds = append(kinds, view.NoteName(m))
		}
	}
	w.Text(`<details class="notes"><summary>` + view.Count(len(kinds), "note") + ` of the program: <small dir="auto">`)
	w.text(view.Named(view.Tallies(kinds), maxNamed))
	w.Text("</small></summary>\n")
	before := w.last // the talk goes on as if there were no notes
	for i := from; i < to; i++ {
		if w.calls[i] == nil {
			w.message(i, w.c.Messages[i])
		}
	}
	w.last = before
	w.Text("</details>\n")
}

// titleOf is the title of a conversation, or what was asked first.
func titleOf(c *conv.Conversation) string {
	return cmp.Or(view.TitleOf(c), strings.TrimSpace("Conversation "+view.FirstLine(c.ID)))
}

// title writes a title of its own, or the Markdown of a question.
func (w *writer) title(s string, own bool) {
	if own {
		w.text(s)
	} else {
		w.inline(s)
	}
}

// askedFirst is the first line of what was asked first.
func askedFirst(c *conv.Conversation) string {
	for _, m := range c.Messages {
		if line := view.Asked(m); line != "" {
			return view.Titled("", line)
		}
	}
	return ""
}

// head allows what the page itself has, by its hash, and nothing else.
func (w *writer) head(title, script string) {
	w.Text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '` + hashOf(style) +
		`'; script-src '` + hashOf(script) + `'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'">` +
		"\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>")
	w.text(title)
	w.Text("</title>\n<style>")
	w.Text(style)
	w.Text("</style>\n</head>\n<body>\n")
}

// hashOf is how a policy names a text that is allowed.
func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// bar stays on the screen: the title, which leads to the top, and the controls of
// the script, which shows them.
func (w *writer) bar(title string) {
	w.Text("<header class=\"bar\" id=\"top\">\n")
	if w.up != "" {
		w.Text(`<a href="` + w.up + "\">All conversations</a>\n")
	}
	w.Text(`<a class="name" href="#top" dir="auto">`)
	w.title(title, w.c.Title != "")
	w.Text("</a>\n" + controls + "</header>\n")
}

func (w *writer) header(title, id string, f *view.Facts) {
	w.Text("<header class=\"page\">\n<h1 dir=\"auto\">")
	w.title(title, w.c.Title != "")
	w.Text("</h1>\n<dl>\n")
	w.facts(f, false)
	w.fact("Id", id)
	w.Text("</dl>\n</header>\n")
}

// facts says where a conversation was held, with whom, when, and what it took: tokens
// by name if nobody sees the name of the fact.
func (w *writer) facts(f *view.Facts, named bool) {
	if s := f.Session; s != nil {
		w.fact("Agent", strings.TrimSpace(s.Agent+" "+s.AgentVersion))
		w.fact("Directory", s.Cwd)
		w.fact("Branch", s.Branch)
	}
	w.fact("Models", strings.Join(f.Models, ", "))
	w.period(f.Started, f.Updated)
	w.fact("Messages", strings.Join(f.Counts(), ", "))
	if f.Counted {
		tokens := view.Tokens(&f.Usage)
		if !named {
			tokens = strings.Replace(tokens, " tokens", "", 1)
		}
		w.fact("Tokens", tokens)
		w.fact("Cost", view.Cost(&f.Usage))
	}
}

// period says from when to when. Without the script, times are in UTC.
func (w *writer) period(from, to int64) {
	a, b := view.Stamp(from), view.Stamp(to)
	if a == "" {
		from, a = to, b
	}
	if a == "" {
		return
	}
	w.Text(`<div><dt>Time</dt><dd><time datetime="` + view.ExactStamp(from) + `">` + a + "</time>")
	if b != "" && a != b {
		w.Text(` to <time datetime="` + view.ExactStamp(to) + `">` + strings.TrimPrefix(b, a[:10]+" ") + "</time>")
	}
	w.Text(" <span class=\"zone\">UTC</span></dd></div>\n")
}

const controls = `<form class="tools" role="search" hidden>
<label><span class="sr">Search</span> <input type="search" id="search" placeholder="Search" autocomplete="off"></label>
<output id="found" aria-live="polite"></output>
<details class="menu"><summary>View</summary><div>
<fieldset><legend class="sr">Show</legend>
<label><input type="checkbox" name="user" checked> questions</label>
<label><input type="checkbox" name="assistant" checked> answers</label>
<label><input type="checkbox" name="tool" checked> tools</label>
<label><input type="checkbox" name="thinking" checked> reasoning</label>
<label><input type="checkbox" name="notes" checked> notes</label>
</fieldset>
<button type="button" id="unfold">Unfold all</button>
<button type="button" id="fold">Fold all</button>
<small>Keys: j next, k previous, o unfold, / search</small>
</div></details>
</form>
`

func (w *writer) fact(name, value string) {
	if value == "" {
		return
	}
	w.Text("<div><dt>" + name + "</dt><dd dir=\"auto\">")
	w.text(value)
	w.Text("</dd></div>\n")
}

// contents leads to each question, and says what came of it.
func (w *writer) contents(turns []view.Turn) {
	w.Text("<nav aria-label=\"Questions\">\n<details open><summary>" + view.Count(len(turns), "question") + "</summary>\n<ol>\n")
	for i := range turns {
		t := &turns[i]
		w.Text("<li><a href=\"#m" + strconv.Itoa(t.Question) + "\" dir=\"auto\">")
		w.inline(view.Shortened(t.Asked, maxLine))
		w.Text("</a>")
		if t.Answer != "" {
			w.Text("<p dir=\"auto\">")
			w.inline(view.Shortened(t.Answer, maxAnswer))
			w.Text("</p>")
		}
		if said := t.Took(); said != "" {
			w.Text("<small dir=\"auto\">")
			w.text(said)
			w.Text("</small>")
		}
		for _, commit := range t.Commits {
			w.commit(commit)
		}
		w.Text("</li>\n")
	}
	w.Text("</ol>\n</details>\n</nav>\n")
}

// commit writes the line of a commit, whose hash leads to it if its home is known.
func (w *writer) commit(line string) {
	w.Text("<small dir=\"auto\">commit ")
	if hash, subject, ok := strings.Cut(line, " "); ok && w.home != "" {
		w.Text(`<a href="` + w.home + "/commit/" + hash + `" rel="noopener noreferrer nofollow">` + hash + "</a> ")
		line = subject
	}
	w.text(view.Shortened(line, maxLine))
	w.Text("</small>")
}

// The longest line of a question and of an answer in the contents, in characters.
const (
	maxLine   = 100
	maxAnswer = 160
)
