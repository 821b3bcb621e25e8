package record

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Parts are counts that are parts of another one, as a usage has them in an object
// of details, in the order in which they are written.
type Parts []Part

// Part is one of them. Its path is a key, or the key of an object and a key in it
// with a dot between. Only a usual part is written if it is 0.
type Part struct {
	Path  string
	Usual bool
	At    func(*conv.Usage) *int64
}

// Read sets the counts from an object. Of a key that it repeats, the last value counts.
func (p Parts) Read(u *conv.Usage, object conv.Raw) {
	for _, x := range p {
		v := object
		for key := range strings.SplitSeq(x.Path, ".") {
			v = lastOf(v, key)
		}
		*x.At(u) = CountIn(v)
	}
}

// lastOf is the last value of a key in an object, "" without it.
func lastOf(object conv.Raw, key string) (last conv.Raw) {
	if object == "" || object[0] != '{' {
		return ""
	}
	for k, v := range object.Fields {
		if k == key {
			last = v
		}
	}
	return last
}

// Object is the object of the counts. Those in one object stand side by side.
//
//go:noinline
func (p Parts) Object(u *conv.Usage) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		open := ""
		for _, x := range p {
			outer, key, nested := strings.Cut(x.Path, ".")
			n := *x.At(u)
			if n == 0 && !x.Usual {
				continue
			}
			if open != "" && open != outer {
				w.EndObject()
				open = ""
			}
			if nested && open == "" {
				w.ObjectField(outer)
				open = outer
			}
			w.IntField(cmp.Or(key, outer), n)
		}
		if open != "" {
			w.EndObject()
		}
	})
}

// SayAll reports whether an object has nothing but zeros and these counts.
func (p Parts) SayAll(object conv.Raw) bool {
	if object == "" || object[0] != '{' {
		return false
	}
	for key, v := range object.Fields {
		said := func(x Part) bool { return x.Path == key || strings.HasPrefix(x.Path, key+".") }
		if v != "0" && v != "null" && v != "{}" && !slices.ContainsFunc(p, said) {
			return false
		}
	}
	return true
}
