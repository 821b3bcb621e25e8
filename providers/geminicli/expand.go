package geminicli

import (
	"errors"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// errOther says that a text is not the one that was read.
var errOther = errors.New("another text")

// expander writes a log with what the messages say now.
type expander struct {
	all []literal
	w   *rawjson.Writer // nil only looks whether it can be written
	ok  bool
}

// expand writes the lines of a log with what the messages say now. It writes
// nothing and returns false if the log has a reference to what is no value.
func expand(w *rawjson.Writer, log conv.Raw, c *conv.Conversation) (ok bool) {
	x := &expander{all: slices.Collect(literals(c)), ok: true}
	for pass := range 2 {
		for record := range log.Lookup(logRecords).Elements {
			x.value(rawjson.Again(rawjson.BytesOf(string(record))))
			if pass == 1 {
				w.Text("\n")
			}
		}
		if !x.ok {
			return false
		}
		x.w = w
	}
	return true
}

func (x *expander) value(c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		if x.reference(c) {
			return
		}
		x.begin((*rawjson.Writer).BeginObject)
		for key := range c.Fields {
			if x.w != nil {
				x.w.Key(key)
			}
			x.value(c)
		}
		x.begin((*rawjson.Writer).EndObject)
	case rawjson.Array:
		x.begin((*rawjson.Writer).BeginArray)
		for range c.Elements {
			x.value(c)
		}
		x.begin((*rawjson.Writer).EndArray)
	default:
		if raw := c.Raw(); x.w != nil {
			x.w.Raw(raw)
		}
	}
}

func (x *expander) begin(what func(*rawjson.Writer)) {
	if x.w != nil {
		what(x.w)
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
	if x.w != nil {
		l.write(x.w)
	} else if l.json && !rawjson.IsValue(l.text) {
		x.ok = false
	}
	return true
}
