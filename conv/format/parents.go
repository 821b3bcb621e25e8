package format

import "slices"

// Parents are the links of a tree: the index of the entry that each entry follows, -1
// for a root.
type Parents []int

// Path returns the indexes of the entries from a root to one.
func (p Parents) Path(to int) (path []int) {
	for ; to >= 0; to = p[to] {
		path = append(path, to)
	}
	slices.Reverse(path)
	return path
}

// Leaves returns the indexes of the entries that no other entry follows.
func (p Parents) Leaves() (leaves []int) {
	followed := make([]bool, len(p))
	for _, up := range p {
		if up >= 0 {
			followed[up] = true
		}
	}
	for i, f := range followed {
		if !f {
			leaves = append(leaves, i)
		}
	}
	return leaves
}

// Down passes the index of each entry, after that of the entry that it follows. In
// a circle, one comes before that.
func (p Parents) Down(yield func(i int) bool) {
	begun := make([]bool, len(p))
	var way []int
	for at := range p {
		for ; at >= 0 && !begun[at]; at = p[at] {
			begun[at] = true
			way = append(way, at)
		}
		for ; len(way) > 0; way = way[:len(way)-1] {
			if !yield(way[len(way)-1]) {
				return
			}
		}
	}
}

// Open breaks every circle at its last link that points forward or that isLoose. It
// calls cut before that.
func (p Parents) Open(isLoose func(i int) bool, cut func(i int)) {
	walk := make([]int, len(p)) // number of the walk that was here first, from 1
	for i := range p {
		at := i
		for at >= 0 && walk[at] == 0 {
			walk[at] = i + 1
			at = p[at]
		}
		if at < 0 || walk[at] != i+1 {
			continue
		}
		last := -1
		for in, begun := at, false; in != at || !begun; in, begun = p[in], true {
			if p[in] >= in || isLoose(in) {
				last = max(last, in)
			}
		}
		cut(last)
		p[last] = -1
	}
}
