package session

import (
	"bytes"
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Messages reads an input that holds only messages. Each list of messages is a
// conversation; messages one a line are one conversation together. begin gets a
// new conversation and returns the reader of its next message. A last line that
// is cut off is skipped with a note.
func Messages(r *conv.Reader, begin func(*conv.Conversation) (next func())) iter.Seq2[*conv.Conversation, error] {
	return conversations(r, false, func(c *conv.Conversation) (next, end func()) { return begin(c), func() {} })
}

// Values calls read for each value of a file that has one a line. A broken line is
// noted and left out; it is an error if the first one is.
func Values(data []byte, notes *note.Notes, read func(*rawjson.Cursor)) error {
	c := rawjson.NewCursor(data)
	begun := false
	for {
		kind := c.Kind()
		at := c.Offset()
		if kind != rawjson.Invalid {
			read(c)
		} else if c.End() == nil {
			return nil
		}
		switch {
		case c.Err() == nil:
			begun = true
			continue
		case !begun:
			return c.Err()
		case isLastLine(data[at:]):
			notes.Info(note.CodeHistory, note.Dropped, at, "last line, which is cut off", "")
			return nil
		}
		notes.Loss(note.CodeHistory, note.Dropped, at, "broken line", "")
		c = rawjson.NewCursor(data)
		c.Rewind(at + bytes.IndexByte(data[at:], '\n') + 1)
	}
}

// Objects reads a file of objects, one a line, as one conversation. what is such a line.
// end gives what was read; nil is the error lack.
func Objects(data []byte, notes *note.Notes, what, lack string, line func(raw conv.Raw, at int), end func() *conv.Conversation) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		err := Values(data, notes, func(c *rawjson.Cursor) {
			at := c.Offset()
			if c.Kind() != rawjson.Object {
				c.Fail(at, "want %s as an object, got %s", what, c.Kind())
				return
			}
			if raw := c.Raw(); c.Err() == nil {
				line(raw, at)
			}
		})
		if err != nil {
			yield(nil, err)
			return
		}
		if c := end(); c != nil {
			yield(c, nil)
			return
		}
		yield(nil, &rawjson.Error{Msg: lack})
	}
}

// isCut reports whether reading failed because the last line, at an offset, is
// cut off: somebody is still writing it. It notes that.
func isCut(r *conv.Reader, at int) bool {
	if r.Err() == nil || !isLastLine(r.Buffer()[at:]) {
		return false
	}
	line := rawjson.NewCursor(r.Buffer()[at:])
	if line.Skip(); line.End() == nil {
		return false
	}
	r.Notes.Loss(note.CodeHistory, note.Dropped, at, "last line, which is cut off", "")
	return true
}
