package adapt

import (
	"convo/conv"
	"convo/conv/format"
)

// onActive returns the messages with those of the active path changed. The
// excluded ones stay right after the message that they stood after, which they may
// follow in the tree: what is new on the path comes after them.
func onActive(in []conv.Message, change func([]conv.Message) []conv.Message) []conv.Message {
	sent := conv.Active(in)
	if len(sent) == len(in) {
		return change(in)
	}
	f := newFinder(in)
	out := make([]conv.Message, 0, len(in))
	changed := change(sent)
	kept := make([]bool, len(in))
	places := make([]int, len(changed))
	for k, m := range changed {
		if places[k] = f.find(m); places[k] >= 0 {
			kept[places[k]] = true
		}
	}
	stay := func(at int) { // those after a message, and after messages there that are gone
		for at++; at < len(in) && !kept[at]; at++ {
			if conv.MetaOf(in[at]).Excluded {
				out = append(out, in[at])
			}
		}
	}
	stay(-1)
	for k, m := range changed {
		if places[k] < 0 {
			out = append(out, m)
			continue
		}
		if k > 0 && places[k-1] < 0 {
			m = following(m)
		}
		out = append(out, m)
		stay(places[k])
	}
	return out
}

// following is a message that follows the one before it on the path, which is new.
func following(m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	p := meta.TreePosition()
	if p.Parent == "" {
		return m
	}
	p.Parent = ""
	meta.SetTreePosition(p)
	return format.WithMeta(m, meta)
}

// finder finds the places of active messages, also of those that were changed.
type finder struct {
	same  map[*conv.Meta]int
	like  map[place]int // -1: several are alike
	found []bool
}

// place tells a message from others, also if it was changed.
type place struct {
	id     string
	offset int
}

func placeOf(m *conv.Meta) place { return place{m.ID, m.Offset()} }

func newFinder(in []conv.Message) *finder {
	f := &finder{make(map[*conv.Meta]int, len(in)), make(map[place]int, len(in)), make([]bool, len(in))}
	for i, m := range in {
		meta := conv.MetaOf(m)
		if meta.Excluded {
			continue
		}
		f.same[meta] = i
		if _, twice := f.like[placeOf(meta)]; twice {
			i = -1
		}
		f.like[placeOf(meta)] = i
	}
	return f
}

// find returns the place of a message, -1 for one that is new.
func (f *finder) find(m conv.Message) int {
	meta := conv.MetaOf(m)
	at, ok := f.same[meta]
	if !ok {
		if at, ok = f.like[placeOf(meta)]; !ok || meta.ID == "" && meta.Offset() < 0 {
			return -1
		}
	}
	if at >= 0 && f.found[at] {
		return -1
	}
	if at >= 0 {
		f.found[at] = true
	}
	return at
}
