package session

import (
	"slices"

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
	parents []int // index of each entry's parent, -1 for a root
	entries []Node
}

// NewTree connects entries in the order of the file. If several entries have the
// parent's id, the parent is the nearest one before the entry, else the nearest
// after it. An entry whose parent is missing follows the entry before it, with
// a note. No path is a circle.
func NewTree(entries []Node, notes *note.Notes) *Tree {
	t := &Tree{make([]int, len(entries)), entries}
	at := make(map[string]int, len(entries))
	for i, e := range entries {
		t.parents[i] = -1
		if i > 0 && e.Parent == entries[i-1].ID && e.Parent != "" { // as most do
			t.parents[i] = i - 1
		} else if before, ok := at[e.Parent]; ok && e.Parent != "" {
			t.parents[i] = before
		}
		if _, twice := at[e.ID]; twice && e.ID != "" {
			notes.Loss(note.CodeID, note.Dropped, e.Offset, "id that an earlier entry has", e.ID)
		}
		at[e.ID] = i
	}
	forward := false // only a link to a later entry can close a circle
	for i, e := range entries {
		if t.parents[i] >= 0 || e.Parent == "" {
			continue
		}
		if later, ok := at[e.Parent]; ok {
			t.parents[i], forward = later, true
		} else if i > 0 {
			notes.Info(note.CodeBranch, note.Recovered, e.Offset, "link of an entry whose parent is missing: it follows the entry before it", "")
			t.parents[i] = i - 1
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
	way := make([]int, len(t.parents)) // number of the walk that was here first, from 1
	for i := range t.parents {
		at := i
		for at >= 0 && way[at] == 0 {
			way[at] = i + 1
			at = t.parents[at]
		}
		if at >= 0 && way[at] == i+1 {
			t.cut(at, notes)
		}
	}
}

// cut breaks the circle that an entry is in.
func (t *Tree) cut(in int, notes *note.Notes) {
	last := -1
	for at, begun := in, false; at != in || !begun; at, begun = t.parents[at], true {
		if t.parents[at] >= at || t.entries[t.parents[at]].ID != t.entries[at].Parent {
			last = max(last, at)
		}
	}
	if e := t.entries[last]; t.entries[t.parents[last]].ID == e.Parent {
		notes.Loss(note.CodeBranch, note.Dropped, e.Offset, "link in a circle of entries, to", e.Parent)
	}
	t.parents[last] = -1
}

// Path returns the indexes of the entries from a root to an entry.
func (t *Tree) Path(entry int) []int {
	var path []int
	for ; entry >= 0; entry = t.parents[entry] {
		path = append(path, entry)
	}
	slices.Reverse(path)
	return path
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
	sums, known := slices.Clone(values), make([]bool, len(values))
	var way []int
	for i := range values {
		at := i
		for way = way[:0]; at >= 0 && !known[at]; at = t.parents[at] {
			way = append(way, at)
		}
		for _, e := range slices.Backward(way) {
			if p := t.parents[e]; p >= 0 {
				sums[e] += sums[p]
			}
			known[e] = true
		}
	}
	return sums
}

// Leaves returns the indexes of the entries that no other entry follows.
func (t *Tree) Leaves() []int {
	followed := make([]bool, len(t.parents))
	for _, p := range t.parents {
		if p >= 0 {
			followed[p] = true
		}
	}
	var leaves []int
	for i, f := range followed {
		if !f {
			leaves = append(leaves, i)
		}
	}
	return leaves
}

// Before returns the index of the entry that an entry follows, -1 for a root.
func (t *Tree) Before(entry int) int { return t.parents[entry] }
