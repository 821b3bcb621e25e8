// Package session reads and writes transcripts that are JSON Lines: a header,
// then entries, each of which may name the one before it, so that a session
// is a tree.
//
// The rule of the room: it knows how entries hang together, and nothing of
// what they say. A format hands in a [Layout], which names the fields of its
// header and of its entries, and reads and writes what is in an entry.
package session

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// Layout describes the lines of one format. Every line has its type in the
// field "type".
type Layout struct {
	Family string // whose residue and custom types the lines become

	Header       string        // type of the header
	Version      string        // in the header's field "version", as a number
	NoID         string        // in the header's field "id", if the session has none
	HeaderFields []HeaderField // other known fields of the header: they become residue

	// OtherHeaderField reads any other field of the header.
	OtherHeaderField func(r *conv.Reader, c *conv.Conversation, key string)

	ID, Parent, Time string   // an entry's fields: its id, the id of the entry before it, its time
	TimeHint         string   // residue key for a time that is not written in the usual way
	Refs             []string // fields that hold the id of another entry
	Leaf, Target     string   // type of the entry that names, in field Target, the entry to go on with; "" if there is none
	Title            string   // type of the entry that holds the title in its field "name"
	Silent           []string // types of entries that say nothing to a model and are no surprise

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

// The hints in the residue of a session.
const (
	hintLinear  = "~linear"  // no entry has an id
	hintVersion = "~version" // the version in the header; null: it has none
)

// hintParent is the residue key of an entry's parent that is not the entry
// before it.
func (l *Layout) hintParent() string { return "~" + l.Parent }

// madeID begins the ids of entries that have none. Their place follows.
const madeID = "convo-"
