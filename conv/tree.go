package conv

import "slices"

// TreeEntry is what the shape of a transcript knows of one of its entries.
type TreeEntry struct {
	ID     string
	Parent string // id of the entry before it; "" is none
	Offset int    // in the input
}

// Tree is the shape of a transcript whose entries name the one before them:
// every way from a root to a leaf is a conversation.
type Tree struct {
	parents []int // index of each entry's parent, -1 of a root
	entries []TreeEntry
}

// NewTree joins entries, which are in the order of the file. A parent is the
// nearest entry before it with the id, else one behind it. Where there is
// none at all, the entry follows the one that stands before it, with a note.
// No way goes in a circle.
func NewTree(entries []TreeEntry, notes *Notes) *Tree {
	t := &Tree{make([]int, len(entries)), entries}
	at := make(map[string]int, len(entries))
	for i, e := range entries {
		t.parents[i] = -1
		if before, ok := at[e.Parent]; ok && e.Parent != "" {
			t.parents[i] = before
		}
		if _, twice := at[e.ID]; twice && e.ID != "" {
			notes.Loss(CodeID, Dropped, e.Offset, "id that an earlier entry has", e.ID)
		}
		at[e.ID] = i
	}
	forward := false // only a link to a later entry can close a circle
	for i, e := range entries {
		if t.parents[i] >= 0 || e.Parent == "" {
			continue
		}
		if behind, ok := at[e.Parent]; ok {
			t.parents[i], forward = behind, true
		} else if i > 0 {
			notes.Info(CodeBranch, Recovered, e.Offset, "place of an entry whose parent is not there: behind the one before it", "")
			t.parents[i] = i - 1
		}
	}
	if forward {
		t.open(notes)
	}
	return t
}

// open takes a link out of every circle: of those that lead forward, or that
// the file does not say, the last.
func (t *Tree) open(notes *Notes) {
	way := make([]int, len(t.parents)) // which way up came by here first, from 1
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

// cut opens the circle that an entry is in.
func (t *Tree) cut(in int, notes *Notes) {
	last := -1
	for at, begun := in, false; at != in || !begun; at, begun = t.parents[at], true {
		if t.parents[at] >= at || t.entries[t.parents[at]].ID != t.entries[at].Parent {
			last = max(last, at)
		}
	}
	if e := t.entries[last]; t.entries[t.parents[last]].ID == e.Parent {
		notes.Loss(CodeBranch, Dropped, e.Offset, "link in a circle of entries, to", e.Parent)
	}
	t.parents[last] = -1
}

// Path is the way from a root to an entry, as indexes.
func (t *Tree) Path(entry int) []int {
	var path []int
	for ; entry >= 0; entry = t.parents[entry] {
		path = append(path, entry)
	}
	slices.Reverse(path)
	return path
}

// Leaves are the entries that no other one follows, in their order.
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

// NoteOthers counts the entries beside a path, which reading only that path
// leaves out.
func (t *Tree) NoteOthers(path []int, notes *Notes) {
	on := make([]bool, len(t.entries))
	for _, i := range path {
		on[i] = true
	}
	n := Note{Severity: Loss, Kind: Dropped, Code: CodeBranch, What: "entry of another branch, which --branches all reads"}
	for i, e := range t.entries {
		if !on[i] {
			if n.Count++; n.Count == 1 {
				n.Offset = e.Offset
			}
		}
	}
	if n.Count > 0 {
		notes.Add(n)
	}
}
