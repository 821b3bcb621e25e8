package record

// Pieces is a list that grows without a copy, since the old and the new memory
// of a long list take twice its room. The zero value is ready.
type Pieces[T any] struct{ pieces [][]T }

// Add appends an element, and returns where it is.
func (p *Pieces[T]) Add(x T) *T {
	last := len(p.pieces) - 1
	if last < 0 || len(p.pieces[last]) == cap(p.pieces[last]) {
		last++
		p.pieces = append(p.pieces, make([]T, 0, 1<<min(last, 5)))
	}
	piece := append(p.pieces[last], x)
	p.pieces[last] = piece
	return &piece[len(piece)-1]
}

// All yields the elements in order.
func (p *Pieces[T]) All(yield func(*T) bool) {
	for _, piece := range p.pieces {
		for i := range piece {
			if !yield(&piece[i]) {
				return
			}
		}
	}
}

// Take yields the elements in order, and forgets them.
func (p *Pieces[T]) Take(yield func(*T) bool) {
	for i, piece := range p.pieces {
		p.pieces[i] = nil
		for k := range piece {
			if !yield(&piece[k]) {
				return
			}
		}
	}
	p.pieces = nil
}
