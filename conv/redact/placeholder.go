package redact

import (
	"strconv"
	"strings"
)

// Names gives each replaced text a placeholder: [KIND:1], [KIND:2]. Equal texts
// get the same placeholder, different texts different ones. The zero value is
// ready.
type Names struct {
	given map[[2]string]string // by kind and replaced text
	last  map[string]int       // the numbers used so far, by kind
}

// Taken reserves the placeholders that a text already has.
func (n *Names) Taken(text string) {
	for _, s := range Placeholders(text) {
		if n.last == nil {
			n.last = map[string]int{}
		}
		number, _ := strconv.Atoi(text[strings.LastIndexByte(text[:s.End], ':')+1 : s.End-1])
		n.last[s.Kind] = max(n.last[s.Kind], number)
	}
}

// Of returns the placeholder for a replaced text.
func (n *Names) Of(kind, was string) string {
	of := [2]string{kind, was}
	if name, ok := n.given[of]; ok {
		return name
	}
	if n.given == nil {
		n.given = map[[2]string]string{}
	}
	if n.last == nil {
		n.last = map[string]int{}
	}
	n.last[kind]++
	name := "[" + kind + ":" + strconv.Itoa(n.last[kind]) + "]"
	n.given[of] = name
	return name
}

// Placeholders returns the spans of the placeholders in a text, with their kinds.
func Placeholders(text string) []Span {
	var found []Span
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '[')
		if n < 0 {
			return found
		}
		i += n
		if kind, end := placeholder(text, i); end > 0 {
			found = append(found, Span{i, end, kind})
			i = end - 1
		}
	}
}

// placeholder returns the placeholder at s[i]; end is 0 if there is none.
func placeholder(s string, i int) (kind string, end int) {
	const longest = 80
	k := i + 1
	for k < len(s) && k-i < longest && ((lower | digits | under | dash).in(s[k]) || s[k] == ':') {
		k++
	}
	if k >= len(s) || s[k] != ']' {
		return "", 0
	}
	kind, number, ok := lastCut(s[i+1 : k])
	if !ok || kind == "" || number == "" || !digits.all(number) || len(number) > 9 || !lower.in(kind[0]) {
		return "", 0
	}
	return kind, k + 1
}

// lastCut splits a text at its last colon.
func lastCut(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}
