// Package session reads and writes transcripts that are JSON Lines: entries,
// often after a header, each of which may name the one before it, so that a
// session is a tree.
//
// The rule of the room: it knows how entries hang together, and nothing of
// what they say. A format hands in a [Layout], which names the fields of its
// header and of its entries, and reads and writes what is in an entry.
package session

import (
	"time"

	"convo/conv"
	"convo/conv/rawjson"
)

// Layout describes the lines of one format. A line has its type in the field
// "type".
type Layout struct {
	Family string // whose residue and custom types the lines become

	Header       string        // type of the header; "": there is none, and a file is one session
	Version      string        // in the header's field "version", as a number
	NoID         string        // in the header's field "id", if the session has none
	HeaderFields []HeaderField // other known fields of the header: they become residue

	// OtherHeaderField reads any other field of the header.
	OtherHeaderField func(r *conv.Reader, c *conv.Conversation, key string)

	ID, Parent, Time string   // an entry's fields: its id, the id of the entry before it, its time
	Session          string   // an entry's field with the id of the session; "": it has none
	TimeHint         string   // residue key for a time that is not written in the usual way
	Refs             []string // fields that hold the id of another entry
	Leaf, Target     string   // type of the entry that names, in field Target, the entry to go on with; "": there is none
	Title, TitleIn   string   // type of the entry that holds the title, and its field; "": there is none
	Silent           []string // types of entries that say nothing to a model and are no surprise
	MadeID           string   // begins the ids that are made up for entries; their place follows
	MadeDigits       int      // how many digits a place has at least
	Loose            bool     // an entry without an id, or without the field for its parent, follows the entry before it in the file
	Tolerant         bool     // a broken line is left out with a note; otherwise only the last one is

	Milliseconds func(literal conv.Raw) int64 // reads a time; 0 for anything else
	Literal      func(ms int64) conv.Raw      // writes a time

	// Outline reads any other field of an entry for its outline. It may leave
	// the value unread. Nil: there is nothing more to know.
	Outline func(c *rawjson.Cursor, e *Entry, key string)
}

// HeaderField is a field of a header.
type HeaderField struct {
	Key     string
	Unknown conv.Raw // written where the value is not known; "": the field is left out
}

// The hints in the residue of a session and of its entries.
const (
	hintLinear  = "~linear"  // no entry has an id
	hintVersion = "~version" // the version in the header; null: it has none
	hintLoose   = "~loose"   // the entry has no id
	hintFollows = "~follows" // the entry does not say which one it follows
)

// The hints of an entry: a parent that is not the entry before it, and a name
// of the session that is not the conversation's id, null for none.
func (l *Layout) hintParent() string  { return "~" + l.Parent }
func (l *Layout) hintSession() string { return "~" + l.Session }

// noTime is the time of a line that says nothing but the title, null without.
func (l *Layout) noTime() conv.Raw {
	if l.Loose {
		return "null"
	}
	return l.Literal(0)
}

// ISOMilliseconds reads a time as JavaScript's clients write it, for
// [Layout.Milliseconds].
func ISOMilliseconds(literal conv.Raw) int64 {
	if len(literal) < 2 || literal[0] != '"' {
		return 0
	}
	t, err := time.Parse(time.RFC3339, string(literal[1:len(literal)-1]))
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// ISOLiteral writes a time as JavaScript's clients do, for [Layout.Literal].
func ISOLiteral(ms int64) conv.Raw {
	t := time.UnixMilli(ms).UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		t = time.UnixMilli(0).UTC()
	}
	var b [32]byte
	return conv.Raw(t.AppendFormat(b[:0], `"2006-01-02T15:04:05.000Z"`))
}
