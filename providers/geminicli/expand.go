package geminicli

import (
	"io"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// expander writes a log with what the messages say now.
type expander struct {
	*rawjson.Writer
	all []literal
	ok  bool
}

// expand writes the lines of a log with what the messages say now. It writes
// nothing and returns false if the log has a reference to what is no value.
func expand(w *rawjson.Writer, log conv.Raw, c *conv.Conversation) (ok bool) {
	x := &expander{rawjson.NewWriter(io.Discard), slices.Collect(literals(c)), true}
	for range 2 { // the first time to see whether it can be written
		for record := range log.Lookup(logRecords).Elements {
			x.value(rawjson.NewTrustedCursor(rawjson.BytesOf(string(record))))
			x.Text("\n")
		}
		if !x.ok {
			return false
		}
		x.Writer = w
	}
	return true
}

func (x *expander) value(c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		if x.reference(c) {
			return
		}
		x.BeginObject()
		for key := range c.Fields {
			x.Key(key)
			x.value(c)
		}
		x.EndObject()
	case rawjson.Array:
		x.BeginArray()
		for range c.Elements {
			x.value(c)
		}
		x.EndArray()
	default:
		x.Raw(c.Raw())
	}
}

// reference writes what a reference stands for, if one comes next.
func (x *expander) reference(c *rawjson.Cursor) bool {
	at := c.Ahead(refKey)
	if at < 0 {
		return false
	}
	begin := c.Offset()
	c.Rewind(at)
	n, ok := rawjson.Number(c.Raw()).Int()
	c.Rewind(begin)
	if !ok || n < 0 || n >= int64(len(x.all)) {
		return false
	}
	c.Skip()
	l := x.all[n]
	x.ok = x.ok && (!l.json || rawjson.IsValue(l.text))
	l.write(x.Writer)
	return true
}
