package session

import (
	"slices"

	"convo/conv"
)

// Paths returns the paths through the session, as indexes of its entries: all
// paths to a leaf, or only the path to the current entry, with a note that counts the rest.
func (s *Session) Paths(all bool, notes *conv.Notes) [][]int {
	if len(s.Entries) == 0 || s.Linear {
		whole := make([]int, len(s.Entries))
		for i := range whole {
			whole[i] = i
		}
		return [][]int{whole}
	}
	nodes := make([]Node, len(s.Entries))
	for i := range nodes {
		nodes[i] = s.Entries[i].Node
	}
	t := NewTree(nodes, notes)
	if !all {
		path := s.complete(t.Path(s.last(notes)))
		t.NoteOthers(path, notes)
		return [][]int{path}
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
	return paths
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
