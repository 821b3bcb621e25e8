package record

// Open is a list of things that the wire names: the open blocks of a stream, in
// the order in which they began. Of two with one name, the first counts. The zero
// value is ready.
type Open[K comparable, T any] struct {
	all   []opened[K, T]
	at    map[K][]int // where those of a name are, in order
	first int         // of those before it, none is there any more
	live  int         // how many are there
}

type opened[K comparable, T any] struct {
	key  K
	is   T
	gone bool
}

// Len is how many there are.
func (o *Open[K, T]) Len() int { return o.live }

// Find returns what has a name.
func (o *Open[K, T]) Find(key K) (is T, ok bool) {
	if places := o.at[key]; len(places) > 0 {
		return o.all[places[0]].is, true
	}
	return is, false
}

// Add appends what has a name.
func (o *Open[K, T]) Add(key K, is T) {
	if o.at == nil {
		o.at = map[K][]int{}
	}
	o.at[key] = append(o.at[key], len(o.all))
	o.all = append(o.all, opened[K, T]{key: key, is: is})
	o.live++
}

// Drop removes the first of a name, and reports whether there was one.
func (o *Open[K, T]) Drop(key K) bool {
	places := o.at[key]
	if len(places) == 0 {
		return false
	}
	o.all[places[0]] = opened[K, T]{gone: true}
	if o.at[key] = places[1:]; len(places) == 1 {
		delete(o.at, key)
	}
	o.live--
	for o.first < len(o.all) && o.all[o.first].gone {
		o.first++
	}
	return true
}

// First returns the name of the one that has been there longest.
func (o *Open[K, T]) First() (key K, ok bool) {
	if o.live == 0 {
		return key, false
	}
	return o.all[o.first].key, true
}

// All yields them in order. Nothing may be added or dropped meanwhile.
func (o *Open[K, T]) All(yield func(T) bool) {
	for i := o.first; i < len(o.all); i++ {
		if x := &o.all[i]; !x.gone && !yield(x.is) {
			return
		}
	}
}
