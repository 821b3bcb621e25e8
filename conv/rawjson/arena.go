package rawjson

import "slices"

// arenaSize is how many bytes are allocated at once for texts that the input
// holds only in escaped form.
const arenaSize = 1 << 16

// Arena is memory for the texts that cursors unescape. It can be used again
// when nobody needs these texts any more. The zero value is ready. With a nil
// Arena, each cursor allocates its own memory.
type Arena struct {
	pieces [][]byte
	taken  int
	kept   []Recycled
	used   bool // what is kept
}

// Recycled is memory for something else, which is used again with an arena.
type Recycled interface{ Reset() }

// KeptBy returns what an arena keeps of a type. With a nil Arena it is new.
func KeptBy[T any, P interface {
	*T
	Recycled
}](a *Arena) P {
	if a == nil {
		return new(T)
	}
	a.used = true
	for _, k := range a.kept {
		if p, ok := k.(P); ok {
			return p
		}
	}
	p := P(new(T))
	a.kept = append(a.kept, p)
	return p
}

// arenaMost is how many bytes of texts an arena keeps for the next.
const arenaMost = 64 * arenaSize

// Reset makes the whole arena free again, and what it keeps. Strings that were
// read with it are overwritten from then on.
func (a *Arena) Reset() {
	for _, piece := range a.pieces[:a.taken] {
		spoil(piece)
	}
	size := 0
	a.pieces = slices.DeleteFunc(a.pieces, func(piece []byte) bool {
		if size+cap(piece) > arenaMost {
			return true
		}
		size += cap(piece)
		return false
	})
	a.taken, a.used = 0, false
	for _, k := range a.kept {
		k.Reset()
	}
}

// take returns an empty slice with room for n bytes or more.
func (a *Arena) take(n, rest int) []byte {
	if a == nil {
		return memory(max(n, min(arenaSize, rest)))
	}
	if a.taken == len(a.pieces) {
		a.pieces = append(a.pieces, nil)
	}
	piece := &a.pieces[a.taken]
	if a.taken++; cap(*piece) < n || *piece == nil {
		*piece = memory(max(n, arenaSize))
	}
	return *piece
}

// give gives away the memory in which a text lies, so that nothing else is read
// into it. It is false if the arena has no such memory.
func (a *Arena) give(s string) bool {
	if a == nil {
		return false
	}
	for i, piece := range slices.Backward(a.pieces[:a.taken]) {
		if liesIn(s, piece[:cap(piece)]) {
			a.pieces[i] = nil
			return true
		}
	}
	return false
}

// IsFree reports whether nothing was read with the arena since it was reset.
func (a *Arena) IsFree() bool { return a.taken == 0 && !a.used }
