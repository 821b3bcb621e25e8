package geminicli

import (
	"bytes"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// record is a line of the log, or the whole document.
type record struct {
	at   int
	kind recordKind

	id       string // of a message, or of the one to go back to
	messages int    // offset of the list of messages in it, -1 for none
	fields   int    // offset of the fields of a head or an update
}

type recordKind int

// The kinds of records, in the order in which the program looks for them.
const (
	otherRecord recordKind = iota
	rewindRecord
	messageRecord
	setRecord
	headRecord
)

// records outlines the file. A broken line is noted.
func (d *decoder) records() (all []record, err error) {
	const usual = 200 // bytes of the shortest lines
	all = make([]record, 0, min(bytes.Count(d.Buffer(), []byte{'\n'}), len(d.Buffer())/usual)+1)
	if err := session.Values(d.Buffer(), d.Notes, func(c *rawjson.Cursor) {
		at := c.Offset()
		x := outline(c)
		if c.Err() != nil {
			return
		}
		if x.kind == otherRecord {
			d.Notes.Unknown(at, "line", "")
		}
		all = append(all, x)
	}); err != nil {
		return nil, err
	}
	for _, x := range all {
		if x.kind != otherRecord {
			return all, nil
		}
	}
	c := rawjson.NewCursor(d.Buffer())
	c.Fail(c.Offset(), "no line of a session: a head, a message, $set or $rewindTo")
	return nil, c.Err()
}

// outline reads a record up to its end.
func outline(c *rawjson.Cursor) record {
	at := c.Offset()
	x := record{at: at, messages: -1, fields: at}
	var id, target string
	var isMessage, isRewind, isSet, named, hashed bool
	for key := range c.FieldsOnly {
		switch key {
		case "$rewindTo":
			isRewind = c.Kind() == rawjson.String
			target = c.StrOnly()
		case "id":
			isMessage = c.Kind() == rawjson.String
			id = c.StrOnly()
		case "$set":
			if isSet = c.Kind() == rawjson.Object; !isSet {
				c.Skip()
				continue
			}
			if x.fields == at {
				x.fields = c.Offset()
			}
			for key := range c.Fields {
				x.list(c, key)
			}
		case "sessionId":
			named = c.Kind() == rawjson.String
		case "projectHash":
			hashed = c.Kind() == rawjson.String
		default:
			x.list(c, key)
		}
	}
	switch {
	case isRewind:
		x.kind, x.id = rewindRecord, target
	case isMessage:
		x.kind, x.id = messageRecord, id
	case isSet:
		x.kind = setRecord
	case named && hashed || x.messages >= 0:
		x.kind, x.fields = headRecord, at
	}
	return x
}

// list skips a field and remembers where a list of messages is.
func (x *record) list(c *rawjson.Cursor, key string) {
	if key == "messages" && c.Kind() == rawjson.Array {
		x.messages = c.Offset()
	}
	c.Skip()
}

// wire is a message of the log: what all records with its id say.
type wire struct {
	id       string
	versions []int        // offsets, the last one counts
	first    [1]int       // memory for the first of them
	before   *wire        // the message that it followed when it was added, nil for none
	place    int          // in the list, -1 if it is not there
	dropped  []*wire      // messages that followed it and are no longer there
	end      conv.Message // the last that it became, or the message before it if it became none
}

// ended is the last message that it became, nil for none.
func (w *wire) ended() conv.Message {
	if w == nil {
		return nil
	}
	return w.end
}

func (w *wire) isActive() bool { return w.place >= 0 }

// state is the messages that the log amounts to so far.
type state struct {
	list []*wire
	all  map[string]*wire
	seen []*wire // all, in the order in which they came
	made rawjson.Slab[wire]
}

// isThere reports whether the list has a message with an id.
func (s *state) isThere(id string) bool {
	w := s.all[id]
	return w != nil && w.isActive()
}

// add adds a message, or replaces the one with its id.
func (s *state) add(id string, at int) {
	w := s.all[id]
	if w == nil || id == "" {
		w = s.made.New()
		w.id, w.versions, w.place = id, w.first[:0], -1
		s.all[id] = w
		s.seen = append(s.seen, w)
	}
	if w.versions = append(w.versions, at); w.isActive() {
		return
	}
	if w.before = nil; len(s.list) > 0 {
		w.before = s.list[len(s.list)-1]
	}
	w.place = len(s.list)
	s.list = append(s.list, w)
}

// rewind removes a message and those after it; all, if there is none.
func (s *state) rewind(id string) {
	from := 0 // for an unknown one, as the program does it
	if s.isThere(id) {
		from = s.all[id].place
	}
	for _, w := range s.list[from:] {
		w.place = -1
	}
	s.list = s.list[:from:from]
}

// replay runs the log and returns all messages: the active path, and after each
// of its messages what followed it and was removed.
func (d *decoder) replay(records []record) []*wire {
	n := len(records)
	s := &state{all: make(map[string]*wire, n), seen: make([]*wire, 0, n), list: make([]*wire, 0, n)}
	for _, x := range records {
		switch x.kind {
		case rewindRecord:
			if !s.isThere(x.id) {
				d.Notes.Info(note.CodeBranch, note.Dropped, x.at, "all messages so far: the message to go back to is not there", "")
			}
			s.rewind(x.id)
		case messageRecord:
			s.add(x.id, x.at)
		case setRecord:
			if x.messages >= 0 {
				s.rewind("")
			}
		}
		if x.kind == setRecord || x.kind == headRecord {
			d.addAll(s, x.messages)
		}
	}
	return s.order()
}

// addAll adds the messages of a list.
func (d *decoder) addAll(s *state, at int) {
	if at < 0 {
		return
	}
	c := rawjson.NewTrustedCursor(d.Buffer())
	c.Rewind(at)
	for range c.Elements {
		at := c.Offset()
		if c.Kind() != rawjson.Object {
			c.Skip()
			d.Notes.Unknown(at, "message", "")
			continue
		}
		s.add(outline(c).id, at)
	}
}

func (s *state) order() []*wire {
	var roots, out []*wire
	for _, w := range s.seen {
		switch {
		case w.isActive():
		case w.before == nil:
			roots = append(roots, w)
		default:
			w.before.dropped = append(w.before.dropped, w)
		}
	}
	under := func(roots []*wire) {
		stack := slices.Clone(roots)
		for slices.Reverse(stack); len(stack) > 0; {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			out = append(out, w)
			for _, next := range slices.Backward(w.dropped) {
				stack = append(stack, next)
			}
		}
	}
	under(roots)
	for _, w := range s.list {
		out = append(out, w)
		under(w.dropped)
	}
	return out
}
