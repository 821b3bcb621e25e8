package screen

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
	"text/template"

	"convo/conv"
	"convo/conv/diff"
	"convo/conv/rawjson"
	"convo/conv/view"
)

//go:embed diff.css
var diffStyle string

// pageDiff writes what differs as a page for a browser: one file that loads nothing
// and runs nothing.
type pageDiff struct {
	w     *rawjson.Writer
	full  bool
	level string // of the headings of messages
}

func (d *pageDiff) begin(names, _ [2]string) error {
	sum := sha256.Sum256([]byte(diffStyle))
	d.w.Text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-` + base64.StdEncoding.EncodeToString(sum[:]) +
		`'; img-src data:; base-uri 'none'; form-action 'none'">` + "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>")
	d.text(names[0] + " and " + names[1])
	d.w.Text("</title>\n<style>" + diffStyle + "</style>\n</head>\n<body>\n<main>\n")
	d.element("h1", names[0]+" and "+names[1])
	d.w.Text("\n")
	return nil
}

func (d *pageDiff) end(differs bool) error {
	if !differs {
		d.w.Text("<p class=\"summary\">Nothing differs.</p>\n")
	}
	d.w.Text("</main>\n</body>\n</html>\n")
	return d.w.Flush()
}

func (d *pageDiff) result(number int, r *diff.Result, whole [2]*conv.Conversation) error {
	d.level = "2"
	if number > 1 {
		d.element("h2", conversationSaid(number, whole))
		d.w.Text("\n")
		d.level = "3"
	}
	d.w.Text("<p class=\"summary\">")
	d.text(summary(r))
	d.w.Text("</p>\n")
	for _, v := range r.Values {
		d.section(label(v.Path), string(changeOf(v)), valueLines(v, d.full))
	}
	same := 0
	for i := range r.Messages {
		m := &r.Messages[i]
		if m.Change == diff.Same {
			same++
			continue
		}
		d.same(same)
		same = 0
		d.section(numbered(m)+" "+strings.TrimSuffix(titleOf(m), ", moved"), string(m.Change), messageLines(m, d.full))
	}
	d.same(same)
	return d.w.Flush()
}

func (d *pageDiff) same(n int) {
	if n > 0 {
		d.w.Text("<p class=\"same\">" + view.Count(n, "message") + " the same</p>\n")
	}
}

func (d *pageDiff) section(title, change string, list []diffLine) {
	d.w.Text("<section><h" + d.level + ">")
	d.text(title)
	d.w.Text(" <span>" + change + "</span></h" + d.level + ">\n<pre>")
	for i := range list {
		d.line(&list[i])
	}
	d.w.Text("</pre></section>\n")
}

func (d *pageDiff) line(l *diffLine) {
	class, mark := "both", "  "
	switch l.mark {
	case added:
		class, mark = "added", "+ "
	case removed:
		class, mark = "removed", "- "
	case skip:
		class, mark = "skip", "… "
	}
	d.w.Text(`<div class="` + class + `">` + mark)
	if l.name != "" {
		d.element("b", l.said())
	}
	for _, p := range l.shortened() {
		switch p.Change {
		case diff.Removed:
			d.element("del", p.Text)
		case diff.Added:
			d.element("ins", p.Text)
		default:
			d.text(p.Text)
		}
	}
	d.w.Text("</div>")
}

func (d *pageDiff) element(tag, text string) {
	d.w.Text("<" + tag + ">")
	d.text(text)
	d.w.Text("</" + tag + ">")
}

// text writes a text that a browser shows and does not obey.
func (d *pageDiff) text(s string) {
	s = rawjson.ReplaceLoneSurrogates(strings.ToValidUTF8(s, "\uFFFD"))
	var b strings.Builder
	for _, r := range s {
		if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || turns(r) {
			fmt.Fprintf(&b, `<span class="control">U+%04X</span>`, r)
		} else {
			b.WriteString(template.HTMLEscapeString(string(r)))
		}
	}
	d.w.Text(b.String())
}

// turns reports whether a character changes the direction or the order of the text
// around it.
func turns(r rune) bool {
	return r == 0x61c || r >= 0x200e && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r == 0xfeff || r >= 0xfff9 && r <= 0xfffb || r >= 0xe0000 && r <= 0xe007f
}
