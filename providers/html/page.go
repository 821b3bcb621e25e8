package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

// writer writes one page.
type writer struct {
	*rawjson.Writer
	c       *conv.Conversation
	up      string // the way to the index, with its name; "": there is none
	results map[*conv.ToolCall]int
	calls   map[int]*conv.ToolCall
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
	facts := view.FactsOf(c)
	w.head(titleOf(c))
	w.header(titleOf(c), c.ID, &facts)
	w.contents()
	w.Text("<main>\n")
	if c.SystemPrompt != "" {
		w.open("system", "system", "", "System")
		w.Text("</header>\n")
		w.folded("instructions", "Instructions", c.SystemPrompt)
		w.Text("</article>\n")
	}
	w.tools(c.Tools)
	w.request(c.Request)
	for i, m := range c.Messages {
		if w.calls[i] == nil {
			w.message(i, m)
		}
	}
	w.Text("</main>\n<script>")
	w.Text(script)
	w.Text("</script>\n</body>\n</html>\n")
}

// maxTitle is how many characters a title has.
const maxTitle = 200

// titleOf is the title of a conversation, or what was asked first.
func titleOf(c *conv.Conversation) string {
	if title := firstLine(c.Title); title != "" {
		return shortened(title, maxTitle)
	}
	for _, m := range c.Messages {
		if line := asked(m); line != "" {
			return shortened(line, maxTitle)
		}
	}
	return strings.TrimSpace("Conversation " + firstLine(c.ID))
}

// head allows what the page itself has, by its hash, and nothing else.
func (w *writer) head(title string) {
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

func (w *writer) header(title, id string, f *view.Facts) {
	w.Text("<header class=\"page\">\n")
	if w.up != "" {
		w.Text(`<p><a href="` + w.up + "\">All conversations</a></p>\n")
	}
	w.Text("<h1 dir=\"auto\">")
	w.text(title)
	w.Text("</h1>\n<dl>\n")
	w.facts(f)
	w.fact("Id", id)
	w.Text("</dl>\n</header>\n")
	w.Text(controls)
}

// facts says where a conversation was held, with whom, when, and what it took.
func (w *writer) facts(f *view.Facts) {
	if s := f.Session; s != nil {
		w.fact("Agent", strings.TrimSpace(s.Agent+" "+s.AgentVersion))
		w.fact("Directory", s.Cwd)
		w.fact("Branch", s.Branch)
	}
	w.fact("Models", strings.Join(f.Models, ", "))
	w.fact("Time", view.Period(f.Started, f.Updated))
	said := []string{view.Count(f.Users, "question"), view.Count(f.Answers, "answer")}
	if f.Calls > 0 {
		said = append(said, view.Count(f.Calls, "tool call"))
	}
	w.fact("Messages", strings.Join(said, ", "))
	if f.Counted {
		w.fact("Tokens", view.Tokens(&f.Usage))
		w.fact("Cost", view.Cost(&f.Usage))
	}
}

// controls are those of the script, which shows them.
const controls = `<form class="tools" role="search" hidden>
<label>Search <input type="search" id="search" autocomplete="off"></label>
<output id="found" aria-live="polite"></output>
<fieldset><legend>Show</legend>
<label><input type="checkbox" name="user" checked> questions</label>
<label><input type="checkbox" name="assistant" checked> answers</label>
<label><input type="checkbox" name="tool" checked> tools</label>
<label><input type="checkbox" name="thinking" checked> reasoning</label>
</fieldset>
<button type="button" id="unfold">Unfold all</button>
<button type="button" id="fold">Fold all</button>
<small>Keys: j next, k previous, o unfold, / search</small>
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

// contents leads to each question.
func (w *writer) contents() {
	begun := false
	for i, m := range w.c.Messages {
		line := asked(m)
		if line == "" {
			continue
		}
		if !begun {
			w.Text("<nav aria-label=\"Questions\">\n<details open><summary>Questions</summary>\n<ol>\n")
			begun = true
		}
		w.Text("<li><a href=\"#m" + strconv.Itoa(i) + "\" dir=\"auto\">")
		w.text(shortened(line, maxLine))
		w.Text("</a></li>\n")
	}
	if begun {
		w.Text("</ol>\n</details>\n</nav>\n")
	}
}

// maxLine is how many characters of a question stand in the contents.
const maxLine = 100

// asked is the first line of what a person said, "" for other messages.
func asked(m conv.Message) string {
	u, ok := m.(*conv.UserMessage)
	if !ok || u.Injected {
		return ""
	}
	for _, b := range u.Content {
		if t, ok := b.(*conv.TextContent); ok {
			if line := firstLine(t.Text); line != "" {
				return line
			}
		}
	}
	return ""
}

// firstLine is the first line of a text that has a letter or a number, or the first
// one that is not blank: a fence says nothing.
func firstLine(text string) string {
	first := ""
	for text != "" {
		line, rest := text, ""
		if at := strings.IndexAny(text, "\n\r\v\f\u0085\u2028\u2029"); at >= 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			line, rest = text[:at], text[at+size:]
		}
		line = strings.TrimSpace(line)
		if strings.IndexFunc(line, says) >= 0 && !strings.HasPrefix(line, "```") {
			return line
		}
		if first == "" {
			first = line
		}
		text = rest
	}
	return first
}

func says(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// shortened is at most n characters of a line. It is cut between words, unless the
// last one is long.
func shortened(line string, n int) string {
	left := n
	for i := range line {
		if left--; left >= 0 {
			continue
		}
		cut := strings.TrimRight(line[:i], " \t")
		if at := strings.LastIndexAny(cut, " \t"); at > i*2/3 && line[i] != ' ' {
			cut = strings.TrimRight(cut[:at], " \t")
		}
		return cut + "…"
	}
	return line
}
