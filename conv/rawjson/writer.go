package rawjson

import (
	"io"
	"slices"
	"strconv"
)

// flushAt is how many bytes a Writer with a destination buffers.
const flushAt = 64 << 10

// Writer writes compact JSON and its commas. It does not check that keys and
// values alternate. It escapes only what JSON requires: < > & and U+2028 stay as
// they are.
type Writer struct {
	// Respell makes [Writer.Spelled] ignore how strings were written, so
	// that equal values are written as equal bytes.
	Respell bool

	buf  []byte
	out  io.Writer
	err  error
	need bool // a comma comes before the next field or element
	gone bool // something was written to the destination
	keys int  // how many were written
	lent lent
}

// NewWriter writes to out as it goes. If out is nil, it keeps all for Bytes.
//
//go:noinline
func NewWriter(out io.Writer) *Writer {
	w := &Writer{out: out}
	if out != nil {
		w.buf = memory(flushAt + 4<<10)
	}
	return w
}

// NewBuffer keeps all for Bytes, and expects that these are about so many.
func NewBuffer(size int) *Writer {
	size += size / 8
	return &Writer{buf: memory(max(size, 64))}
}

// Bytes returns what was written and not flushed.
func (w *Writer) Bytes() []byte {
	if len(w.lent.texts) > 0 {
		return slices.Concat(slices.Collect(w.lent.pieces(w.buf))...)
	}
	return w.buf
}

// Reset forgets what was written and lent, and keeps the memory.
func (w *Writer) Reset() {
	spoil(w.buf[:0])
	w.buf, w.need, w.gone = w.buf[:0], false, false
	w.lent.forget()
}

// IsEmpty reports whether nothing was written, flushed or not.
func (w *Writer) IsEmpty() bool { return len(w.buf) == 0 && !w.gone }

// Flush writes the buffer to the destination, if there is one, and returns the
// destination's first error.
func (w *Writer) Flush() error {
	if w.out != nil && len(w.buf) > 0 {
		if w.err == nil {
			_, w.err = w.out.Write(w.buf)
		}
		w.gone = true
		w.buf = w.buf[:0]
	}
	return w.err
}

// Fail makes Flush return an error, unless it has one already: something cannot be
// written as JSON. Nothing more reaches the destination.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// sep writes a comma if one is due.
func (w *Writer) sep() {
	if w.need {
		w.buf = append(w.buf, ',')
	}
	w.need = true
}

// BeginObject opens an object.
func (w *Writer) BeginObject() { w.begin('{') }

// BeginArray opens an array.
func (w *Writer) BeginArray() { w.begin('[') }

// EndObject closes an object.
func (w *Writer) EndObject() { w.end('}') }

// EndArray closes an array.
func (w *Writer) EndArray() { w.end(']') }

// begin is not inlined, because it has so many callers.
//
//go:noinline
func (w *Writer) begin(b byte) {
	w.sep()
	w.buf = append(w.buf, b)
	w.need = false
}

func (w *Writer) end(b byte) {
	w.buf = append(w.buf, b)
	w.need = true
	if len(w.buf) >= flushAt && w.out != nil {
		_ = w.Flush()
	}
}

// Key writes a field's key; its value comes next.
func (w *Writer) Key(key string) {
	w.sep()
	w.keys++
	w.buf = append(w.buf, '"')
	if k := quotedRun(key, 0); k == len(key) {
		w.buf = append(w.buf, key...)
	} else {
		w.buf = appendEscaped(w.buf, key)
	}
	w.buf = append(w.buf, '"', ':')
	w.need = false
}

// Keys is how many keys were written.
func (w *Writer) Keys() int { return w.keys }

// Str writes a string.
func (w *Writer) Str(s string) { w.Joined("", s) }

// Joined writes one string of two parts without joining them first: the start
// of a data: URL and its base64. No character may have bytes in both parts.
func (w *Writer) Joined(head, s string) {
	w.sep()
	w.buf = append(w.buf, '"')
	w.buf = appendInside(w.buf, head)
	if len(s) >= flushAt && quotedRun(s, 0) == len(s) && w.passes(s) {
		w.through(s)
	} else {
		w.buf = appendInside(w.buf, s)
	}
	w.buf = append(w.buf, '"')
}

// passes reports whether a text is so large that it should not be copied, and
// need not be.
func (w *Writer) passes(s string) bool {
	return len(s) >= flushAt && (w.out != nil || w.lent.takes(s))
}

// through passes a large text to the destination without a copy.
func (w *Writer) through(s string) {
	w.gone = true
	if w.out == nil {
		w.lent.add(s, len(w.buf))
		return
	}
	if w.Flush(); w.err == nil {
		_, w.err = w.out.Write(bytesOf(s)) // io.WriteString may copy
	}
}

// Spelled writes a string as it was written in the input. If spelling is "",
// it writes s as Str does.
func (w *Writer) Spelled(s string, spelling Spelling) {
	if spelling == "" || w.Respell {
		w.Str(s)
		return
	}
	w.Raw(Raw(spelling))
}

// Raw writes JSON text as it is. "" writes null.
func (w *Writer) Raw(r Raw) {
	if r == "" {
		r = "null"
	}
	w.sep()
	w.text(string(r))
}

// Int writes a whole number.
func (w *Writer) Int(i int64) {
	w.sep()
	w.buf = strconv.AppendInt(w.buf, i, 10)
}

// Bool writes true or false.
func (w *Writer) Bool(b bool) {
	w.sep()
	w.buf = strconv.AppendBool(w.buf, b)
}

// Null writes null.
func (w *Writer) Null() { w.Raw("null") }

// Field writes a field whose value is a string.
func (w *Writer) Field(key, value string) {
	w.Key(key)
	w.Str(value)
}

// Fields writes fields whose values are strings: keys and values in turns.
//
//go:noinline
func (w *Writer) Fields(all ...string) {
	for i := 0; i < len(all); i += 2 {
		w.Field(all[i], all[i+1])
	}
}

// RawField writes a field whose value is JSON text; "" is null.
func (w *Writer) RawField(key string, value Raw) {
	w.Key(key)
	w.Raw(value)
}

// IntField writes a field whose value is a whole number.
func (w *Writer) IntField(key string, i int64) {
	w.Key(key)
	w.Int(i)
}

// BoolField writes a field whose value is true or false.
func (w *Writer) BoolField(key string, b bool) {
	w.Key(key)
	w.Bool(b)
}

// ObjectField begins a field whose value is an object, which EndObject ends.
func (w *Writer) ObjectField(key string) {
	w.Key(key)
	w.BeginObject()
}

// ArrayField begins a field whose value is an array, which EndArray ends.
func (w *Writer) ArrayField(key string) {
	w.Key(key)
	w.BeginArray()
}

// StringsField writes a field whose value is an array of strings.
func (w *Writer) StringsField(key string, values []string) {
	w.ArrayField(key)
	for _, v := range values {
		w.Str(v)
	}
	w.EndArray()
}

// OptStrings writes a field whose value is an array of strings, unless there
// are none.
//
//go:noinline
func (w *Writer) OptStrings(key string, values []string) {
	if len(values) > 0 {
		w.StringsField(key, values)
	}
}

// OptField writes a field whose value is a string, unless that is "".
//
//go:noinline
func (w *Writer) OptField(key, value string) {
	if value != "" {
		w.Field(key, value)
	}
}

// OptRaw writes a field whose value is JSON text, unless that is absent.
//
//go:noinline
func (w *Writer) OptRaw(key string, value Raw) {
	if value != "" {
		w.RawField(key, value)
	}
}

// OptNumber writes a field whose value is a number, unless that is absent.
//
//go:noinline
func (w *Writer) OptNumber(key string, n Number) { w.OptRaw(key, Raw(n)) }

// OptInt writes a field whose value is a whole number, unless that is 0.
//
//go:noinline
func (w *Writer) OptInt(key string, i int64) {
	if i != 0 {
		w.IntField(key, i)
	}
}

// OptBool writes a field whose value is true or false, unless that is nil.
//
//go:noinline
func (w *Writer) OptBool(key string, b *bool) {
	if b != nil {
		w.BoolField(key, *b)
	}
}

// Text writes bytes that are not JSON, such as the frame of an event stream. No
// comma follows them.
func (w *Writer) Text(s string) {
	w.need = false
	w.text(s)
}

func (w *Writer) text(s string) {
	switch {
	case len(w.buf)+len(s) <= flushAt:
	case w.passes(s):
		w.through(s)
		return
	case w.out != nil:
		_ = w.Flush()
	}
	w.buf = append(w.buf, s...)
}

// Quoted writes what part writes as one string.
func (w *Writer) Quoted(part func(in *Writer)) {
	in := Writer{Respell: w.Respell}
	part(&in)
	w.Str(text(in.buf))
}
