package session

import (
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
)

// Messages reads an input that holds only messages. Each list of messages is a
// conversation; messages one a line are one conversation together. begin gets a
// new conversation and returns the reader of its next message. A last line that
// is cut off is skipped with a note.
func Messages(r *conv.Reader, begin func(*conv.Conversation) (next func())) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		for r.Kind() == rawjson.Array {
			c := conversation(r)
			next := begin(c)
			for range r.Elements {
				next()
			}
			if r.Err() != nil {
				break
			}
			if !yield(c, nil) {
				return
			}
		}
		if r.Err() == nil && r.Kind() == rawjson.Object {
			yield(lines(r, begin))
		} else if err := r.End(); err != nil {
			yield(nil, err)
		}
	}
}

func conversation(r *conv.Reader) *conv.Conversation {
	c := &conv.Conversation{}
	c.PlaceAt(r.Offset())
	return c
}

// lines reads messages, one a line.
func lines(r *conv.Reader, begin func(*conv.Conversation) (next func())) (*conv.Conversation, error) {
	c := conversation(r)
	next := begin(c)
	for r.Kind() == rawjson.Object {
		at, n := r.Offset(), len(c.Messages)
		if next(); n > 0 && isCut(r, at) {
			c.Messages = c.Messages[:n]
			return c, nil
		}
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	return c, nil
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
	r.Notes.Loss(conv.CodeHistory, conv.Dropped, at, "last line, which is cut off", "")
	return true
}
