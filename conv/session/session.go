package session

import (
	"bytes"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Session is the outline of one session in a file: where its entries are and
// which entry each one follows.
type Session struct {
	Header  int // offset of the header
	Entries []Entry
	Linear  bool // no entry has an id: each follows the one before it

	leaf *Entry // the last line, if it names the entry to go on with
}

// Entry is the outline of a line.
type Entry struct {
	Node
	Kind  string // its type
	Role  string // of its message, if [Layout.Outline] reads it
	Marks int    // for [Layout.Outline]
}

// Sessions outlines the sessions in a file, one after the other. A last line
// that is cut off is left out with a note: somebody is still writing it. refs
// are the made ids that an entry refers to.
func (l *Layout) Sessions(data []byte, notes *conv.Notes) (all []*Session, refs []string, err error) {
	c := rawjson.NewCursor(data)
	for c.Kind() != rawjson.Invalid {
		e, target := l.outline(c, &refs)
		if c.Err() == nil && e.Kind != l.Header && len(all) == 0 {
			c.Fail(e.Offset, "a session begins with its header, an entry of type %s; this is %q", l.Header, e.Kind)
		}
		switch {
		case c.Err() != nil && len(all) > 0 && isLastLine(data[e.Offset:]):
			notes.Loss(conv.CodeHistory, conv.Dropped, e.Offset, "last line, which is cut off", "")
			return all, refs, nil
		case c.Err() != nil:
			return nil, nil, c.Err()
		case e.Kind == l.Header:
			all = append(all, &Session{Header: e.Offset, Linear: true})
		case e.Kind == l.Leaf:
			e.ID = target
			all[len(all)-1].leaf = &e
		default:
			all[len(all)-1].add(e)
		}
	}
	return all, refs, c.End()
}

// outline reads a line, and the id that it refers to.
func (l *Layout) outline(c *rawjson.Cursor, refs *[]string) (e Entry, target string) {
	e.Offset = c.Offset()
	if k := c.Kind(); k != rawjson.Object {
		c.Fail(e.Offset, "want an entry of a session, got %s", k)
		return e, ""
	}
	for key := range c.Fields {
		switch {
		case key == "type":
			e.Kind = c.Str()
		case key == l.ID:
			e.ID = optional(c)
		case key == l.Parent:
			e.Parent = optional(c)
		case slices.Contains(l.Refs, key):
			id := optional(c)
			if key == l.Target {
				target = id
			}
			if strings.HasPrefix(id, madeID) {
				*refs = append(*refs, id)
			}
		case l.Outline != nil:
			l.Outline(c, &e, key)
		}
	}
	if e.Kind == "" && c.Err() == nil {
		c.Fail(e.Offset, "an entry without a type")
	}
	return e, target
}

// isLastLine reports whether no line comes after the one that b begins with.
func isLastLine(b []byte) bool {
	i := bytes.IndexByte(b, '\n')
	return i < 0 || len(bytes.TrimSpace(b[i:])) == 0
}

func (s *Session) add(e Entry) {
	s.Entries = append(s.Entries, e)
	s.Linear = s.Linear && e.ID == ""
	s.leaf = nil
}

// last is the index of the entry to go on with, -1 for the place before the
// first.
func (s *Session) last(notes *conv.Notes) int {
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
	notes.Loss(conv.CodeBranch, conv.Dropped, s.leaf.Offset, "way back to a missing entry", s.leaf.ID)
	return len(s.Entries) - 1
}

// Paths are the paths through the session, as indexes of its entries: to each
// leaf, or only to the entry to go on with, with a note that counts the rest.
func (s *Session) Paths(all bool, notes *conv.Notes) [][]int {
	if len(s.Entries) == 0 || s.Linear {
		whole := make([]int, len(s.Entries))
		for i := range whole {
			whole[i] = i
		}
		return [][]int{whole}
	}
	nodes := make([]Node, len(s.Entries))
	for i := range nodes {
		nodes[i] = s.Entries[i].Node
	}
	t := NewTree(nodes, notes)
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

// optional reads a string; any other value is skipped.
func optional(c *rawjson.Cursor) string {
	if c.Kind() != rawjson.String {
		c.Skip()
		return ""
	}
	return c.Str()
}
