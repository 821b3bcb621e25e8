package redact

import "strconv"

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
		number, _ := strconv.Atoi(text[s.Start+len("[:")+len(s.Kind) : s.End-1])
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

// placed is the pattern of a placeholder.
const placed = `\[([a-z][a-z\d_:-]*):\d{1,9}\]`

var placeholders = pattern{text: placed}

// Placeholders returns the spans of the placeholders in a text, with their kinds.
func Placeholders(text string) (found []Span) {
	for _, m := range placeholders.get().FindAllStringSubmatchIndex(text, -1) {
		found = append(found, Span{m[0], m[1], text[m[2]:m[3]]})
	}
	return found
}
