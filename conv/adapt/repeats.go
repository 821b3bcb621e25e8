package adapt

import "convo/conv"

// repeatsID reports whether two calls have the same id where that is forbidden.
func (a *adapter) repeatsID(in []conv.Message) bool {
	switch {
	case a.UniqueIDs:
		return repeatsID(in)
	case a.UniqueInTurn:
		for i := range in {
			if repeatsID(in[i : i+1]) {
				return true
			}
		}
	}
	return false
}

// repeatsID reports whether two calls have the same id.
func repeatsID(in []conv.Message) bool {
	var few idTable // no map for a few
	var seen map[string]bool
	for id := range calledIDs(in) {
		old, ok := few.add(id)
		if old || seen[id] {
			return true
		}
		if ok {
			continue
		}
		if seen == nil {
			seen = make(map[string]bool, len(in))
		}
		seen[id] = true
	}
	return false
}

// idTable is a set of a few ids without a map.
type idTable struct {
	slots [128]string // ids, each at its hash or after it; "" for none
	count int
	empty bool // "" is in the set
}

// add adds an id and reports whether it was there. ok is false for an id that is
// not there and has no room.
func (t *idTable) add(id string) (old, ok bool) {
	if id == "" {
		old, t.empty = t.empty, true
		return old, true
	}
	// Ids differ at the end: many begin alike.
	h := uint(len(id))
	for _, c := range []byte(id[max(0, len(id)-8):]) {
		h = h*31 + uint(c)
	}
	for ; ; h++ {
		switch slot := &t.slots[h%uint(len(t.slots))]; {
		case *slot == id:
			return true, true
		case *slot != "":
		case t.count == len(t.slots)*3/4:
			return false, false
		default:
			*slot = id
			t.count++
			return false, true
		}
	}
}
