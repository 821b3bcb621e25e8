package html

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// mention shows, as Markdown, a block that only its own formats understand. Most
// are tools that the vendor runs: what they were asked, and their sources.
func mention(b conv.Block) string {
	o, ok := b.(*conv.Opaque)
	if !ok {
		return "[" + b.BlockType() + "]"
	}
	h := view.HostedOf(o.Raw)
	said := "**" + escaped(h.Name) + "**"
	if h.Asked != "" {
		said += " " + escaped(view.Shortened(view.OneLine(h.Asked), maxDoing))
	}
	if h.Code != "" {
		said += "\n\n" + fence(h.Code) + "\n" + rawjson.ReplaceLoneSurrogates(h.Code) + "\n" + fence(h.Code)
	}
	for _, s := range h.Sources {
		said += "\n- [" + escaped(s.Title) + "](" + address(s.URL) + ")"
	}
	return said
}

// escaped is a text in which Markdown has no marks.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range rawjson.ReplaceLoneSurrogates(view.OneLine(s)) {
		if r < 0x80 && strings.ContainsRune("\\`*_{}[]<>#+-!|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// address is an address in which nothing ends it for Markdown.
func address(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || strings.IndexByte(`()<>\`, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// fence is longer than any in the text.
func fence(s string) string {
	f := "```"
	for strings.Contains(s, f) {
		f += "`"
	}
	return f
}
