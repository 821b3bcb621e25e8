package record

// Slab makes nodes by the dozen: a conversation has many, and all of them are
// forgotten at once. The zero value is ready.
type Slab[T any] struct {
	free []T
	made int // how many at last
}

// most is how many nodes a Slab makes at once, so that one which is kept does
// not keep many others.
const most = 31

// New returns a new node.
func (s *Slab[T]) New() *T {
	if len(s.free) == 0 {
		s.made = min(2*s.made+1, most)
		s.free = make([]T, s.made)
	}
	node := &s.free[0]
	s.free = s.free[1:]
	return node
}
