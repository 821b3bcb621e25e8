// Package redact finds in texts what is not to be shared: secrets, the names
// of users in paths, addresses, and what a user's own rules say. A string comes
// in, spans come out. Which strings a conversation has, and what each is there
// for, [EachText] says.
//
// Secrets are found in one pass over the bytes, for validate looks at every
// text: long words are met by sampling, names such as "password" by a table of
// three bytes, and only there is anything compared. A vendor is a row of a
// table: what its keys begin with, of which characters and how long they are.
package redact

import (
	"sort"
	"strings"
)

// Span is a piece of a text that is to be replaced, in bytes.
type Span struct {
	Start, End int
	Kind       string // "secret:github-token", "user", "email" or an own rule's name
}

// Finder finds the spans of a text that are to be replaced, in order and
// apart from each other. key is the key of the JSON member whose value the
// text is, "" if it is none.
type Finder func(key, text string) []Span

// apart sorts spans and joins those that overlap. Of two kinds that of a
// vendor is kept rather than one that a name told.
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

// byPlace sorts spans by where they begin, the longer before the shorter.
type byPlace []Span

func (s byPlace) Len() int      { return len(s) }
func (s byPlace) Swap(i, k int) { s[i], s[k] = s[k], s[i] }
func (s byPlace) Less(i, k int) bool {
	return s[i].Start < s[k].Start || s[i].Start == s[k].Start && s[i].End > s[k].End
}

// named tells the kinds that only a name told.
func named(kind string) bool {
	switch kind {
	case Password, Token, Secret, Key:
		return true
	}
	return false
}

// Replaced is text with each span replaced.
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

// Redacted is text with all that find finds replaced, and what it then finds
// in what is left, so that there is nothing to find any more.
func Redacted(key, text string, find Finder, by func(kind, was string) string) string {
	const most = 8 // a rule that never ends meets itself
	for range most {
		spans := find(key, text)
		if len(spans) == 0 {
			break
		}
		text = Replaced(text, spans, by)
	}
	return text
}
