package rawjson

import (
	"bytes"
	"slices"
)

// Once returns a text with white space in the place of the fields that do not
// count, so that no offset changes. again is the offsets of keys that an object
// repeats, as [Cursor.Duplicate] tells them: of the fields with such a key only
// the last stays. changed is false if there are none. Lines that are not JSON are
// skipped.
func Once(data []byte, again []int) (once []byte, changed bool) {
	again = slices.Clone(again)
	slices.Sort(again)
	o := repeats{Cursor: NewCursor(data), again: again}
	for o.line(data) {
	}
	if o.once == nil || bytes.Equal(o.once, data) {
		return data, false
	}
	return o.once, true
}

// line takes fields out of values up to the end of a line that is not JSON, which
// stays as it is. It reports whether there is more after it.
func (o *repeats) line(data []byte) (more bool) {
	begin := o.pos
	for o.Kind() != Invalid {
		begin = o.pos
		o.value()
	}
	if o.err == nil {
		return false
	}
	end := len(data)
	at := min(o.err.Offset, end)
	if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
		end = at + n + 1
	}
	if o.once != nil {
		copy(o.once[begin:end], data[begin:end])
	}
	o.Cursor = NewCursor(data)
	o.Rewind(end)
	return end < len(data)
}

// repeats takes the fields out of a text that do not count.
type repeats struct {
	*Cursor
	again []int  // those that are still to come, in order
	once  []byte // the text without them, nil while it is the same
}

// span is a field with the comma after it.
type span struct{ from, to int }

func (o *repeats) value() {
	switch o.Kind() {
	case Object:
		o.object()
	case Array:
		for range o.Elements {
			o.value()
		}
	default:
		o.Skip()
	}
}

func (o *repeats) object() {
	o.open('{', "an object")
	last := map[string]span{}
	key, at := "", -1
	for first := true; o.next(&first, '}'); {
		if at >= 0 && (len(last) < manyKeys || last[key].to > 0) {
			last[key] = span{at, o.pos}
		}
		at = o.pos
		key = o.key()
		if earlier := last[key]; o.isTold(at) && earlier.to > 0 {
			o.blank(earlier)
		}
		o.value()
	}
	o.depth--
}

// isTold reports whether a key is one of those. Keys must be asked for in order.
func (o *repeats) isTold(at int) bool {
	for len(o.again) > 0 && o.again[0] < at {
		o.again = o.again[1:]
	}
	return len(o.again) > 0 && o.again[0] == at
}

func (o *repeats) blank(field span) {
	if o.once == nil {
		o.once = bytes.Clone(o.buf)
	}
	for i := field.from; i < field.to; i++ {
		o.once[i] = ' '
	}
}
