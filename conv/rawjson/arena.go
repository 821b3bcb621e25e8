package rawjson

// arenaSize is how many bytes are taken at once for texts that are not in the
// input as they are.
const arenaSize = 1 << 16

// Arena is memory for the texts that cursors unescape, to be used again once
// nobody has any of them any more. The zero value is ready; nil is memory of
// each cursor's own.
type Arena struct {
	pieces [][]byte
	taken  int
}

// Reset takes back what was handed out. Strings that were read with it are
// overwritten from then on.
func (a *Arena) Reset() { a.taken = 0 }

// take is an empty slice with room for n bytes or more.
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
