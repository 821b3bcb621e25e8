package session

import (
	"slices"

	"convo/conv/format"
	"convo/conv/note"
)

// Node is an entry's place in a tree.
type Node struct {
	ID     string
	Parent string // id of the entry before it; "" for a root
	Offset int    // in the input
}

// Tree connects entries that name the one before them. Each path from a root to
// a leaf is a conversation.
type Tree struct {
	format.Parents
	entries []Node
}

// NewTree connects entries in the order of the file. If several entries have the
// parent's id, the parent is the nearest one before the entry, else the nearest
// after it. An entry whose parent is missing follows the entry before it, with
// a note. No path is a circle.
func NewTree(entries []Node, notes *note.Notes) *Tree {
	t := &Tree{make(format.Parents, len(entries)), entries}
	at := make(map[string]int, len(entries))
	for i, e := range entries {
		t.Parents[i] = -1
		if i > 0 && e.Parent == entries[i-1].ID && e.Parent != "" { // as most do
			t.Parents[i] = i - 1
		} else if before, ok := at[e.Parent]; ok && e.Parent != "" {
			t.Parents[i] = before
		}
		if _, twice := at[e.ID]; twice && e.ID != "" {
			notes.Loss(note.CodeID, note.Dropped, e.Offset, "id that an earlier entry has", e.ID)
		}
		at[e.ID] = i
	}
	forward := false // only a link to a later entry can close a circle
	for i, e := range entries {
		if t.Parents[i] >= 0 || e.Parent == "" {
			continue
		}
		if later, ok := at[e.Parent]; ok {
			t.Parents[i], forward = later, true
		} else if i > 0 {
			notes.Info(note.CodeBranch, note.Recovered, e.Offset, "link of an entry whose parent is missing: it follows the entry before it", "")
			t.Parents[i] = i - 1
		}
	}
	if forward {
		t.open(notes)
	}
	return t
}

// open breaks every circle at its last link that points forward or that is not
// in the file.
func (t *Tree) open(notes *note.Notes) {
	isSaid := func(i int) bool { return t.entries[t.Parents[i]].ID == t.entries[i].Parent }
	t.Open(func(i int) bool { return !isSaid(i) }, func(i int) {
		if e := t.entries[i]; isSaid(i) {
			notes.Loss(note.CodeBranch, note.Dropped, e.Offset, "link in a circle of entries, to", e.Parent)
		}
	})
}

// Order returns all entries in the order in which a conversation has their
// messages: that of the file, in which those of the active path follow each
// other. If a link points forward on that path, the path comes last.
func (t *Tree) Order(active []int) []int {
	order := make([]int, 0, len(t.entries))
	if slices.IsSorted(active) {
		for i := range t.entries {
			order = append(order, i)
		}
		return order
	}
	on := make([]bool, len(t.entries))
	for _, i := range active {
		on[i] = true
	}
	for i := range t.entries {
		if !on[i] {
			order = append(order, i)
		}
	}
	return append(order, active...)
}

// sums returns for each entry the sum of the values on the path to it.
func (t *Tree) sums(values []int64) []int64 {
	sums := slices.Clone(values)
	for i := range t.Down {
		if up := t.Parents[i]; up >= 0 {
			sums[i] += sums[up]
		}
	}
	return sums
}

// Before returns the index of the entry that an entry follows, -1 for a root.
func (t *Tree) Before(entry int) int { return t.Parents[entry] }
