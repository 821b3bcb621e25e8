package rawjson

// Slab makes nodes by the dozen: a conversation has many, and all of them are
// forgotten at once. The zero value is ready.
type Slab[T any] struct {
	free []T
	made int // how many at last

	kept [][]T // pieces to use again after Reset
	next int   // of kept
}

// slabMost is how many nodes a Slab makes at once, so that one which is kept does
// not keep many others. slabsKept is how many such pieces it uses again.
const (
	slabMost  = 31
	slabsKept = 128
)

// New returns a new node.
func (s *Slab[T]) New() *T {
	if len(s.free) == 0 {
		s.more()
	}
	node := &s.free[0]
	s.free = s.free[1:]
	return node
}

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

// List returns a list of nodes in memory of its own.
func (s *Slab[T]) List(nodes ...T) []T {
	n := len(nodes)
	if n > slabMost/2 {
		return append([]T(nil), nodes...)
	}
	for len(s.free) < n {
		s.more()
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	copy(list, nodes)
	return list
}

func (s *Slab[T]) more() {
	if s.next < len(s.kept) {
		s.free = s.kept[s.next]
		s.next++
		return
	}
	s.made = min(2*s.made+1, slabMost)
	s.free = make([]T, s.made)
	if s.next < slabsKept {
		s.kept = append(s.kept, s.free)
		s.next++
	}
}

// Reset makes the memory of all nodes free for others: nobody may look at them
// any more.
func (s *Slab[T]) Reset() {
	for _, nodes := range s.kept[:s.next] {
		clear(nodes)
	}
	s.free, s.next = nil, 0
}
