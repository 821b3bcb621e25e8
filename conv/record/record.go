// Package record describes a foreign JSON object once: the fields that the
// neutral model has, other fields that the format knows, and what servers
// demand. The description reads the object, writes it and gives its shape.
//
//	text := record.New[*decoder](own, "text", func(b *conv.TextContent) *conv.Node { return &b.Node })
//	record.Tag(text, "type", "text")
//	record.Text(text, "text", func(b *conv.TextContent) *string { return &b.Text }).Needed("text block without text")
//	record.Known(text, "cache_control", cacheControl)
//
// All other fields become residue of the node, with a note of their place.
//
// The rule of the room: a record knows one object. The format decides what
// surrounds it and which object follows. A record never changes after it is
// built.
//
// A record is described by functions and not by methods: a program keeps every
// exported method of every type that a generic type becomes.
package record

import (
	"math/bits"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Source is the decoder of a format, which has a [Reader].
type Source interface {
	Base() *Reader
	Keep(n *conv.Node, key string)
	Known(n *conv.Node, key string)
}

// Plain is a decoder that keeps residue as its reader does. A format embeds it: unlike
// those of a reader, its methods are few.
type Plain struct{ In Reader }

// NewPlain reads data, which must not change afterwards.
func NewPlain(own *Family, data []byte, notes *note.Notes) Plain {
	return Plain{NewReader(own, data, notes)}
}

// Base is what records read with.
func (d *Plain) Base() *Reader { return &d.In }

// Keep keeps a field that is not described.
func (d *Plain) Keep(n *conv.Node, key string) { d.In.Keep(n, key) }

// Known keeps a field that is only known.
func (d *Plain) Known(n *conv.Node, key string) { d.In.Known(n, key) }

// Record describes an object that a P points to, read by a D.
type Record[D Source, P any] struct {
	Lenient  bool    // that of the family, or set for this record: see [Family]
	Unplaced bool    // the node does not begin where the object begins
	Then     func(P) // what to do after the object is read, or nil
	Outer    string  // the key of the object, if it is inside the node's own: see Inside

	own     *Family
	name    string
	node    func(P) *conv.Node
	fields  []*[together]field[D, P]
	keys    []string // of the fields
	due     uint64   // the fields with something to do if they are absent
	written uint64   // the fields that are written
	apart   uint64   // the fields whose residue the format writes itself
}

// field is one field of a record.
type field[D Source, P any] struct {
	key    string
	read   func(d D, t P)               // reads the next value; nil: residue
	write  func(w *rawjson.Writer, t P) // writes key and value, if they are due; nil: residue
	zero   func(t P)                    // forgets an earlier value; may be nil
	absent func(t P)                    // called after reading if the field is absent or null
	detail Detail                       // not embedded: its methods would be linked for each type of record
}

// New is a record without fields. name is the name of its shape. node is where
// a P has its residue and its place.
func New[D Source, P any](own *Family, name string, node func(P) *conv.Node) *Record[D, P] {
	return &Record[D, P]{Lenient: own.Lenient, own: own, name: name, node: node}
}

// Read reads the next object into t. It is no method, which would be linked for each type
// of record.
func Read[D Source, P any](r *Record[D, P], d D, t P) {
	b, n := d.Base(), r.node(t)
	if !r.Unplaced {
		b.SetOffset(n)
	}
	at, next := b.Offset(), 0
	var seen, again uint64 // again: also those that were null
	var names Names
	for key := range b.Fields {
		kind := b.Kind()
		if kind == rawjson.Null && r.own.NoNulls {
			continue
		}
		if r.own.Aliases != nil {
			if i := r.index(r.own.Aliases.Usual(key), next); i >= 0 && r.field(i).detail.blank && b.IsBlank() {
				b.Skip()
				continue
			} else if i >= 0 {
				key = names.Usual(b, key)
			}
		}
		i := r.index(key, next)
		if i < 0 && r.own.Snakes {
			i = r.inSnake(n, key)
		}
		if i < 0 {
			d.Keep(n, key)
			continue
		}
		next = i + 1
		if again>>i&1 == 1 {
			r.own.Reread(n, r.field(i).key)
		}
		again |= 1 << i
		if kind == rawjson.Null {
			seen &^= 1 << i
		} else {
			seen |= 1 << i
		}
		r.value(d, t, r.field(i), key, kind)
	}
	names.Keep(r.own, n)
	r.missing(b, t, seen, at)
	r.own.Settle(n)
}

// ReadField reads the next value as the field of a key, for an object that
// arrives in pieces.
func ReadField[D Source, P any](r *Record[D, P], d D, t P, key string) {
	i := r.index(key, 0)
	if i < 0 && r.own.Snakes {
		i = r.inSnake(r.node(t), key)
	}
	if i >= 0 {
		r.value(d, t, r.field(i), key, d.Base().Kind())
		return
	}
	d.Keep(r.node(t), key)
}

// value reads the value of a field, given the key that it has on the wire.
func (r *Record[D, P]) value(d D, t P, f *field[D, P], key string, kind rawjson.Kind) {
	switch {
	case f.read == nil:
		d.Known(r.node(t), key)
	case r.Lenient && !f.fits(kind):
		if kind == rawjson.Null {
			d.Base().Skip()
		} else {
			if f.zero != nil {
				f.zero(t)
			}
			d.Keep(r.node(t), f.key)
		}
	default:
		f.read(d, t)
	}
}

// missing handles the absent fields after the last field.
func (r *Record[D, P]) missing(b *Reader, t P, seen uint64, at int) {
	for left := r.due &^ seen; left != 0; left &= left - 1 {
		f := r.field(bits.TrailingZeros64(left))
		if f.detail.need != "" {
			b.Fail(at, "%s", f.detail.need)
		}
		if f.absent != nil {
			f.absent(t)
		}
	}
	if r.Then != nil {
		r.Then(t)
	}
}

// index is the index of a field, -1 for an unknown one. It first tries the
// field at next, since fields often come in order.
func (r *Record[D, P]) index(key string, next int) int {
	if next < len(r.keys) && r.keys[next] == key {
		return next
	}
	for i, k := range r.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// inSnake is the index of a field by its name in snake_case, -1 for an unknown one. The
// name becomes a hint, unless the field is residue.
func (r *Record[D, P]) inSnake(n *conv.Node, key string) int {
	if strings.IndexByte(key, '_') < 0 {
		return -1
	}
	i := r.index(Camel(key), 0)
	if i >= 0 && r.field(i).read != nil {
		r.own.spelledSnake(n, key)
	}
	return i
}

// Write writes t as an object: its fields, then its residue.
func Write[D Source, P any](r *Record[D, P], w *rawjson.Writer, t P) {
	w.BeginObject()
	WriteResidue(r, w, t, WriteDescribed(r, w, t))
	w.EndObject()
}

// WriteDescribed writes the fields of t into the open object. It returns which
// ones, for WriteResidue.
func WriteDescribed[D Source, P any](r *Record[D, P], w *rawjson.Writer, t P) (written uint64) {
	written = r.apart
	for left := r.written; left != 0; left &= left - 1 {
		i, before := bits.TrailingZeros64(left), w.Keys()
		if r.field(i).write(w, t); w.Keys() != before {
			written |= 1 << i
		}
	}
	return written
}

// WriteResidue writes the residue of t, except fields already written.
func WriteResidue[D Source, P any](r *Record[D, P], w *rawjson.Writer, t P, written uint64) {
	n := r.node(t)
	if len(n.Extensions) == 0 {
		return
	}
	r.own.writeResidue(w, n, r.among(written))
}
