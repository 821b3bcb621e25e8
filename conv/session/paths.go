package session

import (
	"iter"
	"slices"

	"convo/conv/note"
)

// leaves passes the paths through the session, as indexes of its entries: one to
// each leaf.
func (s *Session) leaves(notes *note.Notes) iter.Seq[[]int] {
	if len(s.Entries) == 0 || s.Linear {
		whole := make([]int, len(s.Entries))
		for i := range whole {
			whole[i] = i
		}
		return slices.Values([][]int{whole})
	}
	t := s.tree(notes)
	return func(yield func([]int) bool) {
		for _, leaf := range t.Leaves() {
			if !yield(t.Path(leaf)) {
				return
			}
		}
	}
}

// tree connects the entries.
func (s *Session) tree(notes *note.Notes) *Tree {
	nodes := make([]Node, len(s.Entries))
	for i := range nodes {
		nodes[i] = s.Entries[i].Node
	}
	return NewTree(nodes, notes)
}

// BranchSizes returns how many paths to a leaf the sessions in a file have, and the
// bytes in all of them. See [format.Format].
func (l *Layout) BranchSizes(data []byte) (branches int, size int64) {
	sessions, _, err := l.Sessions(data, nil)
	if err != nil {
		return 0, 0
	}
	end := int64(len(data))
	for _, s := range slices.Backward(sessions) {
		n, bytes := s.weigh(end)
		branches, size, end = branches+n, size+bytes, int64(s.Header)
	}
	return branches, size
}

// weigh counts the paths of a session that ends at an offset of its file.
func (s *Session) weigh(end int64) (branches int, size int64) {
	if len(s.Entries) == 0 || s.Linear {
		return 1, end - int64(s.Header)
	}
	nodes := make([]Node, len(s.Entries))
	sizes := make([]int64, len(nodes))
	for i := range slices.Backward(nodes) {
		nodes[i] = s.Entries[i].Node
		sizes[i], end = end-int64(nodes[i].Offset), int64(nodes[i].Offset)
	}
	t := NewTree(nodes, nil)
	sums := t.sums(sizes)
	for _, leaf := range t.Leaves() {
		branches, size = branches+1, size+sums[leaf]
	}
	return branches, size
}

// last returns the index of the current entry, -1 for the place before the first
// entry.
func (s *Session) last(notes *note.Notes) int {
	end := len(s.Entries) - 1
	if s.leaf == nil {
		return end
	}
	if s.leaf.ID == "" {
		return -1
	}
	for i := len(s.Entries) - 1; i >= 0; i-- {
		if s.Entries[i].ID == s.leaf.ID {
			return i
		}
	}
	notes.Loss(note.CodeBranch, note.Dropped, s.leaf.Offset, "link to a missing entry", s.leaf.ID)
	return end
}
