package record

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// Write writes the residue of a node as fields of the open object, except some
// keys.
func (f *Family) Write(w *rawjson.Writer, n *conv.Node, except ...string) {
	if len(n.Extensions) > 0 {
		f.writeResidue(w, n, func(key string) bool { return slices.Contains(except, key) })
	}
}

// writeResidue writes the residue of a node, except fields already written.
func (f *Family) writeResidue(w *rawjson.Writer, n *conv.Node, written func(key string) bool) {
	for _, m := range f.Of(n) {
		key, ok := extension.WireKey(m.Key)
		if !ok || f.Inside != nil && f.Inside(m.Key) || written(m.Key) {
			continue
		}
		w.RawField(f.Key(n, key), m.Value)
	}
	f.writeBlanks(w, n, "", written)
}

// writeBlanks writes the empty fields of an object inside, or of the node
// itself if outer is "".
func (f *Family) writeBlanks(w *rawjson.Writer, n *conv.Node, outer string, written func(key string) bool) {
	if !f.Gathered {
		return
	}
	for k, v := range f.Get(n, HintBlank).Fields {
		in, key, nested := strings.Cut(k, ".")
		if !nested {
			in, key = "", k
		}
		if in == outer && !written(key) {
			w.RawField(key, v)
		}
	}
}

// writeBlank writes an empty field if it was read and has a hint of its own, on in.
func (f *Family) writeBlank(w *rawjson.Writer, n *conv.Node, key, in string) {
	if !f.Gathered && len(n.Extensions) > 0 {
		w.OptRaw(f.Key(n, key), f.Hint(n, in))
	}
}

// WriteOptText writes an optional long string, also one that was read empty.
func (f *Family) WriteOptText(w *rawjson.Writer, n *conv.Node, key, in, value string) {
	if value == "" {
		f.writeBlank(w, n, key, in)
	} else {
		w.Key(f.Key(n, key))
		conv.WriteText(w, n, value)
	}
}

// KeepRest keeps what the neutral model lacks of an object, under the object's
// key. If the object was empty, that is a hint. found reports whether the
// neutral model took some of it.
func (f *Family) KeepRest(n *conv.Node, key string, rest *conv.Node, found bool) {
	switch {
	case f.Of(rest) != nil:
		f.Set(n, key, f.Object(rest))
	case !found:
		f.SetBlank(n, key, "{}")
	}
}

// Gather makes one wire message of messages, the first of which begins at an offset: they
// get a group named by its place. The residue of the wire message goes to that first one,
// to the key of a result.
func Gather(r *Reader, list []conv.Message, place, at int, wire *conv.Node, key string) {
	switch first := list[0].(type) {
	case *conv.UserMessage:
		first.Extensions = wire.Extensions
		r.SetOffsetAt(&first.Node, at)
	case *conv.ToolResultMessage:
		if members := r.Residue.Of(wire); members != nil {
			r.Residue.Set(&first.Node, key, rawjson.ObjectOf(members))
			r.Residue.Settle(&first.Node)
		}
	}
	if len(list) > 1 {
		for _, m := range list {
			conv.MetaOf(m).Group = strconv.Itoa(place)
		}
	}
}

// Object is the residue of a node as an object with the keys of the wire, ""
// if there is none. Hints stay.
func (f *Family) Object(n *conv.Node) conv.Raw {
	all := slices.Clone(f.Of(n))
	for i, m := range all {
		if key, ok := extension.WireKey(m.Key); ok {
			all[i].Key = key
		}
	}
	if all == nil {
		return ""
	}
	return rawjson.ObjectOf(all)
}

// Rest is what KeepRest kept, "" if it kept nothing.
func (f *Family) Rest(n *conv.Node, key string) conv.Raw {
	return cmp.Or(f.Get(n, key), f.Blank(n, key))
}

// keepInside adds fields to what a node keeps of an object inside its own, such
// as the function of a call. It is not for a family that keeps them flat.
func (f *Family) keepInside(n *conv.Node, outer string, fields ...rawjson.Member) {
	f.Set(n, outer, rawjson.ObjectOf(append(f.Get(n, outer).Members(), fields...)))
}

// WriteInside writes what a node keeps of an object inside its own, except
// some keys.
func (f *Family) WriteInside(w *rawjson.Writer, n *conv.Node, outer string, except ...string) {
	if len(n.Extensions) == 0 {
		return
	}
	f.writeInside(w, n, outer, func(key string) bool { return slices.Contains(except, key) })
}

func (f *Family) writeInside(w *rawjson.Writer, n *conv.Node, outer string, written func(key string) bool) {
	if f.Flat {
		for _, m := range f.Of(n) {
			if key, ok := strings.CutPrefix(m.Key, outer); ok && key != "" && key[0] == '.' && !written(key[1:]) {
				w.RawField(f.Key(n, key[1:]), m.Value)
			}
		}
		return
	}
	for key, value := range f.Get(n, outer).Fields {
		if !written(key) {
			w.RawField(key, value)
		}
	}
	f.writeBlanks(w, n, outer, written)
}

// IsWhole reports whether the value at the key of an object inside was an
// object. Else the node keeps another value there.
func (f *Family) IsWhole(n *conv.Node, outer string) bool {
	raw := f.Get(n, outer)
	return raw == "" || raw[0] == '{'
}

// WriteFields writes the fields of an object into the open one, except some
// keys. A value other than an object has no fields.
func WriteFields(w *rawjson.Writer, object conv.Raw, except ...string) {
	for key, value := range object.Fields {
		if !slices.Contains(except, key) {
			w.RawField(key, value)
		}
	}
}

// Unless is a key to leave out, or, if the field is absent, a key that no
// object has.
func Unless(absent bool, key string) string {
	if absent {
		return "~"
	}
	return key
}
