package conv

import (
	"slices"
	"unsafe"

	"convo/conv/rawjson"
)

// Node is part of the document, and of every message, block, call, tool and usage.
// It has the fields that the neutral model lacks, and the place in the input.
type Node struct {
	Extensions Extensions

	at       int // 1 + offset in the input; 0: not read
	spelling spelling
}

// spelling remembers how a string was written in JSON, so that an unchanged string
// can be copied back.
type spelling struct {
	quoted string // with its quotes
	text   *byte  // address and length of the decoded text
	length int
}

func (n *Node) node() *Node { return n }

// PlaceAt records the node's byte offset in the input.
func (n *Node) PlaceAt(offset int) { n.at = offset + 1 }

// Offset is the node's byte offset in the input, -1 if it was not read.
func (n *Node) Offset() int { return n.at - 1 }

// Spell records that text, a field of this node, was written as s.
// A node remembers one spelling: that of its largest string.
func (n *Node) Spell(text string, s rawjson.Spelling) {
	n.spelling = spelling{string(s), unsafe.StringData(text), len(text)}
}

// Spelling returns how text was written in the input, "" if text is not the
// string that was read.
func (n *Node) Spelling(text string) rawjson.Spelling {
	s := &n.spelling
	if s.quoted == "" || len(text) != s.length || unsafe.StringData(text) != s.text {
		return ""
	}
	return rawjson.Spelling(s.quoted)
}

// Extensions is the residue of a node: for each family of formats the fields that
// the neutral model lacks, in their order in the input.
type Extensions []Extension

// Extension holds the fields of one family.
type Extension struct {
	Family  string
	Members []Member

	places *places // index of many fields; nil: unknown
}

// places maps keys to their index, as long as the fields are those that it was
// made from.
type places struct {
	at map[string]int
	of *Member // the first of them
}

// fewMembers is the number of fields up to which a search needs no index.
const fewMembers = 64

// place returns the index of a key, -1 if it is missing.
func (x *Extension) place(key string) int {
	if p := x.places; p != nil && len(p.at) == len(x.Members) && p.of == &x.Members[0] {
		i, ok := p.at[key]
		switch {
		case !ok:
			return -1
		case x.Members[i].Key == key: // otherwise the order has changed
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
func (x *Extension) add(m Member) {
	x.Members = append(x.Members, m)
	p, n := x.places, len(x.Members)
	switch {
	case n < fewMembers:
	case p != nil && len(p.at) == n-1 && p.of == &x.Members[0]:
		p.at[m.Key] = n - 1
	default: // also if the fields have moved, which is rare
		p = &places{make(map[string]int, 2*n), &x.Members[0]}
		for i := range x.Members {
			p.at[x.Members[i].Key] = i
		}
		x.places = p
	}
}

// Member is a field: its key and its JSON value.
type Member = rawjson.Member

// Of returns a family's fields, nil if it has none.
func (e Extensions) Of(family string) []Member {
	for i := range e {
		if e[i].Family == family {
			return e[i].Members
		}
	}
	return nil
}

// Get returns one field's value, "" if the field is missing.
func (e Extensions) Get(family, key string) Raw {
	for i := range e {
		if x := &e[i]; x.Family == family {
			if at := x.place(key); at >= 0 {
				return x.Members[at].Value
			}
			return ""
		}
	}
	return ""
}

// Set sets a field, in place if it exists. It is not inlined, because it has so
// many callers.
//
//go:noinline
func (e *Extensions) Set(family, key string, value Raw) {
	for i := range *e {
		x := &(*e)[i]
		if x.Family != family {
			continue
		}
		if at := x.place(key); at >= 0 {
			x.Members[at].Value = value
			return
		}
		x.add(Member{Key: key, Value: value})
		return
	}
	*e = append(*e, Extension{Family: family, Members: []Member{{Key: key, Value: value}}})
}

// Clone returns a copy that Set may change.
func (e Extensions) Clone() Extensions {
	e = slices.Clone(e)
	for i := range e {
		e[i].Members = slices.Clone(e[i].Members)
	}
	return e
}

// HasFields reports whether a node has fields of a family that the neutral model
// lacks; "" is any family. Hints do not count.
func (n *Node) HasFields(family string) bool {
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if _, ok := WireKey(m.Key); ok && (family == "" || x.Family == family) {
				return true
			}
		}
	}
	return false
}

// Without returns a copy of e without one field.
func (e Extensions) Without(family, key string) Extensions {
	var out Extensions
	for _, x := range e {
		for _, m := range x.Members {
			if x.Family != family || m.Key != key {
				out.Set(x.Family, m.Key, m.Value)
			}
		}
	}
	return out
}
