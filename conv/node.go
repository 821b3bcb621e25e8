package conv

import (
	"hash/maphash"
	"math"
	"math/bits"
	"slices"

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
	text   string // decoded
}

func (n *Node) node() *Node { return n }

// PlaceAt records the node's byte offset in the input.
func (n *Node) PlaceAt(offset int) { n.at = offset + 1 }

// Offset is the node's byte offset in the input, -1 if it was not read.
func (n *Node) Offset() int { return n.at - 1 }

// Spell records that text, a field of this node, was written as s.
// A node remembers one spelling: that of its largest string.
func (n *Node) Spell(text string, s rawjson.Spelling) {
	n.spelling = spelling{string(s), text}
}

// Spelling returns how text was written in the input, "" if text is not the
// string that was read.
func (n *Node) Spelling(text string) rawjson.Spelling {
	s := &n.spelling
	if s.quoted == "" || !rawjson.IsSame(text, s.text) {
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

// fewMembers is the number of fields up to which a search needs no index.
const fewMembers = 64

// places is where fields are by their keys, as long as the fields are those that
// it was made from. It is no map, which would take more memory than the fields.
type places struct {
	seed  maphash.Seed
	slots []slot  // a power of two of them, a quarter or more free
	n     int     // number of fields
	used  int     // slots that are not empty
	of    *Member // the first of them
}

// slot has a part of the hash of a key, and 1 + the index of its field.
type slot struct{ hash, next uint32 }

func (p *places) hash(key string) uint32 { return uint32(maphash.String(p.seed, key)) }

func (p *places) put(hash uint32, index int) {
	mask := uint32(len(p.slots) - 1)
	at := hash & mask
	for p.slots[at].next > 0 && p.slots[at].next != gone {
		at = (at + 1) & mask
	}
	if p.slots[at].next == 0 {
		p.used++
	}
	p.slots[at] = slot{hash, uint32(index + 1)}
}

// gone is the next of a slot whose field was removed. Another one may take it.
const gone = math.MaxUint32

// move makes the slot of a key, whose field was at an index, that of another index,
// or gone.
func (p *places) move(key string, from int, next uint32) {
	mask := uint32(len(p.slots) - 1)
	for at := p.hash(key) & mask; p.slots[at].next > 0; at = (at + 1) & mask {
		if p.slots[at].next == uint32(from+1) {
			p.slots[at].next = next
			return
		}
	}
}

// fits reports whether the index is that of fields.
func (p *places) fits(fields []Member) bool {
	return p != nil && p.n == len(fields) && p.of == &fields[0]
}

// find returns the index of a key, -1 if it is missing. It is not sure if another
// field stands where the key was, as after sorting.
func (p *places) find(fields []Member, key string) (index int, sure bool) {
	hash, sure, mask := p.hash(key), true, uint32(len(p.slots)-1)
	for at := hash & mask; p.slots[at].next > 0; at = (at + 1) & mask {
		if s := p.slots[at]; s.hash == hash && s.next != gone {
			if i := int(s.next - 1); fields[i].Key == key {
				return i, true
			}
			sure = false
		}
	}
	return -1, sure
}

// newPlaces returns the index of fields, with room for that of more.
func newPlaces(fields []Member, room int) *places {
	p := &places{seed: maphash.MakeSeed(), slots: make([]slot, 1<<bits.Len(uint(room+room/3)))}
	for i := range fields {
		p.put(p.hash(fields[i].Key), i)
	}
	p.n, p.of = len(fields), &fields[0]
	return p
}

// with returns the index of fields, of which the last is new. p has the others, or
// is of no use.
func (p *places) with(fields []Member, fitted bool) *places {
	n := len(fields)
	if !fitted || 4*(p.used+1) > 3*len(p.slots) {
		return newPlaces(fields, n+n/2)
	}
	p.put(p.hash(fields[n-1].Key), n-1)
	p.n, p.of = n, &fields[0]
	return p
}

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

// reserve makes room for fields to come.
func (x *Extension) reserve(more int) {
	n := len(x.Members)
	x.Members = append(make([]Member, 0, n+more), x.Members...)
	if n > 0 && n+more >= fewMembers {
		x.places = newPlaces(x.Members, n+more)
	}
}

// Adopt moves the fields of a family from another node's extensions, which are lost,
// with a prefix before each key. It reports whether there were any.
func (e *Extensions) Adopt(family, prefix string, from Extensions) bool {
	fields := from.Of(family)
	if e.Of(family) == nil && len(fields) > 0 {
		for i := range fields {
			fields[i].Key = prefix + fields[i].Key
		}
		*e = append(*e, Extension{Family: family, Members: fields})
		return true
	}
	if x := e.of(family); x != nil && len(fields) >= manyFields {
		x.reserve(len(fields))
	}
	for _, m := range fields {
		e.Set(family, prefix+m.Key, m.Value)
	}
	return len(fields) > 0
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
func (x *Extension) add(m Member) {
	fitted := len(x.Members) > 0 && x.places.fits(x.Members)
	x.Members = append(x.Members, m)
	if len(x.Members) >= fewMembers {
		x.places = x.places.with(x.Members, fitted)
	}
}

// Remove removes a field in place, which takes as long as there are fields after it.
// It is for a reader of the node, as long as nobody else has seen the fields.
func (e *Extensions) Remove(family, key string) {
	x := e.of(family)
	if x == nil {
		return
	}
	at := x.place(key)
	if at < 0 {
		return
	}
	fitted := x.places.fits(x.Members)
	if fitted {
		x.places.move(key, at, gone)
		for i := at + 1; i < len(x.Members); i++ {
			x.places.move(x.Members[i].Key, i, uint32(i))
		}
	}
	x.Members = slices.Delete(x.Members, at, at+1)
	switch {
	case len(x.Members) == 0:
		*e = slices.DeleteFunc(*e, func(x Extension) bool { return len(x.Members) == 0 })
	case fitted:
		x.places.n = len(x.Members)
	}
}

// Member is a field: its key and its JSON value.
type Member = rawjson.Member

// Of returns a family's fields, nil if it has none.
func (e Extensions) Of(family string) []Member {
	if x := e.of(family); x != nil {
		return x.Members
	}
	return nil
}

// Get returns one field's value, "" if the field is missing.
func (e Extensions) Get(family, key string) Raw {
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
func (e *Extensions) Set(family, key string, value Raw) {
	if x := e.of(family); x != nil {
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
