package rawjson

import (
	"slices"
	"strings"
)

// Quoted returns s as a JSON string.
func Quoted(s string) Raw { return Raw(text(AppendQuoted(memory(len(s)+2), s))) }

// ObjectOf returns the JSON object with these fields.
func ObjectOf(members []Member) Raw {
	size := len("{}")
	for _, m := range members {
		size += len(`"":,`) + len(m.Key) + max(len(m.Value), len("null"))
	}
	w := sized(size)
	w.BeginObject()
	for _, m := range members {
		w.RawField(m.Key, m.Value)
	}
	w.EndObject()
	return Raw(text(w.buf))
}

// sized is a writer with room for a text of that many bytes: no text is copied
// while it grows, nor at its end.
func sized(size int) *Writer { return &Writer{buf: memory(size)} }

// ArrayOf returns the JSON array of these values.
func ArrayOf(values []Raw) Raw {
	size := len("[]")
	for _, v := range values {
		size += len(",") + max(len(v), len("null"))
	}
	w := sized(size)
	w.BeginArray()
	for _, v := range values {
		w.Raw(v)
	}
	w.EndArray()
	return Raw(text(w.buf))
}

// Written returns the JSON text that part writes.
//
//go:noinline
func Written(part func(w *Writer)) Raw {
	w := NewWriter(nil)
	part(w)
	return Raw(w.Bytes())
}

// ObjectBy returns the JSON object whose fields part writes.
//
//go:noinline
func ObjectBy(part func(w *Writer)) Raw {
	return Written(func(w *Writer) {
		w.BeginObject()
		part(w)
		w.EndObject()
	})
}

// StringsOf returns the JSON array of these strings.
func StringsOf(texts []string) Raw {
	w := sized(0)
	w.BeginArray()
	for _, s := range texts {
		w.Str(s)
	}
	w.EndArray()
	return Raw(text(w.buf))
}

// Fields passes the keys and values of an object to yield. It does nothing for
// any other value.
func (r Raw) Fields(yield func(key string, value Raw) bool) {
	if r == "" || r[0] != '{' {
		return
	}
	c, more := NewTrustedCursor(bytesOf(string(r))), true
	for key := range c.Fields {
		if v := c.Raw(); more && c.err == nil {
			more = yield(key, v)
		}
	}
}

// Without returns an object without the fields of some keys, and any other value as
// it is.
func (r Raw) Without(keys ...string) Raw {
	if r == "" || r[0] != '{' {
		return r
	}
	has := func(key string) bool { return strings.Contains(string(r), key) }
	if !slices.ContainsFunc(keys, has) && !has(`\`) { // a key may be spelled with escapes
		return r
	}
	return ObjectBy(func(w *Writer) {
		for key, value := range r.Fields {
			if !slices.Contains(keys, key) {
				w.RawField(key, value)
			}
		}
	})
}

// With returns an object with another value of a field that it has, and any other
// value as it is.
func (r Raw) With(key string, value Raw) Raw {
	if r == "" || r[0] != '{' {
		return r
	}
	fields := r.Members()
	for i := range fields {
		if fields[i].Key == key {
			fields[i].Value = value
		}
	}
	return ObjectOf(fields)
}

// Members returns the fields of an object, nil for any other value.
func (r Raw) Members() (all []Member) {
	for key, value := range r.Fields {
		all = append(all, Member{key, value})
	}
	return all
}

// Elements passes the elements of an array to yield. It does nothing for any
// other value.
func (r Raw) Elements(yield func(value Raw) bool) {
	if r == "" || r[0] != '[' {
		return
	}
	c, more := NewTrustedCursor(bytesOf(string(r))), true
	for range c.Elements {
		if v := c.Raw(); more && c.err == nil {
			more = yield(v)
		}
	}
}

// BoolOf returns true or false as JSON.
func BoolOf(b bool) Raw {
	if b {
		return "true"
	}
	return "false"
}
