// Package record describes a foreign JSON object once: the fields that the
// neutral model has a place for, the fields that the format knows, and what
// servers demand of each. The description reads the object, writes it again
// and gives its shape.
//
//	var text = record.New[*decoder](own, "text", func(b *conv.TextContent) *conv.Node { return &b.Node }).
//		Tag("type", "text").
//		Text("text", func(b *conv.TextContent) *string { return &b.Text }).Needed("text block without text").
//		Known("cache_control", cacheControl())
//
// Every other field becomes residue of the node, with a note of its place:
// nobody has to ask for that.
//
// The rule of the room: a record knows one object. What stands around it, and
// which object comes next, is for the format to say. A record is built once
// and not changed after that.
package record

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// Source is the decoder of a format, which embeds a [Reader]. It may have a
// Keep or a Known of its own.
type Source interface {
	Base() *Reader
	Keep(n *conv.Node, key string)
	Known(n *conv.Node, key string)
}

// Record describes an object that becomes a T, read by a D.
type Record[D Source, T any] struct {
	own      *Family
	name     string
	outer    string // the key of the object, if it is inside the node's own
	node     func(*T) *conv.Node
	fields   []field[D, T]
	then     func(*T)
	lenient  bool
	unplaced bool
}

// field is one field of a record.
type field[D Source, T any] struct {
	key    string
	read   func(d D, t *T)                    // takes the value that comes next; nil: residue
	write  func(w *rawjson.Writer, t *T) bool // writes key and value, and reports whether it did; nil: residue
	absent func(t *T)                         // after reading, if the field was not there or null
	need   string                             // the error if it was not there or null, "" for none
	kind   rawjson.Kind                       // of its value; Invalid: any
	member demand                             // of the shape
}

// New is the record of an object without fields yet. The name is that of its
// shape; node is the part of a T that has its residue and its place.
func New[D Source, T any](own *Family, name string, node func(*T) *conv.Node) *Record[D, T] {
	return &Record[D, T]{own: own, name: name, node: node}
}

// Lenient makes a value of a wrong kind residue instead of an error.
func (r *Record[D, T]) Lenient() *Record[D, T] {
	r.lenient = true
	return r
}

// Then does something after the object was read.
func (r *Record[D, T]) Then(do func(t *T)) *Record[D, T] {
	r.then = do
	return r
}

// Unplaced says that the node does not stand where the object stands.
func (r *Record[D, T]) Unplaced() *Record[D, T] {
	r.unplaced = true
	return r
}

// Read reads the object that comes next into t.
func (r *Record[D, T]) Read(d D, t *T) {
	b, n := d.Base(), r.node(t)
	if !r.unplaced {
		b.Place(n)
	}
	at, next := b.Offset(), 0
	var seen uint64
	for key := range b.Fields {
		i := r.index(key, next)
		if i < 0 {
			d.Keep(n, key)
			continue
		}
		next = i + 1
		if b.Kind() == rawjson.Null {
			seen &^= 1 << i
		} else {
			seen |= 1 << i
		}
		r.value(d, t, &r.fields[i])
	}
	r.missing(b, t, seen, at)
	r.own.Settle(n)
}

// ReadField reads the value that comes next as the field of a key: for an
// object that comes in pieces.
func (r *Record[D, T]) ReadField(d D, t *T, key string) {
	if i := r.index(key, 0); i >= 0 {
		r.value(d, t, &r.fields[i])
		return
	}
	d.Keep(r.node(t), key)
}

// value reads the value of a field.
func (r *Record[D, T]) value(d D, t *T, f *field[D, T]) {
	switch {
	case f.read == nil:
		d.Known(r.node(t), f.key)
	case r.lenient && !f.fits(d.Base().Kind()):
		if !d.Base().IsNull() {
			d.Keep(r.node(t), f.key)
		}
	default:
		f.read(d, t)
	}
}

// missing does what is due after the last field, for those that were not
// there.
func (r *Record[D, T]) missing(b *Reader, t *T, seen uint64, at int) {
	for i := range r.fields {
		f := &r.fields[i]
		if seen>>i&1 != 0 {
			continue
		}
		if f.need != "" {
			b.Fail(at, "%s", f.need)
		}
		if f.absent != nil {
			f.absent(t)
		}
	}
	if r.then != nil {
		r.then(t)
	}
}

// index is that of a field, looked for first where it stands if the fields
// come in order; -1 if there is none.
func (r *Record[D, T]) index(key string, next int) int {
	if next < len(r.fields) && r.fields[next].key == key {
		return next
	}
	for i := range r.fields {
		if r.fields[i].key == key {
			return i
		}
	}
	return -1
}

// Write writes t as an object: its fields, then its residue.
func (r *Record[D, T]) Write(w *rawjson.Writer, t *T) {
	w.BeginObject()
	written := r.WriteFields(w, t)
	r.WriteResidue(w, t, written)
	w.EndObject()
}

// WriteFields writes the fields of t into the object that is open, and tells
// which ones, for WriteResidue.
func (r *Record[D, T]) WriteFields(w *rawjson.Writer, t *T) (written uint64) {
	for i := range r.fields {
		if f := &r.fields[i]; f.write != nil && f.write(w, t) {
			written |= 1 << i
		}
	}
	return written
}

// WriteResidue writes the residue of t, except fields that were written.
func (r *Record[D, T]) WriteResidue(w *rawjson.Writer, t *T, written uint64) {
	n := r.node(t)
	if len(n.Extensions) == 0 {
		return
	}
	r.own.writeResidue(w, n, r.among(written))
}
