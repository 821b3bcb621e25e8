package fit

import (
	"bytes"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// lines are the lines of a session. Mostly they are the ones that it was read from:
// then they need no memory, and are not read again.
type lines struct {
	source []byte             // what the session was read from
	as     *conv.Conversation // and what that was, nil if it is unknown
	same   int                // so many bytes of the lines are those of source
	rest   [][]byte           // what was flushed after them: joined at the end it is copied once
}

func newLines(c *conv.Conversation) *lines {
	source, as := c.Source()
	return &lines{source: source, as: as}
}

// write writes the lines of a session.
func (l *lines) write(c *conv.Conversation, f *format.Format) {
	w := rawjson.NewWriter(l)
	f.Write(w, c)
	_ = w.Flush() // lines take all
}

func (l *lines) Write(b []byte) (int, error) {
	if l.rest == nil && bytes.HasPrefix(l.source[l.same:], b) {
		l.same += len(b)
	} else {
		l.rest = append(l.rest, bytes.Clone(b))
	}
	return len(b), nil
}

// are reports whether the lines are those that the session was read from.
func (l *lines) are() bool { return l.as != nil && l.rest == nil && l.same == len(l.source) }

func (l *lines) all() []byte {
	return slices.Concat(append([][]byte{l.source[:l.same]}, l.rest...)...)
}
