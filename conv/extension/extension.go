// Package extension has the residue of a node: the fields that the neutral model lacks,
// which it keeps for each family of formats, and the keys of these fields. JSON calls
// them extensions.
package extension

import (
	"bytes"
	"fmt"
	"slices"

	"convo/conv/rawjson"
)

// Merge sets each field of f in e.
func (e *Extensions) Merge(f Extensions) {
	for _, x := range f {
		for _, m := range x.Members {
			e.Set(x.Family, m.Key, m.Value)
		}
	}
}

// Extensions is the residue of a node: for each family of formats the fields that
// the neutral model lacks, in their order in the input.
type Extensions []Extension

// Extension holds the fields of one family.
type Extension struct {
	Family  string
	Members []rawjson.Member

	places *places // index of many fields; nil: unknown
}

// fewMembers is the number of fields up to which a search needs no index.
const fewMembers = 64

// manyFields is the number of fields from which room for more is made at once: the
// old room and twice as much new room would be many times what the input takes.
const manyFields = 1024

// full returns the many fields of a family that have no room for another one.
func (e Extensions) full(family string) *Extension {
	for i := range e {
		if x := &e[i]; len(x.Members) >= manyFields && len(x.Members) == cap(x.Members) && x.Family == family {
			return x
		}
	}
	return nil
}

// reserve makes room for fields to come. What came in many small parts, such as the
// chunks of a stream, gets room for a quarter of the fields more, or each part
// would copy all before it.
func (x *Extension) reserve(more int) {
	n := len(x.Members)
	if cap(x.Members)-n >= more {
		return
	}
	more = max(more, n/4)
	x.Members = append(make([]rawjson.Member, 0, n+more), x.Members...)
	if n > 0 && n+more >= fewMembers {
		x.places = newPlaces(x.Members, n+more)
	}
}

// Reserve makes room for one more field of a family, and for as many as left says, if
// the family has many and no room.
func (e Extensions) Reserve(family string, left func() int) {
	if x := e.full(family); x != nil {
		x.reserve(1 + left())
	}
}

// WriteFamily writes the fields of a family as fields of the open object, except keys
// that were already written or must not be written.
func (e Extensions) WriteFamily(w *rawjson.Writer, family string, except ...string) {
	for _, m := range e.Of(family) {
		if key, ok := WireKey(m.Key); ok && !slices.Contains(except, m.Key) {
			w.RawField(key, m.Value)
		}
	}
}

func (e Extensions) of(family string) *Extension {
	for i := range e {
		if e[i].Family == family {
			return &e[i]
		}
	}
	return nil
}

// place returns the index of a key, -1 if it is missing.
func (x *Extension) place(key string) int {
	if x.places.fits(x.Members) {
		if i, sure := x.places.find(x.Members, key); sure {
			return i
		}
	}
	for i := range x.Members {
		if x.Members[i].Key == key {
			return i
		}
	}
	return -1
}

// add appends a field that is not there yet.
func (x *Extension) add(m rawjson.Member) {
	fitted := len(x.Members) > 0 && x.places.fits(x.Members)
	x.Members = append(x.Members, m)
	if len(x.Members) >= fewMembers {
		x.places = x.places.with(x.Members, fitted)
	}
}

// Remove removes a field in place, which takes as long as there are fields after it.
// It is for a reader of the node, as long as nobody else has seen the fields.
func (e *Extensions) Remove(family, key string) {
	if x := e.of(family); x != nil {
		if at := x.place(key); at >= 0 {
			e.cut(x, at, func(k string) bool { return k == key })
		}
	}
}

// RemoveInside removes the fields of the object at a key, which are KEY.X, as
// Remove does.
func (e *Extensions) RemoveInside(family, key string) {
	x := e.of(family)
	if x == nil {
		return
	}
	at := len(x.Members)
	for left := x.inside(key); left > 0; {
		if at--; isInside(x.Members[at].Key, key) {
			left--
		}
	}
	e.cut(x, at, func(k string) bool { return isInside(k, key) })
}

// inside is the number of fields KEY.X. It counts once if there are many fields.
func (x *Extension) inside(key string) (n int) {
	many := len(x.Members) >= fewMembers
	if many && !x.places.fits(x.Members) {
		x.places = newPlaces(x.Members, len(x.Members))
	}
	if many {
		for _, in := range x.places.inner {
			if in.key == key {
				return in.n
			}
		}
	}
	for i := range x.Members {
		if isInside(x.Members[i].Key, key) {
			n++
		}
	}
	if many {
		x.places.inner = append(x.places.inner, inner{key, n})
	}
	return n
}

// cut removes fields, none of which stands before at.
func (e *Extensions) cut(x *Extension, at int, removed func(key string) bool) {
	fitted, kept := x.places.fits(x.Members), at
	for i, m := range x.Members[at:] {
		next := uint32(kept + 1)
		if removed(m.Key) {
			next = gone
		} else {
			x.Members[kept] = m
			kept++
		}
		if fitted {
			x.places.moved(m.Key, at+i, next)
		}
	}
	clear(x.Members[kept:])
	if x.Members = x.Members[:kept]; kept == 0 {
		*e = slices.DeleteFunc(*e, func(x Extension) bool { return len(x.Members) == 0 })
	} else if fitted {
		x.places.n = kept
	}
}

// Of returns a family's fields, nil if it has none.
func (e Extensions) Of(family string) []rawjson.Member {
	if x := e.of(family); x != nil {
		return x.Members
	}
	return nil
}

// Get returns one field's value, "" if the field is missing.
func (e Extensions) Get(family, key string) rawjson.Raw {
	if x := e.of(family); x != nil {
		if at := x.place(key); at >= 0 {
			return x.Members[at].Value
		}
	}
	return ""
}

// Set sets a field, in place if it exists. It is not inlined, because it has so
// many callers.
//
//go:noinline
func (e *Extensions) Set(family, key string, value rawjson.Raw) {
	if x := e.of(family); x != nil {
		if at := x.place(key); at >= 0 {
			x.Members[at].Value = value
			return
		}
		x.add(rawjson.Member{Key: key, Value: value})
		return
	}
	*e = append(*e, Extension{Family: family, Members: []rawjson.Member{{Key: key, Value: value}}})
}

// HasFields reports whether there are fields of a family; "" is any family. Hints do not
// count.
func (e Extensions) HasFields(family string) bool {
	for _, x := range e {
		for _, m := range x.Members {
			if _, ok := WireKey(m.Key); ok && (family == "" || x.Family == family) {
				return true
			}
		}
	}
	return false
}

// Write writes an object of families.
func (e Extensions) Write(w *rawjson.Writer) {
	w.BeginObject()
	for i := range e {
		e[i].Write(w)
	}
	w.EndObject()
}

// Write writes the fields of the family as a field of the open object.
func (x *Extension) Write(w *rawjson.Writer) {
	w.ObjectField(x.Family)
	for _, m := range x.Members {
		w.OptRaw(m.Key, m.Value)
	}
	w.EndObject()
}

// Read reads an object of families, and sets their fields.
func (e *Extensions) Read(c *rawjson.Cursor) {
	for family := range c.Fields {
		if c.Kind() != rawjson.Object {
			c.Fail(c.Offset(), "want an object of %s fields, got %s", family, c.Kind())
			return
		}
		for key := range c.Fields {
			e.Set(family, key, c.Raw())
		}
	}
}

// MarshalJSON returns an object of families. It fails if that cannot be read back.
func (e Extensions) MarshalJSON() ([]byte, error) {
	w := rawjson.NewWriter(nil)
	e.Write(w)
	if err := new(Extensions).UnmarshalJSON(w.Bytes()); err != nil {
		return nil, fmt.Errorf("cannot be read back: %w", err)
	}
	return w.Bytes(), nil
}

// UnmarshalJSON reads an object of families. Null changes nothing.
func (e *Extensions) UnmarshalJSON(b []byte) error {
	if string(bytes.TrimSpace(b)) == "null" {
		return nil
	}
	b = bytes.Clone(b)
	c := rawjson.NewCursor(b)
	if c.Kind() != rawjson.Object {
		c.Fail(c.Offset(), "want an object of families, got %s", c.Kind())
	}
	var read Extensions
	read.Read(c)
	if err := rawjson.Placed(b, c.End()); err != nil {
		return err
	}
	*e = read
	return nil
}

// Clone returns a copy that Set may change.
//
//go:noinline
func (e Extensions) Clone() Extensions {
	e = slices.Clone(e)
	for i := range e {
		e[i].Members = slices.Clone(e[i].Members)
	}
	return e
}

// With returns a copy of e with a field set. The two share the fields of other families.
func (e Extensions) With(family, key string, value rawjson.Raw) Extensions {
	e = slices.Clone(e)
	if x := e.of(family); x != nil {
		x.Members = slices.Clone(x.Members)
	}
	e.Set(family, key, value)
	return e
}

// Without returns a copy of e without one field.
func (e Extensions) Without(family, key string) Extensions {
	return e.Clone().WithoutAll(family, func(k string) bool { return k == key })
}

// WithoutAll returns e without the fields of a family whose keys are gone: a copy that
// shares the fields of other families, or e if none is gone.
func (e Extensions) WithoutAll(family string, gone func(key string) bool) Extensions {
	is := func(m rawjson.Member) bool { return gone(m.Key) }
	i := slices.IndexFunc(e, func(x Extension) bool { return x.Family == family })
	if i < 0 || !slices.ContainsFunc(e[i].Members, is) {
		return e
	}
	e = slices.Clone(e)
	if e[i].Members = slices.DeleteFunc(slices.Clone(e[i].Members), is); len(e[i].Members) == 0 {
		e = slices.Delete(e, i, i+1)
	}
	return e
}
