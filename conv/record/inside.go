package record

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// Inside adds an object inside the object, such as the function of a call. Its
// fields belong to the same P. Its unknown fields are kept under its key. null
// in it counts as absent.
func Inside[D Source, P any](r *Record[D, P], key string, in *Record[D, P]) *Detail {
	in.Outer = key
	return r.add(field[D, P]{
		key: key,
		detail: Detail{
			kind:   rawjson.Object,
			member: demand{is: func() *shape.Shape { return shape.Object(Members(in)...) }, as: shape.Must},
		},
		read: func(d D, t P) { ReadInside(in, d, t) },
		write: func(w *rawjson.Writer, t P) {
			w.Key(r.own.Key(r.node(t), key))
			WriteInside(in, w, t)
		},
	})
}

// ReadInside reads an object inside the node's own. It reports whether a field of
// the object is not null.
func ReadInside[D Source, P any](r *Record[D, P], d D, t P) (said bool) {
	b, n := d.Base(), r.node(t)
	if r.own.Flat && len(n.Extensions) > 0 {
		r.own.RereadAll(n, r.Outer)
		for _, key := range r.keys {
			n.Extensions.Remove(r.own.Name, "~"+r.in(key))
		}
	}
	before := b.gather(n, r.Outer)
	var seen, wrong uint64 // wrong: once of a wrong kind
	for key := range b.Fields {
		at := b.Offset()
		if b.IsNull() {
			if i := r.index(key, 0); i >= 0 {
				seen &^= 1 << i
			}
			continue
		}
		said = true
		i := r.index(key, 0)
		if i < 0 && r.own.Snakes {
			i = r.inSnake(n, key)
		}
		switch {
		case i >= 0 && r.field(i).fits(b.Kind()):
			seen |= 1 << i
			r.field(i).read(d, t)
		case i >= 0 && r.field(i).read == nil && r.own.Flat:
			b.KeepQuietly(n, r.Outer+"."+key)
		default:
			if i >= 0 {
				wrong |= 1 << i
				if f := r.field(i); seen>>i&1 == 1 && f.zero != nil {
					f.zero(t)
					seen &^= 1 << i
				}
			}
			b.KeepInside(n, r.Outer, key, at)
		}
	}
	if again := seen & wrong; again != 0 {
		b.forgetInside(n, r.Outer, r.among(again))
	}
	b.settle(before)
	r.missing(b, t, seen, b.Offset())
	return said
}

// WriteInside writes an object inside the node's own.
func WriteInside[D Source, P any](r *Record[D, P], w *rawjson.Writer, t P) {
	w.BeginObject()
	written := WriteDescribed(r, w, t)
	if n := r.node(t); len(n.Extensions) > 0 {
		r.own.writeInside(w, n, r.Outer, r.among(written))
	}
	w.EndObject()
}

// fits reports whether the field can be read from a value of a kind.
func (f *field[D, P]) fits(k rawjson.Kind) bool {
	return f.read != nil && (f.detail.kind == rawjson.Invalid || f.detail.kind == k)
}

// among matches the keys of the fields that were written.
func (r *Record[D, P]) among(written uint64) func(key string) bool {
	return func(key string) bool {
		i := r.index(key, 0)
		if i < 0 && r.own.Snakes {
			i = r.index(Camel(key), 0)
		}
		return i >= 0 && written>>i&1 != 0
	}
}

// in is a field's key in the residue: OUTER.KEY inside an object, unless it has a
// plain name.
func (r *Record[D, P]) in(key string) string {
	if r.Outer == "" || r.own.Plainly {
		return key
	}
	return r.Outer + "." + key
}

// KeepInside reads the next value as a field of an object inside a node's own,
// and notes it.
func (r *Reader) KeepInside(n *conv.Node, outer, key string, at int) {
	switch x := &r.inside; {
	case r.Residue.Flat:
		r.KeepQuietly(n, outer+"."+key)
	case x.of == n && x.outer == outer:
		x.fields = append(x.fields, rawjson.Member{Key: key, Value: r.Raw()})
	default:
		r.Residue.keepInside(n, outer, rawjson.Member{Key: key, Value: r.Raw()})
	}
	if !r.Residue.Plainly {
		key = outer + "." + key
	}
	r.Notes.Unknown(at, "field", key)
}

// forgetInside drops fields that KeepInside kept of the object that is being read.
func (r *Reader) forgetInside(n *conv.Node, outer string, gone func(key string) bool) {
	if r.Residue.Flat {
		r.Residue.drop(n, func(key string) bool {
			key, inside := strings.CutPrefix(key, outer+".")
			return inside && gone(key)
		})
	}
	r.inside.fields = slices.DeleteFunc(r.inside.fields, func(m rawjson.Member) bool { return gone(m.Key) })
}

// inside is an object inside a node's own that is being read. Its unknown fields
// are kept together at its end, since each alone would copy those before it; a
// family that keeps them flat adds each to the node at once.
type inside struct {
	of     *conv.Node
	outer  string
	fields []rawjson.Member
}

// Inside calls read for an object inside a node's own, of which KeepInside keeps
// fields.
func (r *Reader) Inside(n *conv.Node, outer string, read func()) {
	before := r.gather(n, outer)
	read()
	r.settle(before)
}

// gather begins an object inside. It returns what settle needs.
func (r *Reader) gather(n *conv.Node, outer string) (before inside) {
	before, r.inside = r.inside, inside{of: n, outer: outer}
	return before
}

// settle ends an object inside.
func (r *Reader) settle(before inside) {
	x := r.inside
	if r.inside = before; len(x.fields) > 0 {
		r.Residue.keepInside(x.of, x.outer, x.fields...)
	}
}
