package pisession

import (
	"bytes"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// session is the outline of one session: where its lines are and how they
// hang together.
type session struct {
	header  int // offset
	entries []entry
	tree    []conv.TreeEntry // of the entries
	linear  bool             // no entry has an id: each follows the one before it
	named   []string         // made ids that an entry refers to
}

// entry is the outline of a line.
type entry struct {
	kind string
	role string // of its message
	said int    // how many of the members of an answer that pi demands it has
	told int    // likewise of a tool result
}

// whole reports whether a message has the members that pi demands.
func (e *entry) whole() bool {
	return e.role == "assistant" && e.said == 6 || e.role == "toolResult" && e.told == 2
}

// scan outlines the sessions in data, one behind the other. A last line that
// breaks off, which somebody is still writing, is left out with a note.
func scan(data []byte, notes *conv.Notes) ([]*session, error) {
	var all []*session
	c := rawjson.NewCursor(data)
	for c.Kind() != rawjson.Invalid {
		start := c.Offset()
		var e entry
		var at conv.TreeEntry
		var refs []string
		scanLine(c, &e, &at, &refs)
		c.Offset() // a word behind the line is the next line's
		if c.Err() != nil {
			if len(all) > 0 && lastLine(data[start:]) {
				notes.Loss(conv.CodeHistory, conv.Dropped, start, "last line, which breaks off", "")
				break
			}
			return nil, c.Err()
		}
		switch {
		case e.kind == "session":
			all = append(all, &session{header: start, linear: true})
		case len(all) == 0:
			c.Fail(start, "a session begins with its header, an entry of type session; this is %q", e.kind)
			return nil, c.Err()
		default:
			s := all[len(all)-1]
			at.Offset = start
			s.entries, s.tree = append(s.entries, e), append(s.tree, at)
			s.linear = s.linear && at.ID == ""
			s.named = append(s.named, refs...)
		}
	}
	if err := c.End(); err != nil && len(all) == 0 {
		return nil, err
	}
	for _, s := range all {
		for i := 0; s.linear && i < len(s.tree); i++ {
			s.tree[i].Parent = ""
		}
	}
	return all, nil
}

// lastLine reports whether there is no line behind the one that b begins with.
func lastLine(b []byte) bool {
	i := bytes.IndexByte(b, '\n')
	return i < 0 || len(bytes.TrimSpace(b[i:])) == 0
}

// scanLine outlines the line that is next.
func scanLine(c *rawjson.Cursor, e *entry, at *conv.TreeEntry, refs *[]string) {
	if k := c.Kind(); k != rawjson.Object {
		c.Fail(c.Offset(), "want an entry of a session, got %s", k)
		return
	}
	start := c.Offset()
	for key := range c.Fields {
		switch key {
		case "type":
			e.kind = c.Str()
		case "id":
			at.ID = optional(c)
		case "parentId":
			at.Parent = optional(c)
		case "firstKeptEntryId", "fromId", "targetId":
			if id := optional(c); strings.HasPrefix(id, madeID) {
				*refs = append(*refs, id)
			}
		case "message":
			if c.Kind() != rawjson.Object {
				continue
			}
			for key := range c.Fields {
				switch key {
				case "role":
					e.role = optional(c)
				case "api", "provider", "model", "usage", "stopReason", "timestamp":
					e.said++
				case "toolName", "isError":
					e.told++
				}
			}
		}
	}
	if e.kind == "" && c.Err() == nil {
		c.Fail(start, "an entry without a type")
	}
}

// optional reads a string; what is none is passed over.
func optional(c *rawjson.Cursor) string {
	if c.Kind() != rawjson.String {
		c.Skip()
		return ""
	}
	return c.Str()
}

// paths are the ways through the session, as indexes of its entries: to each
// leaf, or to the last entry alone, with a note that counts the rest.
func (s *session) paths(all bool, notes *conv.Notes) [][]int {
	if len(s.entries) == 0 || s.linear {
		whole := make([]int, len(s.entries))
		for i := range whole {
			whole[i] = i
		}
		return [][]int{whole}
	}
	t := conv.NewTree(s.tree, notes)
	if !all {
		path := t.Path(len(s.entries) - 1)
		t.NoteOthers(path, notes)
		return [][]int{path}
	}
	var paths [][]int
	for _, leaf := range t.Leaves() {
		paths = append(paths, t.Path(leaf))
	}
	return paths
}
