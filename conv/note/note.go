// Package note has the notes of a conversion: what it did other than copying, what
// that was done to, and whether something cannot come back.
package note

import "strconv"

// Note reports one thing that a conversion did other than copying.
type Note struct {
	Severity Severity
	Kind     Kind
	Code     Code
	Offset   int    // of the node in the input; -1: unknown
	What     string // the thing, in words that are the same in every case: "image detail"
	Name     string // which one: a field's key, a role, an id
	Asked    bool   // the user asked for it, so --strict accepts it
	Count    int    // how many equal notes this one counts
}

// Severity of a note or a rule.
type Severity string

// The severities. A note is a Loss if something cannot come back, and a Warning if a
// server may refuse what is kept. A rule is an Error if servers refuse what breaks it.
const (
	Info    Severity = "info"
	Loss    Severity = "loss"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Kind says what was done.
type Kind string

// The kinds of a note.
const (
	Dropped     Kind = "dropped"
	Downgraded  Kind = "downgraded"
	Renamed     Kind = "renamed"
	Synthesized Kind = "synthesized"
	Merged      Kind = "merged"
	Recovered   Kind = "recovered"
	Redacted    Kind = "redacted"
	Unknown     Kind = "unknown" // kept, though convo does not know it
	Kept        Kind = "kept"
	Read        Kind = "read" // as the format that the note names
)

// String returns the note in words: dropped image detail "high".
func (n Note) String() string {
	s := string(n.Kind) + " " + n.What
	if n.Kind == Unknown {
		s = "kept unknown " + n.What
	}
	if n.Name != "" {
		s += " " + QuoteName(n.Name)
	}
	return s
}

// QuoteName quotes a name from an input, without terminal control characters and
// cut to one line.
func QuoteName(name string) string {
	const most = 80
	if r := []rune(name[:min(len(name), 4*most)]); len(r) > most {
		name = string(r[:most]) + "…"
	}
	return strconv.Quote(name)
}
