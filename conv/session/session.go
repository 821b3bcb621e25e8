package session

import (
	"bytes"
	"slices"
	"strings"

	"convo/conv/note"
	"convo/conv/rawjson"
)

// Session is the outline of one session in a file: where its entries are and
// which entry each one follows.
type Session struct {
	Header  int // offset of the header
	Slot    int // offset of the line before the header, -1 without one
	Entries []Entry
	Linear  bool // no entry has an id: each follows the one before it

	leaf *Entry // the last line, if it names the current entry
}

// Entry is the outline of a line.
type Entry struct {
	Node
	Kind string // its type

	Odd bool // its fields are not in the order in which they are written, or nobody asks

	said string // of a leaf, its own id

	// For [Layout.Outline].
	Role  string // of its message
	Marks int    // whatever else the format needs
}

// Sessions outlines the sessions in a file. It skips a last line that is cut off
// with a note: somebody is still writing it. refs are the made up ids that an
// entry refers to.
func (l *Layout) Sessions(data []byte, notes *note.Notes) (all []*Session, refs map[string]bool, err error) {
	refs = map[string]bool{}
	c := rawjson.NewCursor(data)
	slot := -1
	for c.Kind() != rawjson.Invalid {
		e, target := l.outline(c, refs, notes.WantKeysOnly())
		if c.Err() == nil && len(all) == 0 && slot < 0 && l.Slot != "" && e.Kind == l.Slot {
			slot = e.Offset
			continue
		}
		if c.Err() == nil && len(all) == 0 && e.Kind != l.Header {
			c.Fail(e.Offset, "a session must begin with an entry of type %s, got %q", l.Header, e.Kind)
		}
		switch {
		case c.Err() == nil:
			if all = l.add(all, e, target); len(all) == 1 && all[0].Entries == nil {
				all[0].Entries, all[0].Slot = roomFor(data), slot
			}
		case len(all) > 0 && isLastLine(data[e.Offset:]):
			notes.Loss(note.CodeHistory, note.Dropped, e.Offset, "last line, which is cut off", "")
			return all, refs, nil
		default:
			return nil, nil, c.Err()
		}
	}
	return all, refs, c.End()
}

// roomFor is room for the entries of a file, one a line.
func roomFor(data []byte) []Entry {
	const usual = 200 // bytes of the shortest lines
	return make([]Entry, 0, min(bytes.Count(data, []byte{'\n'}), len(data)/usual)+1)
}

// add adds an entry to the last session, or begins a session.
func (l *Layout) add(all []*Session, e Entry, target string) []*Session {
	if e.Kind == l.Header {
		return append(all, &Session{Header: e.Offset, Slot: -1, Linear: true})
	}
	s := all[len(all)-1]
	if l.Leaf != "" && e.Kind == l.Leaf {
		e.said, e.ID = e.ID, target
		s.leaf = &e
		return all
	}
	s.Entries = append(s.Entries, e)
	s.Linear = s.Linear && e.ID == ""
	s.leaf = nil
	return all
}

// place is how far a line is in the fields that every entry has, after one more.
// Fields that come too early make the entry odd.
func (l *Layout) place(e *Entry, key string, at int) int {
	place := 4
	switch key {
	case l.Last:
		place = 5
	case "type":
		place = 0
	case l.ID:
		place = 1
	case l.Parent:
		place = 2
	case l.Time:
		place = 3
	}
	e.Odd = e.Odd || place < at
	return place
}

// outline reads a line, and the id that it refers to. odd says that nobody asks for
// the order of its fields.
func (l *Layout) outline(c *rawjson.Cursor, refs map[string]bool, odd bool) (e Entry, target string) {
	e.Offset, e.Odd = c.Offset(), odd
	if k := c.Kind(); k != rawjson.Object {
		c.Fail(e.Offset, "want an entry of a session, got %s", k)
		return e, ""
	}
	at := 0
	for key := range c.Fields {
		at = l.place(&e, key, at)
		switch {
		case key == "type":
			e.Kind = c.Str()
		case key == l.ID:
			e.ID = c.StrOnly()
		case key == l.Parent:
			e.Parent = c.StrOnly()
		case slices.Contains(l.Refs, key):
			id := c.StrOnly()
			if key == l.Target {
				target = id
			} else if l.isMade(id) {
				refs[id] = true
			}
		case l.Outline != nil:
			l.Outline(c, &e, key)
		}
	}
	if l.isMade(target) && !(e.Kind == l.Leaf && l.isMade(e.ID)) { // the line was made with the id
		refs[target] = true
	}
	if e.Kind == "" && c.Err() == nil {
		c.Fail(e.Offset, "an entry without a type")
	}
	return e, target
}

func (l *Layout) isMade(id string) bool { return strings.HasPrefix(id, l.MadeID) }

// isLastLine reports whether no line follows the one that b begins with.
func isLastLine(b []byte) bool {
	i := bytes.IndexByte(b, '\n')
	return i < 0 || len(bytes.TrimSpace(b[i:])) == 0
}
