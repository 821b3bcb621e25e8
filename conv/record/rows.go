package record

import (
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
)

// Rows reads a data set: a row, or a list of rows. It passes the conversation
// of each row on as soon as it is read, and at last the error, if there is one. It is
// not copied into each format.
//
//go:noinline
func (r *Reader) Rows(read func() *conv.Conversation) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		more := true
		row := func() {
			if c := read(); r.Err() == nil {
				more = yield(c, nil)
			}
		}
		if r.Kind() != rawjson.Array {
			row()
		} else {
			for range r.Elements {
				if row(); !more {
					break
				}
			}
		}
		if more && r.End() != nil {
			yield(nil, r.Err())
		}
	}
}
