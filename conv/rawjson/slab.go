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

//go:noinline
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
	for i, nodes := range s.kept[:s.next] {
		if i == s.next-1 && s.next < slabsKept {
			nodes = nodes[:len(nodes)-len(s.free)] // the rest was never touched
		}
		clear(nodes)
	}
	s.free, s.next = nil, 0
}
