package session

import (
	"iter"
	"slices"

	"convo/conv"
)

// Paths passes the paths through the session, as indexes of its entries: all
// paths to a leaf, or only the path to the current entry, with a note that counts the rest.
func (s *Session) Paths(all bool, notes *conv.Notes) iter.Seq[[]int] {
	if len(s.Entries) == 0 || s.Linear {
		whole := make([]int, len(s.Entries))
		for i := range whole {
			whole[i] = i
		}
		return slices.Values([][]int{whole})
	}
	t := s.tree(notes)
	if !all {
		path := s.complete(t.Path(s.last(notes)))
		t.NoteOthers(path, notes)
		return slices.Values([][]int{path})
	}
	if !s.hasExtras() {
		return func(yield func([]int) bool) {
			for _, leaf := range t.Leaves() {
				if !yield(t.Path(leaf)) {
					return
				}
			}
		}
	}
	var paths [][]int
	on := make([]bool, len(s.Entries))
	leaves := t.Leaves()
	for _, leaf := range slices.Backward(leaves) {
		if on[leaf] {
			continue
		}
		path := s.complete(t.Path(leaf))
		for _, i := range path {
			on[i] = true
		}
		paths = append(paths, path)
	}
	slices.Reverse(paths)
	return slices.Values(paths)
}

// tree connects the entries.
func (s *Session) tree(notes *conv.Notes) *Tree {
	nodes := make([]Node, len(s.Entries))
	for i := range nodes {
		nodes[i] = s.Entries[i].Node
	}
	return NewTree(nodes, notes)
}

// hasExtras reports whether a path may have entries that are not on it.
func (s *Session) hasExtras() bool {
	for i := range s.Entries {
		if s.isLoose(i) || len(s.Entries[i].Ties) > 0 {
			return true
		}
	}
	return false
}

// Weigh returns how many paths to a leaf the sessions in a file have, and the
// bytes in all of them. See [format.Format].
func (l *Layout) Weigh(data []byte) (branches int, size int64) {
	sessions, _, err := l.Sessions(data, nil)
	if err != nil {
		return 0, 0
	}
	end := int64(len(data))
	for _, s := range slices.Backward(sessions) {
		n, bytes := s.weigh(end)
		branches, size = branches+n, size+bytes
		if end = int64(max(s.Header, 0)); s.Header < 0 && len(s.Entries) > 0 {
			end = int64(s.Entries[0].Offset)
		}
	}
	return branches, size
}

// weigh counts the paths of a session that ends at an offset of its file.
func (s *Session) weigh(end int64) (branches int, size int64) {
	if len(s.Entries) == 0 || s.Linear {
		return 1, end - int64(max(s.Header, 0))
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

// isLoose reports whether an entry has no place of its own in the tree.
func (s *Session) isLoose(i int) bool { return s.loose && s.Entries[i].ID == "" }

// complete returns a path with the entries that belong to it but are not on it:
// entries without an id after one of its entries, and entries that are tied to
// an earlier one. If there are any, the result is in the order of the file.
func (s *Session) complete(path []int) []int {
	on := make([]bool, len(s.Entries))
	for _, i := range path {
		on[i] = true
	}
	ties, n := map[string]bool{}, len(path)
	for i := range s.Entries {
		e := &s.Entries[i]
		tied := func(name string) bool { return ties[name] }
		if !on[i] && (s.isLoose(i) && (i == 0 || on[i-1]) || slices.ContainsFunc(e.Ties, tied)) {
			on[i] = true
			n++
		}
		for _, name := range e.Ties {
			ties[name] = ties[name] || on[i]
		}
	}
	if n == len(path) {
		return path
	}
	path = path[:0]
	for i, is := range on {
		if is {
			path = append(path, i)
		}
	}
	return path
}

// last returns the index of the current entry, -1 for the place before the first
// entry.
func (s *Session) last(notes *conv.Notes) int {
	end := len(s.Entries) - 1
	for end > 0 && s.isLoose(end) {
		end--
	}
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
	notes.Loss(conv.CodeBranch, conv.Dropped, s.leaf.Offset, "link to a missing entry", s.leaf.ID)
	return end
}
