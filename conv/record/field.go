package record

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// mostFields is how many fields a record may have.
const mostFields = 64

// together is how many fields are allocated at once. A slice that grows by
// doubling takes three times what it needs, and each run makes its records anew.
const together = 4

// field is a field by its index.
func (r *Record[D, P]) field(i int) *field[D, P] {
	return &r.fields[uint(i)/together][uint(i)%together]
}

func (r *Record[D, P]) add(f field[D, P]) *Detail {
	n := len(r.keys)
	if n == mostFields {
		panic("record: too many fields in " + r.name)
	}
	if f.detail.member.as == nil {
		f.detail.member.as = shape.May
	}
	f.detail.due, f.detail.bit = &r.due, 1<<n
	if f.write != nil {
		r.written |= 1 << n
	}
	if n%together == 0 {
		r.fields = append(r.fields, new([together]field[D, P]))
		r.keys = slices.Grow(r.keys, together)
	}
	*r.field(n), r.keys = f, append(r.keys, f.key)
	return &r.last().detail
}

// last is the field added last.
func (r *Record[D, P]) last() *field[D, P] { return r.field(len(r.keys) - 1) }

// Last is the detail of the field added last.
func Last[D Source, P any](r *Record[D, P]) *Detail { return &r.last().detail }

// Field adds a field that the format reads and writes itself. If read is nil,
// or write is nil or writes no key, the field is residue there.
//
//go:noinline
func Field[D Source, P any](r *Record[D, P], key string, read func(d D, t P), write func(w *rawjson.Writer, t P)) *Detail {
	return r.add(field[D, P]{key: key, read: read, write: write})
}

// Tag adds the field that tells what the object is. If it is repeated, both
// values must be the same.
func Tag[D Source, P any](r *Record[D, P], key, word string) *Detail {
	return Field(r, key,
		func(d D, _ P) { d.Base().Same(word) },
		func(w *rawjson.Writer, _ P) { w.Field(key, word) })
}

// Word adds a field that always has the same value. Reading skips it.
func Word[D Source, P any](r *Record[D, P], key, word string) *Detail {
	return Derived(r, key, func(P) string { return word })
}

// Derived adds a field whose value follows from the others. Reading skips it.
func Derived[D Source, P any](r *Record[D, P], key string, word func(P) string) *Detail {
	return Field(r, key,
		func(d D, _ P) { d.Base().Skip() },
		func(w *rawjson.Writer, t P) { w.Field(key, word(t)) })
}

// Text adds a long string that is always present. An unchanged string is
// written as it was spelled. A node can hold one such string. A value of another
// kind that was read in its place is residue.
func Text[D Source, P any](r *Record[D, P], key string, at func(P) *string) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{kind: rawjson.String, member: demand{is: shape.String, as: shape.Must}},
		zero: func(t P) { *at(t) = "" },
		read: func(d D, t P) { *at(t) = d.Base().Text(r.node(t)) },
		write: func(w *rawjson.Writer, t P) {
			if *at(t) != "" || r.own.Get(r.node(t), r.in(key)) == "" {
				w.Key(r.own.Key(r.node(t), key))
				conv.WriteText(w, r.node(t), *at(t))
			}
		},
	})
}

// Str adds a short string that is always present. A value of another kind that
// was read in its place is residue.
func Str[D Source, P any](r *Record[D, P], key string, at func(P) *string) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{kind: rawjson.String, member: demand{is: shape.String, as: shape.Must}},
		zero: func(t P) { *at(t) = "" },
		read: func(d D, t P) { *at(t) = d.Base().Str() },
		write: func(w *rawjson.Writer, t P) {
			if *at(t) != "" || r.own.Get(r.node(t), r.in(key)) == "" {
				w.Field(r.own.Key(r.node(t), key), *at(t))
			}
		},
	})
}

// OptStr adds an optional short string. An empty string is a hint.
func OptStr[D Source, P any](r *Record[D, P], key string, at func(P) *string) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{kind: rawjson.String, member: demand{is: LooseString}},
		zero: func(t P) { *at(t) = "" },
		read: func(d D, t P) { *at(t) = d.Base().OptStr(r.node(t), r.in(key)) },
		write: func(w *rawjson.Writer, t P) {
			if *at(t) == "" {
				r.own.writeBlank(w, r.node(t), key, r.in(key))
			} else {
				w.Field(r.own.Key(r.node(t), key), *at(t))
			}
		},
	})
}

// OptText adds an optional long string. See Text and OptStr.
func OptText[D Source, P any](r *Record[D, P], key string, at func(P) *string) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{kind: rawjson.String, member: demand{is: LooseString}},
		zero:  func(t P) { *at(t) = "" },
		read:  func(d D, t P) { *at(t) = d.Base().OptText(r.node(t), r.in(key)) },
		write: func(w *rawjson.Writer, t P) { r.own.WriteOptText(w, r.node(t), key, r.in(key), *at(t)) },
	})
}

// OptBool adds an optional boolean.
func OptBool[D Source, P any](r *Record[D, P], key string, at func(P) **bool) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{kind: rawjson.Bool, member: demand{is: LooseBool}},
		zero:  func(t P) { *at(t) = nil },
		read:  func(d D, t P) { *at(t) = d.Base().OptBool() },
		write: func(w *rawjson.Writer, t P) { w.OptBool(r.own.Key(r.node(t), key), *at(t)) },
	})
}

// OptNumber adds an optional number.
func OptNumber[D Source, P any](r *Record[D, P], key string, at func(P) *conv.Number) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{kind: rawjson.Num, member: demand{is: LooseNumber}},
		zero:  func(t P) { *at(t) = "" },
		read:  func(d D, t P) { *at(t) = d.Base().Number() },
		write: func(w *rawjson.Writer, t P) { w.OptNumber(r.own.Key(r.node(t), key), *at(t)) },
	})
}

// OptRaw adds optional JSON of any kind. null counts as absent.
func OptRaw[D Source, P any](r *Record[D, P], key string, at func(P) *conv.Raw) *Detail {
	return r.add(field[D, P]{
		key: key, detail: Detail{member: demand{is: LooseObject}},
		zero: func(t P) { *at(t) = "" },
		read: func(d D, t P) {
			if b := d.Base(); !b.IsNull() {
				*at(t) = b.Raw()
			}
		},
		write: func(w *rawjson.Writer, t P) { w.OptRaw(r.own.Key(r.node(t), key), *at(t)) },
	})
}

// Known adds a field that the format knows and the neutral model lacks. It is
// residue without a note.
//
//go:noinline
func Known[D Source, P any](r *Record[D, P], key string, is func() *shape.Shape) *Detail {
	return r.add(field[D, P]{key: key, detail: Detail{member: demand{is: is}}})
}

// KnownAll adds several known fields with the same shape.
func KnownAll[D Source, P any](r *Record[D, P], is func() *shape.Shape, keys ...string) {
	for _, key := range keys {
		Known(r, key, is)
	}
}

// AsHint adds a field whose value becomes a hint. It is written in the field's
// place.
func AsHint[D Source, P any](r *Record[D, P], key string) *Detail {
	return Field(r, key,
		func(d D, t P) {
			if b := d.Base(); !b.IsNull() {
				r.own.SetHint(r.node(t), key, b.Raw())
			}
		},
		func(w *rawjson.Writer, t P) { w.OptRaw(key, r.own.Hint(r.node(t), key)) })
}

// Aside adds fields that are residue of another family. What read leaves is residue that
// the format knows.
func Aside[D Source, P any](r *Record[D, P], read func(b *Reader, n *conv.Node, key string) bool, write func(w *rawjson.Writer, n *conv.Node, key string), keys ...string) {
	for _, key := range keys {
		Field(r, key,
			func(d D, t P) {
				if n := r.node(t); !read(d.Base(), n, key) {
					d.Known(n, key)
				}
			},
			func(w *rawjson.Writer, t P) { write(w, r.node(t), key) })
	}
}

// Absent sets what to do if the field is absent or null.
func Absent[D Source, P any](r *Record[D, P], mark func(t P)) *Detail {
	f := r.last()
	f.absent = mark
	return f.detail.whenAbsent()
}

// Usual says that the format's own software always writes the field. That it
// was not there is the hint ~-KEY: then it is written only if it is not blank.
func Usual[D Source, P any](r *Record[D, P], blank func(t P) bool) *Detail {
	f := r.last()
	write, hint := f.write, "-"+f.key
	f.absent = func(t P) { r.own.SetHint(r.node(t), hint, "true") }
	f.write = func(w *rawjson.Writer, t P) {
		if r.own.Hint(r.node(t), hint) == "" || !blank(t) {
			write(w, t)
		}
	}
	return f.detail.whenAbsent()
}

// If says when the field is written.
func If[D Source, P any](r *Record[D, P], due func(t P) bool) *Detail {
	f := r.last()
	write := f.write
	f.write = func(w *rawjson.Writer, t P) {
		if due(t) {
			write(w, t)
		}
	}
	return &f.detail
}

// Elsewhere adds a field whose residue the format writes itself.
func Elsewhere[D Source, P any](r *Record[D, P], key string, read func(d D, t P), write func(w *rawjson.Writer, t P)) *Detail {
	r.apart |= 1 << len(r.keys)
	return Field(r, key, read, write)
}
