// Package redact finds in texts what should not be shared: secrets, user names
// in paths, e-mail addresses, and what a user's own rules match. It takes a
// string and returns spans. [EachText] lists the strings of a conversation and
// their purpose.
//
// Secrets are looked for in two steps, because validate checks every text. A pass
// over samples of the bytes finds long words and keywords such as "password".
// Only there, tables are compared: vendors by how their keys begin, their characters and
// their length, and everything else by regular expressions, which are compiled on first use.
package redact

import (
	"sort"
	"strings"
)

// Span is a piece of a text to replace, in bytes.
type Span struct {
	Start, End int
	Kind       string // "secret:github-token", "user", "email" or the name of a user's rule
}

// Finder finds the spans of a text to replace. They are in order and do not
// overlap. key is the key of the JSON field that has the text as its value, ""
// if there is none.
type Finder func(key, text string) []Span

// apart sorts spans and joins those that overlap. It prefers the kind of a
// vendor to a kind that comes from a name.
func apart(spans []Span) []Span {
	if len(spans) < 2 {
		return spans
	}
	sort.Stable(byPlace(spans))
	out := spans[:1]
	for _, s := range spans[1:] {
		last := &out[len(out)-1]
		if s.Start >= last.End {
			out = append(out, s)
			continue
		}
		if named(last.Kind) && !named(s.Kind) {
			last.Kind = s.Kind
		}
		last.End = max(last.End, s.End)
	}
	return out
}

// byPlace sorts spans by their start, a longer one before a shorter one.
type byPlace []Span

func (s byPlace) Len() int      { return len(s) }
func (s byPlace) Swap(i, k int) { s[i], s[k] = s[k], s[i] }
func (s byPlace) Less(i, k int) bool {
	return s[i].Start < s[k].Start || s[i].Start == s[k].Start && s[i].End > s[k].End
}

// named lists the kinds that come only from a name.
func named(kind string) bool {
	switch kind {
	case Password, Token, Secret, Key:
		return true
	}
	return false
}

// Replaced returns text with each span replaced.
func Replaced(text string, spans []Span, by func(kind, was string) string) string {
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteString(by(s.Kind, text[s.Start:s.End]))
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// Redacted returns text with all that find finds replaced, repeated until find
// finds nothing more.
func Redacted(key, text string, find Finder, by func(kind, was string) string) string {
	const most = 8 // a limit, because a rule may match its own result
	for range most {
		spans := find(key, text)
		if len(spans) == 0 {
			break
		}
		text = Replaced(text, spans, by)
	}
	return text
}
