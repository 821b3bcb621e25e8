package view

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
)

// Footnotes are the sources that the texts of a conversation cite, in the order of
// their numbers.
type Footnotes struct {
	Sources []Source
	Mark    func(n int, s Source) string // what stands in the text
}

// Joined is the content of a message, in which a text that is cut where it cites a source
// is one again, with a mark after each part that cites. What a client puts beside a question
// stands apart from it.
func (f *Footnotes) Joined(m conv.Message) (out []conv.Block) {
	list := slices.Collect(conv.BlocksOf(m))
	_, asks := m.(*conv.UserMessage)
	for i := 0; i < len(list); i++ {
		first, ok := list[i].(*conv.TextContent)
		if !ok {
			out = append(out, list[i])
			continue
		}
		if isImageTag(strings.TrimSpace(first.Text)) {
			continue // the image says more
		}
		said := f.marked(first)
		for !asks && i+1 < len(list) {
			next, ok := list[i+1].(*conv.TextContent)
			if !ok || next.Refusal != first.Refusal || !GoesOn(list[i].(*conv.TextContent).Text, next.Text) {
				break
			}
			said += f.marked(next)
			i++
		}
		out = append(out, &conv.TextContent{Text: said, Refusal: first.Refusal})
	}
	return out
}

// marked is a text with the marks of its sources. A source whose address stands in
// the text needs none.
func (f *Footnotes) marked(t *conv.TextContent) string {
	marks := ""
	for _, s := range SourcesOf(&t.Node) {
		if strings.Contains(t.Text, s.URL) {
			continue
		}
		n := slices.Index(f.Sources, s)
		if n < 0 {
			n = len(f.Sources)
			f.Sources = append(f.Sources, s)
		}
		if mark := f.Mark(n+1, s); !strings.Contains(marks, mark) {
			marks += mark
		}
	}
	if marks == "" {
		return t.Text
	}
	text := strings.TrimRight(t.Text, " \n\t")
	return text + " " + marks + t.Text[len(text):]
}

// Add numbers the sources of a message that says no place for them.
func (f *Footnotes) Add(n *conv.Node) {
	for _, s := range SourcesOf(n) {
		if !slices.Contains(f.Sources, s) {
			f.Sources = append(f.Sources, s)
		}
	}
}

// SourcesOf returns the sources that a text or an answer cites, in the words of any
// vendor.
func SourcesOf(n *conv.Node) []Source {
	var h Hosted
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if format.IsCitation(m.Key) {
				h.sources(m.Value, 0)
			}
		}
	}
	return h.Sources
}
