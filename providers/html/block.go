package html

import (
	"fmt"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/code"
	"convo/conv/markup"
	"convo/conv/media"
	"convo/conv/view"
)

// plain writes a text as it was typed.
func (w *writer) plain(s string) {
	w.Text(`<div class="plain" dir="auto">`)
	w.text(s)
	w.Text("</div>\n")
}

// pre writes a text of a program.
func (w *writer) pre(s string) {
	w.Text("<pre dir=\"auto\">\n")
	w.text(s)
	w.Text("</pre>\n")
}

// output writes the text of a program for a terminal.
func (w *writer) output(s string) {
	w.Text("<pre dir=\"auto\">\n")
	w.colored(s)
	w.Text("</pre>\n")
}

// told is plain for a message that a program wrote.
func (w *writer) told(s string) {
	w.Text(`<div class="plain" dir="auto">`)
	w.colored(s)
	w.Text("</div>\n")
}

// colored writes the colours of a terminal by their meaning, and no other escape
// sequence.
func (w *writer) colored(s string) {
	class := ""
	for style, part := range ansi.Runs(s) {
		if now := classesOf(style); now != class {
			if class != "" {
				w.Text("</span>")
			}
			if now != "" {
				w.Text(`<span class="` + now + `">`)
			}
			class = now
		}
		w.text(part)
	}
	if class != "" {
		w.Text("</span>")
	}
}

// hues are the classes of colours.
var hues = [...]string{ansi.Red: " red", ansi.Green: " green", ansi.Yellow: " yellow", ansi.Blue: " blue", ansi.Magenta: " magenta", ansi.Cyan: " cyan"}

// classesOf are the classes of a style, "" for a plain text.
func classesOf(s ansi.Style) string {
	if s == (ansi.Style{}) {
		return ""
	}
	classes := "sgr" + hues[s.Color]
	for _, x := range [...]struct {
		on    bool
		class string
	}{{s.Bold, " bold"}, {s.Dim, " dim"}, {s.Italic, " italic"}, {s.Underline, " under"}, {s.Struck, " struck"}, {s.Reverse, " reverse"}} {
		if x.on {
			classes += x.class
		}
	}
	return classes
}

// markdown writes a text that is Markdown as a rule.
func (w *writer) markdown(s string) {
	w.Text(`<div class="markdown">`)
	w.talk(s)
	w.Text("</div>\n")
}

// asked writes what a person typed: Markdown whose lines stay lines.
func (w *writer) asked(s string) {
	w.Text(`<div class="markdown asked">`)
	w.lines = true
	w.talk(s)
	w.lines = false
	w.Text("</div>\n")
}

// talk writes Markdown. Its headings stand below that of the message, none left out.
func (w *writer) talk(s string) {
	blocks := markup.Parse(s)
	w.levels = levelsOf(blocks)
	w.marked(blocks)
}

// levelsOf are the levels of headings in a page, by those in a text: the highest
// of it is the third.
func levelsOf(blocks []markup.Block) (levels [7]int) {
	for _, b := range blocks {
		if b.Kind == markup.Heading {
			levels[b.Level] = 1
		}
	}
	next := 3
	for i, has := range levels {
		levels[i] = next
		next = min(next+has, 6)
	}
	return levels
}

func (w *writer) marked(blocks []markup.Block) {
	for _, b := range blocks {
		switch b.Kind {
		case markup.Paragraph:
			w.spanned("p", b.Text)
		case markup.Heading:
			w.spanned("h"+strconv.Itoa(w.levels[b.Level]), b.Text)
		case markup.Code:
			w.source(b.Info, b.Text)
		case markup.Quote:
			w.Text("<blockquote dir=\"auto\">\n")
			if q := b.Blocks; len(q) > 0 && q[0].Kind == markup.Paragraph { // its direction is that of the quote
				w.Text("<p>")
				w.spans(q[0].Text)
				w.Text("</p>\n")
				b.Blocks = q[1:]
			}
			w.marked(b.Blocks)
			w.Text("</blockquote>\n")
		case markup.List:
			w.list(&b)
		case markup.Table:
			w.table(&b)
		case markup.Rule:
			w.Text("<hr>\n")
		default:
			panic(fmt.Sprintf("html: unknown kind %d", b.Kind))
		}
	}
}

// colours are the classes of the pieces of source text.
var colours = [...]string{
	code.Plain: "", code.Comment: "c", code.String: "s", code.Number: "n", code.Keyword: "k", code.Function: "f", code.Name: "a",
	code.Removed: "gone", code.Added: "come", code.Place: "place",
}

// maxColoured is the longest source text that is coloured, in bytes: colours
// make a page several times as long.
const maxColoured = 100_000

// source writes source text, in colours if its language is known.
func (w *writer) source(language, s string) {
	w.Text("<pre dir=\"auto\">")
	if language != "" {
		w.Text("<small class=\"language\">")
		w.text(language)
		w.Text("</small>")
	}
	w.Text("<code>")
	if len(s) > maxColoured {
		language = ""
	}
	w.pieces(language, s)
	w.Text("</code></pre>\n")
}

// pieces writes source text in colours.
func (w *writer) pieces(language, s string) {
	for kind, piece := range code.Pieces(language, s) {
		if kind == code.Plain {
			w.text(piece)
			continue
		}
		w.Text(`<span class="` + colours[kind] + `">`)
		w.text(piece)
		w.Text("</span>")
	}
}

func (w *writer) list(b *markup.Block) {
	tag := "ul"
	if b.Ordered {
		tag = "ol"
	}
	w.Text("<" + tag)
	if b.Ordered && b.Start != 1 {
		w.Text(` start="` + strconv.Itoa(b.Start) + `"`)
	}
	w.Text(">\n")
	for _, item := range b.Items {
		if markup.IsTask(item) {
			w.Text("<li class=\"task\" dir=\"auto\">")
		} else {
			w.Text("<li dir=\"auto\">")
		}
		if len(item) > 0 && item[0].Kind == markup.Paragraph {
			w.spans(item[0].Text)
			item = item[1:]
		}
		w.marked(item)
		w.Text("</li>\n")
	}
	w.Text("</" + tag + ">\n")
}

func (w *writer) table(b *markup.Block) {
	w.Text("<div class=\"wide\"><table>\n")
	for i, row := range b.Rows {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		w.Text("<tr>")
		for k, cell := range row {
			w.Text("<" + tag + " dir=\"auto\"")
			if k < len(b.Aligns) {
				w.Text(alignments[b.Aligns[k]])
			}
			w.Text(">")
			w.spans(cell)
			w.Text("</" + tag + ">")
		}
		w.Text("</tr>\n")
	}
	w.Text("</table></div>\n")
}

// alignments are the classes of cells. A style of their own would not be
// allowed.
var alignments = [...]string{
	markup.Natural: "", markup.Left: ` class="left"`, markup.Center: ` class="center"`, markup.Right: ` class="right"`,
}

func (w *writer) spanned(tag, text string) {
	w.Text("<" + tag + " dir=\"auto\">")
	w.spans(text)
	w.Text("</" + tag + ">\n")
}

// styles are the tags of a span, the outermost first.
var styles = [...]struct {
	style markup.Style
	tag   string
}{{markup.Strong, "strong"}, {markup.Emphasis, "em"}, {markup.Strike, "s"}, {markup.Verbatim, "code"}}

func (w *writer) spans(text string) {
	if w.lines {
		text = strings.ReplaceAll(text, "\n", "  \n")
	}
	for _, s := range markup.Spans(text) {
		if s.Link == "" || s.Style&markup.Break != 0 {
			w.span(&s)
			continue
		}
		w.Text(`<a href="`)
		w.attribute(s.Link)
		w.Text(`" rel="noopener noreferrer nofollow">`)
		w.span(&s)
		w.Text("</a>")
	}
}

// inline is a line that is a link, or a part of one.
func (w *writer) inline(text string) {
	for _, s := range markup.Spans(text) {
		w.span(&s)
	}
}

func (w *writer) span(s *markup.Span) {
	if s.Style&markup.Break != 0 {
		w.Text("<br>\n")
		return
	}
	for _, x := range styles {
		if s.Style&x.style != 0 {
			w.Text("<" + x.tag + ">")
		}
	}
	w.text(s.Text)
	for i := len(styles) - 1; i >= 0; i-- {
		if s.Style&styles[i].style != 0 {
			w.Text("</" + styles[i].tag + ">")
		}
	}
}

// tagOf is the tag that shows the data of a type, "" for a type that a page
// does not show: it might be a document.
func tagOf(mimeType string) string {
	switch mimeType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp":
		return "img"
	case "audio/mpeg", "audio/mp3", "audio/wav", "audio/x-wav", "audio/ogg", "audio/flac", "audio/aac", "audio/mp4", "audio/webm":
		return "audio"
	case "video/mp4", "video/webm", "video/ogg":
		return "video"
	default:
		return ""
	}
}

// media writes an image, a sound, a video or a document: the thing itself if it is
// in the conversation, and what it is.
func (w *writer) media(b conv.Block) {
	m := conv.MediaOf(b)
	if m == nil {
		panic(fmt.Sprintf("html: unknown block %T", b))
	}
	about := view.Media(b)
	w.Text("<figure>\n")
	mimeType := strings.ToLower(m.MIMEType)
	if tag := tagOf(mimeType); tag != "" && m.Data != "" {
		source := `src="data:` + mimeType + ";base64,"
		switch standard, ok := media.Base64(m.Data); {
		case !ok:
		case tag == "img":
			w.Text(`<img loading="lazy" ` + source + standard + `" alt="`)
			w.attribute(about)
			w.Text("\">\n")
		default:
			w.Text("<" + tag + ` controls preload="none" ` + source + standard + `"></` + tag + ">\n")
		}
	}
	w.Text("<figcaption dir=\"auto\">")
	w.text(strings.TrimPrefix(about, "image, "))
	w.Text("</figcaption>\n</figure>\n")
	if m.Text != "" {
		w.folded("data", "Text", m.Text)
	}
}
