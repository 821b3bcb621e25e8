package record

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Family is how the formats of one family use the residue of nodes. A key that
// begins with ~ is a hint: how the wire spelled a neutral field. Hints are
// never written as fields.
type Family struct {
	Name string

	// Gathered collects the empty fields that were read ("", [], {}) in one hint,
	// ~blank, and they are written after the residue. Else each has a hint of its
	// own, ~KEY, and is written in its field's place.
	Gathered bool

	// Flat keeps each field of an object inside the node's own as OUTER.KEY. Else
	// all are one object under the key OUTER.
	Flat bool

	// Plainly calls a field of an object inside by its key in notes and hints, not
	// OUTER.KEY.
	Plainly bool

	// NoNulls says that null counts as absent everywhere in a record.
	NoNulls bool

	// Lenient says that a value of a wrong kind becomes residue instead of an error, in
	// every record.
	Lenient bool

	// Aliases are second names under which fields are read, and written again if
	// they were read so. nil: there are none.
	Aliases *Aliases

	// Snakes says that fields in camelCase may be in snake_case. The hint ~snake
	// lists those of a node that were, also of the objects inside its own.
	Snakes bool

	// Order compares two entries of residue. Families with an order that does not
	// depend on the wire set it. nil keeps the order of reading.
	Order func(a, b rawjson.Member) int

	// Inside reports whether an entry of residue belongs to an object inside the
	// node's own. WriteInside writes such entries. nil: there are none.
	Inside func(key string) bool
}

// ByKey is the Order of families whose residue stands in the order of its keys.
func ByKey(a, b rawjson.Member) int { return strings.Compare(a.Key, b.Key) }

// The hints about several fields.
const (
	HintBlank = "~blank" // the empty fields, as an object
	HintLacks = "~lacks" // the usual fields that were missing, as a list
)

// Of is the residue of a node.
func (f *Family) Of(n *conv.Node) []rawjson.Member {
	if len(n.Extensions) == 0 {
		return nil
	}
	return n.Extensions.Of(f.Name)
}

// Plain reports whether a node has no residue, not even hints.
//
//go:noinline
func (f *Family) Plain(n *conv.Node) bool { return len(f.Of(n)) == 0 }

// Get is an entry of a node's residue, "" if there is none.
//
//go:noinline
func (f *Family) Get(n *conv.Node, key string) conv.Raw {
	if len(n.Extensions) == 0 {
		return ""
	}
	return n.Extensions.Get(f.Name, key)
}

// Text is the string of an entry, "" if there is none.
func (f *Family) Text(n *conv.Node, key string) string { return f.Get(n, key).Text() }

// Set sets an entry of a node's residue.
//
//go:noinline
func (f *Family) Set(n *conv.Node, key string, value conv.Raw) {
	n.Extensions.Set(f.Name, key, value)
}

// Hint is the hint on a key, "" if there is none.
//
//go:noinline
func (f *Family) Hint(n *conv.Node, key string) conv.Raw {
	if len(n.Extensions) == 0 {
		return ""
	}
	return n.Extensions.Get(f.Name, "~"+key)
}

// SetHint sets the hint on a key.
//
//go:noinline
func (f *Family) SetHint(n *conv.Node, key string, value conv.Raw) {
	n.Extensions.Set(f.Name, "~"+key, value)
}

// Blank is the value of an empty field that was read, "" if it was missing.
func (f *Family) Blank(n *conv.Node, key string) conv.Raw {
	if !f.Gathered {
		return f.Hint(n, key)
	}
	for k, v := range f.Get(n, HintBlank).Fields {
		if k == key {
			return v
		}
	}
	return ""
}

// SetBlank remembers an empty field, so that it is written again. The key of a
// field in an object inside is OUTER.KEY.
func (f *Family) SetBlank(n *conv.Node, key string, value conv.Raw) {
	if !f.Gathered {
		f.SetHint(n, key, value)
		return
	}
	all := []rawjson.Member{{Key: key, Value: value}}
	for k, v := range f.Get(n, HintBlank).Fields {
		if k != key {
			all = append(all, rawjson.Member{Key: k, Value: v})
		}
	}
	slices.SortStableFunc(all, ByKey)
	f.Set(n, HintBlank, rawjson.ObjectOf(all))
}

// ForgetBlank is for a repeated field that is no longer empty.
func (f *Family) ForgetBlank(n *conv.Node, key string) {
	if !f.Gathered || f.Blank(n, key) == "" {
		return
	}
	all := slices.DeleteFunc(f.Get(n, HintBlank).Members(), func(m rawjson.Member) bool { return m.Key == key })
	if len(all) == 0 {
		f.Drop(n, HintBlank)
		return
	}
	f.Set(n, HintBlank, rawjson.ObjectOf(all))
}

// Lacks reports whether a usual field was missing.
func (f *Family) Lacks(n *conv.Node, key string) bool {
	for v := range f.Get(n, HintLacks).Elements {
		if v.Text() == key {
			return true
		}
	}
	return false
}

// SetLacks remembers usual fields that were missing.
func (f *Family) SetLacks(n *conv.Node, keys ...string) {
	if len(keys) == 0 {
		return
	}
	for v := range f.Get(n, HintLacks).Elements {
		keys = append(keys, v.Text())
	}
	slices.Sort(keys)
	f.Set(n, HintLacks, rawjson.StringsOf(keys))
}

// Forget drops the residue of a key and the hints on it. It is for keys that
// an object repeats: only the last value counts.
func (f *Family) Forget(n *conv.Node, key string) {
	if len(n.Extensions) == 0 {
		return
	}
	f.ForgetBlank(n, key)
	if f.Get(n, key) == "" && (f.Gathered || f.Hint(n, key) == "") {
		return // as usual; this search has an index
	}
	f.drop(n, func(k string) bool {
		return k == key || !f.Gathered && len(k) == len(key)+1 && k[0] == '~' && k[1:] == key
	})
}

// Reread is Forget for a node that is being read, so that nobody else has its
// residue. A copy of many fields for each repeated key would take too long.
func (f *Family) Reread(n *conv.Node, key string) {
	if len(n.Extensions) == 0 {
		return
	}
	f.ForgetBlank(n, key)
	n.Extensions.Remove(f.Name, key)
	if !f.Gathered {
		n.Extensions.Remove(f.Name, "~"+key)
	}
}

// RereadAll is Reread for a key and for the fields of the object there (KEY.X).
func (f *Family) RereadAll(n *conv.Node, key string) {
	f.Reread(n, key)
	n.Extensions.RemoveInside(f.Name, key)
}

// Drop drops one entry of a node's residue.
func (f *Family) Drop(n *conv.Node, key string) {
	if f.Get(n, key) == "" {
		return // as usual; this search has an index
	}
	f.drop(n, func(k string) bool { return k == key })
}

// drop drops entries of a node's residue. It copies, since others may share
// the old entries.
func (f *Family) drop(n *conv.Node, gone func(key string) bool) {
	n.Extensions = n.Extensions.WithoutAll(f.Name, gone)
}

// Settle sorts the residue of a node in the order of the family. A hint that has
// forgotten all its fields goes.
func (f *Family) Settle(n *conv.Node) {
	if f.Gathered && f.Get(n, HintBlank) == "{}" {
		n.Extensions.Remove(f.Name, HintBlank)
	}
	if f.Order == nil {
		return
	}
	if all := f.Of(n); len(all) > 1 && !slices.IsSortedFunc(all, f.Order) {
		slices.SortStableFunc(all, f.Order)
	}
}
