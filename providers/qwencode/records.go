package qwencode

import (
	"slices"

	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// record is a record of a session. Its lines are one, or several of one message
// with the same uuid, type and parent.
type record struct {
	session.Node
	kind, subtype string
	lines         []int // offsets
	before        int   // index of the record that it follows, -1 for none
	active        bool

	session, cwd, branch string // of its first line
	provenance, input    string
	time                 int64 // of its last line, Unix milliseconds; 0: not known
}

// records outlines the records of a file and finds the way to the last one. order
// is the order of their messages.
func records(data []byte, notes *note.Notes) (all []*record, order []int, err error) {
	if all, err = outlines(data, notes); err != nil {
		return nil, nil, err
	}
	ids := make(map[string]bool, len(all))
	for _, r := range all {
		ids[r.ID] = true
	}
	nodes := make([]session.Node, len(all))
	for i, r := range all {
		if r.subtype == "rewind" && !ids[r.Parent] {
			r.Parent = "" // what it follows is gone on purpose
		}
		nodes[i] = r.Node
	}
	tree := session.NewTree(nodes, notes)
	path := tree.Path(last(all))
	for i, r := range all {
		r.before, r.active = tree.Before(i), r.isBeside()
	}
	for _, i := range path {
		all[i].active = true
	}
	return all, tree.Order(path), nil
}

// last is the index of the record from which the program goes on.
func last(all []*record) int {
	for i, r := range slices.Backward(all) {
		if !r.isBeside() {
			return i
		}
	}
	return len(all) - 1
}

// isBeside reports whether a record stands beside the conversation: the program
// never goes on from it.
func (r *record) isBeside() bool {
	return r.kind == "system" && slices.Contains([]string{
		"session_artifact_event", "session_artifact_snapshot", "session_sources_snapshot",
		"managed_session_header_v1", "managed_session_event_v1", "managed_session_commit_v1",
	}, r.subtype)
}

// outlines outlines every line. A broken line is noted; it is an error if the
// first one is.
func outlines(data []byte, notes *note.Notes) (all []*record, err error) {
	parts := map[session.Node]*record{}
	err = session.Values(data, notes, func(c *rawjson.Cursor) {
		at := c.Offset()
		r, ok := outline(c)
		switch {
		case c.Err() != nil:
			return
		case !ok:
			notes.Info(note.CodeExtension, note.Dropped, at, "line that is not a record", "")
			return
		}
		piece := session.Node{ID: r.kind + " " + r.ID, Parent: r.Parent}
		if first := parts[piece]; first != nil && r.kind != "system" {
			first.lines, first.time = append(first.lines, at), max(first.time, r.time)
			return
		}
		parts[piece] = r
		all = append(all, r)
	})
	if err != nil || len(all) > 0 {
		return all, err
	}
	c := rawjson.NewCursor(data)
	c.Fail(0, "no record of a session: each has a uuid, a sessionId and a type")
	return nil, c.Err()
}

// outline reads what a line is, and reports whether it is a record.
func outline(c *rawjson.Cursor) (r *record, ok bool) {
	r = &record{lines: []int{c.Offset()}}
	r.Offset = c.Offset()
	if c.Kind() != rawjson.Object {
		c.Skip()
		return nil, false
	}
	for key := range c.Fields {
		switch key {
		case "uuid":
			r.ID = c.StrOnly()
		case "parentUuid":
			r.Parent = c.StrOnly()
		case "type":
			r.kind = c.StrOnly()
		case "subtype":
			r.subtype = c.StrOnly()
		case "sessionId":
			r.session = c.StrOnly()
		case "cwd":
			r.cwd = c.StrOnly()
		case "gitBranch":
			r.branch = c.StrOnly()
		case "provenance":
			r.provenance = c.StrOnly()
		case "externalInputKind":
			r.input = c.StrOnly()
		case "timestamp":
			r.time = session.ISOMilliseconds(c.Raw())
		}
	}
	return r, r.ID != "" && r.kind != ""
}
