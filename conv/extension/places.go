package extension

import (
	"hash/maphash"
	"math"
	"math/bits"

	"convo/conv/rawjson"
)

// places is where fields are by their keys, as long as the fields are those that
// it was made from. It is no map, which would take more memory than the fields.
type places struct {
	seed  maphash.Seed
	slots []slot          // a power of two of them, a quarter or more free
	n     int             // number of fields
	used  int             // slots that are not empty
	of    *rawjson.Member // the first of them
	inner []inner         // counted so far
}

// inner is how many fields the object at a key has that a node keeps as KEY.X.
type inner struct {
	key string
	n   int
}

func isInside(key, outer string) bool {
	return len(key) > len(outer) && key[len(outer)] == '.' && key[:len(outer)] == outer
}

// count adds a field, or takes it away, where it counts.
func (p *places) count(key string, by int) {
	for i := range p.inner {
		if isInside(key, p.inner[i].key) {
			p.inner[i].n += by
		}
	}
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

// moved makes the slot of a key, whose field was at an index, that of another index,
// or gone.
func (p *places) moved(key string, from int, next uint32) {
	if next == gone {
		p.count(key, -1)
	}
	mask, hash := uint32(len(p.slots)-1), p.hash(key)
	for at := hash & mask; p.slots[at].next > 0; at = (at + 1) & mask {
		// In a list that was sorted since, the slot of that index may be another key's.
		if p.slots[at].hash == hash && p.slots[at].next == uint32(from+1) {
			p.slots[at].next = next
			return
		}
	}
}

// fits reports whether the index is that of fields.
func (p *places) fits(fields []rawjson.Member) bool {
	return p != nil && p.n == len(fields) && p.of == &fields[0]
}

// find returns the index of a key, -1 if it is missing. It is not sure if another
// field stands where the key was, as after sorting.
func (p *places) find(fields []rawjson.Member, key string) (index int, sure bool) {
	hash, sure, mask := p.hash(key), true, uint32(len(p.slots)-1)
	for at := hash & mask; p.slots[at].next > 0; at = (at + 1) & mask {
		if s := p.slots[at]; s.hash == hash && s.next != gone {
			if i := int(s.next - 1); i < len(fields) && fields[i].Key == key {
				return i, true
			}
			sure = false
		}
	}
	return -1, sure
}

// newPlaces returns the index of fields, with room for that of more.
func newPlaces(fields []rawjson.Member, room int) *places {
	p := &places{seed: maphash.MakeSeed(), slots: make([]slot, 1<<bits.Len(uint(room+room/3)))}
	for i := range fields {
		p.put(p.hash(fields[i].Key), i)
	}
	p.n, p.of = len(fields), &fields[0]
	return p
}

// with returns the index of fields, of which the last is new. p has the others, or
// is of no use.
func (p *places) with(fields []rawjson.Member, fitted bool) *places {
	n := len(fields)
	if !fitted || 4*(p.used+1) > 3*len(p.slots) {
		return newPlaces(fields, n+n/2)
	}
	p.put(p.hash(fields[n-1].Key), n-1)
	p.count(fields[n-1].Key, 1)
	p.n, p.of = n, &fields[0]
	return p
}
