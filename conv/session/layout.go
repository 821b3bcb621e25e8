package session

import (
	"cmp"
	"slices"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
)

// Layout describes the lines of one format. The field "type" of a line holds its
// type.
type Layout struct {
	Family string // the format of the residue and of the custom types

	Header       string        // type of the header
	Slot         string        // type of a line that may stand before the header; "": no such line
	Version      string        // in the header's field "version", as a number
	NoID         string        // in the header's field "id", if the session has no id
	HeaderFields []HeaderField // other known fields of the header, which become residue

	// OtherHeaderField reads any other field of the header.
	OtherHeaderField func(r *conv.Reader, c *conv.Conversation, key string)

	ID, Parent, Time string   // an entry's fields: its id, the id of the entry before it, its time
	TimeHint         string   // residue key for a time that is written in an unusual way
	Refs             []string // fields that hold the id of another entry
	Leaf, Target     string   // type of the entry that names, in field Target, the current entry; "": no such type
	Title, TitleIn   string   // type of the entry that holds the title, and its field; "": no such type
	Silent           []string // known types of entries that a model does not see
	MadeID           string   // prefix of the ids that are made up for entries; the entry's place follows

	Milliseconds func(literal conv.Raw) int64 // reads a time; 0 for anything else
	Literal      func(ms int64) conv.Raw      // writes a time

	// Inside says of a field, wherever it is, whether its fields have an order of their
	// own in a line: if it is an object or a list. Nil: no order is kept.
	Inside func(key string) rawjson.Kind

	// Last is the field that comes last, and Entry writes an entry, for the orders.
	Last  string
	Entry func(s *Chain, m conv.Message)

	// Outline reads any other field of an entry for its outline. It may leave
	// the value unread. Nil: the outline needs no other field.
	Outline func(c *rawjson.Cursor, e *Entry, key string)
}

// HeaderField is a field of a header.
type HeaderField struct {
	Key     string
	Unknown conv.Raw // written if the value is unknown; "": the field is left out

	// Read takes what the field says of a session, and Said is the field that says
	// it, "" if the session does not know. Nil: the field becomes residue.
	Read func(s *conv.Session, value conv.Raw)
	Said func(s *conv.Session) conv.Raw
}

// The hints in the residue of a session and of its entries.
const (
	hintLinear  = "~linear"  // no entry has an id
	hintSlot    = "~slot"    // the line before the header
	hintVersion = "~version" // the version in the header; null: the header has none
)

// SlotOf returns the line that stands before the header, given the node of the
// conversation, "" without one.
func (l *Layout) SlotOf(n *conv.Node) conv.Raw { return n.Extensions.Get(l.Family, hintSlot) }

// hintParent is the hint of an entry with a parent that is not the entry before it.
func (l *Layout) hintParent() string { return "~" + l.Parent }

// ISOMilliseconds reads a time as clients in JavaScript write it, for
// [Layout.Milliseconds].
func ISOMilliseconds(literal conv.Raw) int64 {
	if len(literal) < 2 || literal[0] != '"' {
		return 0
	}
	return ISOTime(string(literal[1 : len(literal)-1]))
}

// ISOTime reads a time of ISO 8601 in milliseconds, 0 for another text.
func ISOTime(text string) int64 {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// Time reads a time in milliseconds: a text of ISO 8601, or a number, whose size tells
// whether it is of seconds, milliseconds or nanoseconds. It is 0 for anything else.
func Time(v conv.Raw) int64 {
	if t := ISOMilliseconds(v); t != 0 {
		return t
	}
	n, ok := rawjson.Number(cmp.Or(v.Text(), string(v))).Int()
	switch {
	case !ok || n <= 0:
		return 0
	case n < 1e11:
		return n * 1000
	case n < 1e14:
		return n
	}
	return n / 1e6
}

// ISOLiteral writes a time as clients in JavaScript do, for [Layout.Literal].
func ISOLiteral(ms int64) conv.Raw {
	t := time.UnixMilli(ms).UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		t = time.UnixMilli(0).UTC()
	}
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b := []byte(`"0000-00-00T00:00:00.000Z"`)
	digits(b[1:5], year)
	digits(b[6:8], int(month))
	digits(b[9:11], day)
	digits(b[12:14], hour)
	digits(b[15:17], minute)
	digits(b[18:20], second)
	digits(b[21:24], t.Nanosecond()/1e6)
	return conv.Raw(rawjson.TextOf(b))
}

// digits writes a number with as many digits as there is room for.
func digits(b []byte, n int) {
	for i := range slices.Backward(b) {
		b[i] = '0' + byte(n%10)
		n /= 10
	}
}
