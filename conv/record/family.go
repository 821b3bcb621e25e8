package record

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Family is how the formats of one family use the residue of nodes. A key
// that begins with ~ is a hint: how the wire spelled what a neutral field
// says. Hints are never written as fields.
type Family struct {
	Name string

	// Gathered says that fields which were there and say nothing ("", [], {})
	// are one hint together, ~blank, and are written after the residue. Else
	// each is a hint of its own, ~KEY, and is written where its field stands.
	Gathered bool

	// Order compares two entries of residue, for families that put it in an
	// order which does not depend on that of the wire; nil: as it was read.
	Order func(a, b conv.Member) int

	// Inside reports whether an entry of residue belongs to an object inside
	// the node's own, which is written by WriteInside; nil: none does.
	Inside func(key string) bool
}

// The hints that are about several fields.
const (
	HintBlank = "~blank" // the fields that say nothing, as an object
	HintLacks = "~lacks" // the fields that are usually there and were not, as a list
)

// Of is the residue of a node.
func (f *Family) Of(n *conv.Node) []conv.Member {
	if len(n.Extensions) == 0 {
		return nil
	}
	return n.Extensions.Of(f.Name)
}

// Plain reports whether a node has no residue, not even hints.
func (f *Family) Plain(n *conv.Node) bool { return len(f.Of(n)) == 0 }

// Get is an entry of a node's residue, "" if there is none.
func (f *Family) Get(n *conv.Node, key string) conv.Raw {
	if len(n.Extensions) == 0 {
		return ""
	}
	return n.Extensions.Get(f.Name, key)
}

// Text is the string of an entry, "" if there is none.
func (f *Family) Text(n *conv.Node, key string) string { return f.Get(n, key).Text() }

// Set sets an entry of a node's residue.
func (f *Family) Set(n *conv.Node, key string, value conv.Raw) {
	n.Extensions.Set(f.Name, key, value)
}

// Hint is the hint on a key, "" if there is none.
func (f *Family) Hint(n *conv.Node, key string) conv.Raw {
	if len(n.Extensions) == 0 {
		return ""
	}
	return n.Extensions.Get(f.Name, "~"+key)
}

// SetHint sets the hint on a key.
func (f *Family) SetHint(n *conv.Node, key string, value conv.Raw) {
	n.Extensions.Set(f.Name, "~"+key, value)
}

// Blank is the value of a field that was there and says nothing, "" if it was
// not there.
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

// SetBlank remembers a field that was there and says nothing, so that it
// comes back. The key of a field of an object inside is OUTER.KEY.
func (f *Family) SetBlank(n *conv.Node, key string, value conv.Raw) {
	if !f.Gathered {
		f.SetHint(n, key, value)
		return
	}
	all := []conv.Member{{Key: key, Value: value}}
	for k, v := range f.Get(n, HintBlank).Fields {
		if k != key {
			all = append(all, conv.Member{Key: k, Value: v})
		}
	}
	slices.SortStableFunc(all, func(a, b conv.Member) int { return strings.Compare(a.Key, b.Key) })
	f.Set(n, HintBlank, rawjson.ObjectOf(all))
}

// ForgetBlank is for a field that is given again and now says something.
func (f *Family) ForgetBlank(n *conv.Node, key string) {
	if !f.Gathered || f.Blank(n, key) == "" {
		return
	}
	all := f.Get(n, HintBlank).Members()
	f.Set(n, HintBlank, rawjson.ObjectOf(slices.DeleteFunc(all, func(m conv.Member) bool { return m.Key == key })))
}

// Lacks reports whether a field that is usually there was not.
func (f *Family) Lacks(n *conv.Node, key string) bool {
	for v := range f.Get(n, HintLacks).Elements {
		if v.Text() == key {
			return true
		}
	}
	return false
}

// SetLacks remembers fields that are usually there and were not.
func (f *Family) SetLacks(n *conv.Node, keys ...string) {
	if len(keys) == 0 {
		return
	}
	for v := range f.Get(n, HintLacks).Elements {
		keys = append(keys, v.Text())
	}
	slices.Sort(keys)
	all := make([]conv.Raw, len(keys))
	for i, key := range keys {
		all[i] = rawjson.Quoted(key)
	}
	f.Set(n, HintLacks, rawjson.ArrayOf(all))
}

// Forget drops what a node keeps of a key: its residue and the hints on it.
// A key that an object repeats counts once.
func (f *Family) Forget(n *conv.Node, key string) {
	if len(n.Extensions) == 0 {
		return
	}
	f.ForgetBlank(n, key)
	f.drop(n, func(k string) bool {
		return k == key || !f.Gathered && len(k) == len(key)+1 && k[0] == '~' && k[1:] == key
	})
}

// ForgetAll is Forget for a key and for the fields of the object at it, KEY.X.
func (f *Family) ForgetAll(n *conv.Node, key string) {
	f.Forget(n, key)
	f.drop(n, func(k string) bool { return len(k) > len(key) && k[len(key)] == '.' && k[:len(key)] == key })
}

// Drop drops one entry of a node's residue.
func (f *Family) Drop(n *conv.Node, key string) {
	f.drop(n, func(k string) bool { return k == key })
}

// drop drops entries of a node's residue. What others may share is copied.
func (f *Family) drop(n *conv.Node, gone func(key string) bool) {
	if !slices.ContainsFunc(f.Of(n), func(m conv.Member) bool { return gone(m.Key) }) {
		return
	}
	old := n.Extensions
	n.Extensions = nil
	for _, x := range old {
		for _, m := range x.Members {
			if x.Family != f.Name || !gone(m.Key) {
				n.Extensions.Set(x.Family, m.Key, m.Value)
			}
		}
	}
}

// Settle puts the residue of a node in the order of the family.
func (f *Family) Settle(n *conv.Node) {
	if f.Order == nil {
		return
	}
	if all := f.Of(n); len(all) > 1 && !slices.IsSortedFunc(all, f.Order) {
		slices.SortStableFunc(all, f.Order)
	}
}
