package openaichat

import "slices"

// knownCalls finds the calls of a choice by their index and id: a list of their
// places for each.
type knownCalls struct {
	byIndex map[int64][]int
	byID    map[string][]int
	byBoth  map[indexedID][]int
}

type indexedID struct {
	index int64
	id    string
}

// add makes a call known: when it begins, and when its id comes later.
func (k *knownCalls) add(t *callReader) {
	if k.byIndex == nil {
		k.byIndex, k.byID, k.byBoth = map[int64][]int{}, map[string][]int{}, map[indexedID][]int{}
	}
	insert(k.byIndex, t.wire, t.place)
	insert(k.byID, t.call.ID, t.place)
	insert(k.byBoth, indexedID{t.wire, t.call.ID}, t.place)
}

// ofIndex returns the place of the latest call that a piece with an index may
// belong to, or -1.
func (k *knownCalls) ofIndex(p *callPiece, all []*callReader) int {
	if p.id == "" || p.name == "" {
		return latest(k.byIndex[p.index])
	}
	key := indexedID{p.index, ""}
	for nameless := k.byBoth[key]; len(nameless) > 0; nameless = k.byBoth[key] {
		at := latest(nameless)
		if all[at].call.ID == "" {
			return max(at, latest(k.byBoth[indexedID{p.index, p.id}]))
		}
		k.byBoth[key] = nameless[:len(nameless)-1]
	}
	return latest(k.byBoth[indexedID{p.index, p.id}])
}

// insert adds a place to a sorted list.
func insert[K comparable](lists map[K][]int, key K, place int) {
	if i, known := slices.BinarySearch(lists[key], place); !known {
		lists[key] = slices.Insert(lists[key], i, place)
	}
}

func latest(places []int) int {
	if len(places) == 0 {
		return -1
	}
	return places[len(places)-1]
}
