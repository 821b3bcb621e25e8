package rawjson

// arenaSize is how many bytes are allocated at once for texts that the input
// holds only in escaped form.
const arenaSize = 1 << 16

// Arena is memory for the texts that cursors unescape. It can be used again
// when nobody needs these texts any more. The zero value is ready. With a nil
// Arena, each cursor allocates its own memory.
type Arena struct {
	pieces [][]byte
	taken  int
}

// Reset makes the whole arena free again. Strings that were read with it are
// overwritten from then on.
func (a *Arena) Reset() { a.taken = 0 }

// take returns an empty slice with room for n bytes or more.
func (a *Arena) take(n, rest int) []byte {
	if a == nil || n > arenaSize {
		return memory(max(n, min(arenaSize, rest)))
	}
	if a.taken == len(a.pieces) {
		a.pieces = append(a.pieces, memory(arenaSize))
	}
	a.taken++
	return a.pieces[a.taken-1]
}
