package conv

import (
	"bytes"

	"convo/conv/rawjson"
)

// Session is the outline of a session file, JSON Lines that begin with a
// header: where its entries are and how they hang together.
type Session struct {
	Header  int // offset of the first line
	Entries []SessionEntry
	Linear  bool // no entry has an id: each follows the one before it

	leaf *SessionEntry // the last line, if that is where it is said what to go on with
}

// SessionEntry is the outline of a line.
type SessionEntry struct {
	TreeEntry
	Kind  string // its type; the header's is session
	Role  string // of its message
	Marks int    // what else a format wants to know
	Leaf  bool   // no entry: from here on, ID is the one to go on with
}

// Sessions outlines the sessions in data, one behind the other; outline reads
// a line. A last line that breaks off, which somebody is still writing, is
// left out with a note.
func Sessions(data []byte, outline func(*rawjson.Cursor, *SessionEntry), notes *Notes) ([]*Session, error) {
	var all []*Session
	c := rawjson.NewCursor(data)
	for c.Kind() != rawjson.Invalid {
		e := SessionEntry{TreeEntry: TreeEntry{Offset: c.Offset()}}
		if k := c.Kind(); k != rawjson.Object {
			c.Fail(e.Offset, "want an entry of a session, got %s", k)
		} else if outline(c, &e); e.Kind == "" && c.Err() == nil {
			c.Fail(e.Offset, "an entry without a type")
		}
		if c.Err() == nil && e.Kind != "session" && len(all) == 0 {
			c.Fail(e.Offset, "a session begins with its header, an entry of type session; this is %q", e.Kind)
		}
		switch {
		case c.Err() != nil && len(all) > 0 && isLastLine(data[e.Offset:]):
			notes.Loss(CodeHistory, Dropped, e.Offset, "last line, which breaks off", "")
			return all, nil
		case c.Err() != nil:
			return nil, c.Err()
		case e.Kind == "session":
			all = append(all, &Session{Header: e.Offset, Linear: true})
		case e.Leaf:
			all[len(all)-1].leaf = &e
		default:
			all[len(all)-1].add(e)
		}
	}
	return all, c.End()
}

func (s *Session) add(e SessionEntry) {
	s.Entries = append(s.Entries, e)
	s.Linear = s.Linear && e.ID == ""
	s.leaf = nil
}

// last is the entry that was gone on with, -1 for the place before the first.
func (s *Session) last(notes *Notes) int {
	if s.leaf == nil {
		return len(s.Entries) - 1
	}
	if s.leaf.ID == "" {
		return -1
	}
	for i := len(s.Entries) - 1; i >= 0; i-- {
		if s.Entries[i].ID == s.leaf.ID {
			return i
		}
	}
	notes.Loss(CodeBranch, Dropped, s.leaf.Offset, "way back to an entry that is not there,", s.leaf.ID)
	return len(s.Entries) - 1
}

// SkipID passes over the id in an entry, which its outline has read. One that
// is no text is lost, with a note.
func SkipID(r *Reader) {
	if k := r.Kind(); k != rawjson.String && k != rawjson.Null {
		r.Notes.Loss(CodeID, Dropped, r.Offset(), "id that is no text", "")
	}
	r.Skip()
}

// isLastLine reports whether there is no line behind the one that b begins
// with.
func isLastLine(b []byte) bool {
	i := bytes.IndexByte(b, '\n')
	return i < 0 || len(bytes.TrimSpace(b[i:])) == 0
}

// Paths are ways through the session, as indexes of its entries: to each
// leaf, or to the entry that was gone on with alone, with a note that counts
// the rest.
func (s *Session) Paths(all bool, notes *Notes) [][]int {
	if len(s.Entries) == 0 || s.Linear {
		whole := make([]int, len(s.Entries))
		for i := range whole {
			whole[i] = i
		}
		return [][]int{whole}
	}
	entries := make([]TreeEntry, len(s.Entries))
	for i := range entries {
		entries[i] = s.Entries[i].TreeEntry
	}
	t := NewTree(entries, notes)
	if !all {
		path := t.Path(s.last(notes))
		t.NoteOthers(path, notes)
		return [][]int{path}
	}
	var paths [][]int
	for _, leaf := range t.Leaves() {
		paths = append(paths, t.Path(leaf))
	}
	return paths
}
