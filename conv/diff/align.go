package diff

import (
	"slices"

	"convo/conv/view"
)

// messages compares the messages: those that are the same in order, then those
// that stand elsewhere, then those that are alike.
func (n *norm) messages(r *Result) {
	a, b := n.items(n.a), n.items(n.b)
	gaps, same, exact := align(a, b)
	r.Coarse = !exact
	moved := movedIn(a, b, gaps)
	var next int
	for _, g := range gaps {
		n.keep(r, a, b, same, &next, g.b0)
		n.between(r, a, b, g, moved)
	}
	n.keep(r, a, b, same, &next, len(b))
}

// keep adds the messages that stand at the same place, up to one of B.
func (n *norm) keep(r *Result, a, b []*item, same [][2]int, next *int, end int) {
	for ; *next < len(same) && same[*next][1] < end; *next++ {
		n.pair(r, a[same[*next][0]], b[same[*next][1]], Same)
	}
}

// align finds the messages that both have in the same order, and the gaps between
// them. It begins with those that each has once: their longest common order is
// found in any number of messages.
func align(a, b []*item) (gaps []gap, same [][2]int, exact bool) {
	exact = true
	fromA, fromB := 0, 0
	between := func(toA, toB int) {
		steps, all := view.Compared(hashesIn(a[fromA:toA]), hashesIn(b[fromB:toB]))
		exact = exact && all
		for _, s := range steps {
			if s.Change == view.Same {
				for i := range s.N {
					same = append(same, [2]int{fromA + s.A + i, fromB + s.B + i})
				}
			}
		}
		for _, g := range gapsOf(steps) {
			gaps = append(gaps, gap{fromA + g.a0, fromA + g.a1, fromB + g.b0, fromB + g.b1})
		}
	}
	for _, anchor := range anchors(a, b) {
		between(anchor[0], anchor[1])
		same = append(same, anchor)
		fromA, fromB = anchor[0]+1, anchor[1]+1
	}
	between(len(a), len(b))
	return gaps, same, exact
}

func hashesIn(list []*item) []uint64 {
	hashes := make([]uint64, len(list))
	for i, t := range list {
		hashes[i] = t.hash
	}
	return hashes
}

// anchors are the places of messages that each side has once, as many as follow
// each other in both.
func anchors(a, b []*item) [][2]int {
	type count struct{ a, b, at int }
	counts := make(map[uint64]*count, len(a))
	of := func(h uint64) *count {
		c := counts[h]
		if c == nil {
			c = &count{}
			counts[h] = c
		}
		return c
	}
	for _, t := range a {
		of(t.hash).a++
	}
	for i, t := range b {
		c := of(t.hash)
		c.b, c.at = c.b+1, i
	}
	var pairs [][2]int
	for i, t := range a {
		if c := counts[t.hash]; c.a == 1 && c.b == 1 {
			pairs = append(pairs, [2]int{i, c.at})
		}
	}
	return longestRise(pairs)
}

// longestRise is the longest part of pairs, which rise in the first number, that
// also rises in the second.
func longestRise(pairs [][2]int) [][2]int {
	var ends []int // the pair that ends the best rise of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(ends, p[1], func(e, want int) int { return pairs[e][1] - want })
		before[i] = -1
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	var rise [][2]int
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			rise = append(rise, pairs[i])
		}
	}
	slices.Reverse(rise)
	return rise
}

// moves are messages that both have in gaps, by their place in each.
type moves struct{ ofA, ofB map[int]int }

// movedIn finds messages that both have, but after other messages.
func movedIn(a, b []*item, gaps []gap) moves {
	m := moves{map[int]int{}, map[int]int{}}
	gone := map[uint64][]int{}
	for _, g := range gaps {
		for i := g.a0; i < g.a1; i++ {
			gone[a[i].hash] = append(gone[a[i].hash], i)
		}
	}
	for _, g := range gaps {
		for i := g.b0; i < g.b1; i++ {
			if from := gone[b[i].hash]; len(from) > 0 {
				m.ofA[from[0]], m.ofB[i] = i, from[0]
				gone[b[i].hash] = from[1:]
			}
		}
	}
	return m
}

// between compares what stands in a gap.
func (n *norm) between(r *Result, a, b []*item, g gap, moved moves) {
	var left, right []int // that did not move
	for i := g.a0; i < g.a1; i++ {
		if _, ok := moved.ofA[i]; !ok {
			left = append(left, i)
		}
	}
	for i := g.b0; i < g.b1; i++ {
		if _, ok := moved.ofB[i]; !ok {
			right = append(right, i)
		}
	}
	partner := likes(a, b, left, right)
	l := 0
	removed := func(end int) {
		for ; l < end; l++ {
			r.add(Message{Change: Removed, A: a[left[l]].index, B: -1, Old: a[left[l]].m})
		}
	}
	// What is gone comes before what is new at its place.
	until := make([]int, g.b1-g.b0+1) // how many of left come before a place of B
	until[g.b1-g.b0] = len(left)
	for i, k := g.b1-1, len(left); i >= g.b0; i-- {
		if from, ok := partner[i]; ok {
			for k--; left[k] != from; k-- {
			}
		}
		until[i-g.b0] = k
	}
	for i := g.b0; i < g.b1; i++ {
		removed(until[i-g.b0])
		if from, ok := moved.ofB[i]; ok {
			n.pair(r, a[from], b[i], Moved)
		} else if from, ok := partner[i]; ok {
			l++
			n.pair(r, a[from], b[i], Changed)
		} else {
			r.add(Message{Change: Added, A: -1, B: b[i].index, New: b[i].m})
		}
	}
	removed(len(left))
}

// add adds a message to the result, and counts it.
func (r *Result) add(m Message) {
	r.Messages = append(r.Messages, m)
	if m.Change == Same {
		r.Same++
	} else {
		r.Count[m.Change]++
	}
}

// pair adds a message that both have.
func (n *norm) pair(r *Result, a, b *item, change Change) {
	m := Message{Change: change, A: a.index, B: b.index, Old: a.m, New: b.m, Values: n.factsDiffer(a, b)}
	if change == Changed || len(m.Values) > 0 && change == Same {
		m.Blocks = n.blocksDiffer(a.blocks, b.blocks)
		m.Change = Changed
		if len(m.Values) == 0 && !slices.ContainsFunc(m.Blocks, func(b Block) bool { return b.Change != Same }) {
			m.Change = Same
		}
	}
	r.add(m)
}

// blocksDiffer compares the blocks of two messages, in order.
func (n *norm) blocksDiffer(a, b []block) (list []Block) {
	same := func(a0, b0, count int) {
		for i := range count {
			list = append(list, Block{Change: Same, Old: a[a0+i].b, New: b[b0+i].b})
		}
	}
	atA, atB := 0, 0
	for _, g := range gapsOf(view.Compare(blockHashes(a), blockHashes(b))) {
		same(atA, atB, g.a0-atA)
		list = n.appendBlocks(list, a[g.a0:g.a1], b[g.b0:g.b1])
		atA, atB = g.a1, g.b1
	}
	same(atA, atB, len(a)-atA)
	return list
}

func blockHashes(list []block) []uint64 {
	hashes := make([]uint64, len(list))
	for i := range list {
		hashes[i] = list[i].hash
	}
	return hashes
}

// appendBlocks adds the blocks of a gap. Those of one kind are changed to each
// other, in order.
func (n *norm) appendBlocks(list []Block, a, b []block) []Block {
	places := map[string][]int{} // in a, by kind
	for i, old := range a {
		places[old.kind] = append(places[old.kind], i)
	}
	from := 0
	removed := func(to int) {
		for ; from < to; from++ {
			list = append(list, Block{Change: Removed, Old: a[from].b})
		}
	}
	for _, now := range b {
		left := places[now.kind]
		for len(left) > 0 && left[0] < from {
			left = left[1:]
		}
		places[now.kind] = left
		if len(left) == 0 {
			list = append(list, Block{Change: Added, New: now.b})
			continue
		}
		removed(left[0])
		list = append(list, n.changedBlock(a[from], now))
		from++
	}
	removed(len(a))
	return list
}

func (n *norm) changedBlock(a, b block) Block {
	c := Block{Change: Changed, Old: a.b, New: b.b}
	switch {
	case a.args != "":
		c.Values = n.words.appendValues(nil, "", treeOf(a.args), treeOf(b.args))
	case a.kind == "text" || a.kind == "refusal" || a.kind == "thinking":
		c.Text = n.words.texts(a.text, b.text)
	}
	return c
}
