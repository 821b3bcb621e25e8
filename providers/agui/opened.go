package agui

import "slices"

// opened is the entities that are open, in order.
type opened struct {
	list   []entity       // closed ones are empty
	places map[entity]int // nil for a few
}

// fewOpen are found by looking at each.
const fewOpen = 16

// place is where an entity is in the list, -1 if it is not open.
func (o *opened) place(x entity) int {
	if o.places == nil {
		return slices.Index(o.list, x)
	}
	if i, ok := o.places[x]; ok {
		return i
	}
	return -1
}

func (o *opened) has(x entity) bool { return o.place(x) >= 0 }

// add reports whether the entity was not open yet.
func (o *opened) add(x entity) bool {
	if o.has(x) {
		return false
	}
	o.list = append(o.list, x)
	switch last := len(o.list) - 1; {
	case o.places != nil:
		o.places[x] = last
	case last == fewOpen:
		o.places = map[entity]int{}
		for i, x := range o.list {
			o.places[x] = i
		}
	}
	return true
}

// remove reports whether the entity was open.
func (o *opened) remove(x entity) bool {
	i := o.place(x)
	if i < 0 {
		return false
	}
	delete(o.places, x)
	o.list[i] = entity{}
	for n := len(o.list); n > 0 && o.list[n-1] == (entity{}); n-- {
		o.list = o.list[:n-1]
	}
	return true
}

// all yields the open entities.
func (o *opened) all(yield func(entity) bool) {
	for _, x := range o.list {
		if x != (entity{}) && !yield(x) {
			return
		}
	}
}
