package agui

// opened is the entities that are open, in order.
type opened struct {
	list   []entity // closed ones are empty
	places map[entity]int
}

func (o *opened) has(x entity) bool {
	_, ok := o.places[x]
	return ok
}

// add reports whether the entity was not open yet.
func (o *opened) add(x entity) bool {
	if o.has(x) {
		return false
	}
	if o.places == nil {
		o.places = map[entity]int{}
	}
	o.places[x] = len(o.list)
	o.list = append(o.list, x)
	return true
}

// remove reports whether the entity was open.
func (o *opened) remove(x entity) bool {
	i, ok := o.places[x]
	if !ok {
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
