package record

// few is the number of things up to which a search needs no index.
const few = 16

// Open is a list of things that the wire names by numbers: the open blocks of a
// stream, in the order in which they began. Of two with one number, the first
// counts. The zero value is ready.
type Open[T any] struct {
	all   []opened[T]
	first int           // of those before it, none is there any more
	live  int           // how many are there
	at    map[int64]int // of each number, the first; nil for a few
}

type opened[T any] struct {
	key  int64
	is   T
	gone bool
	next int // the next of the same number, 0 if there is none
	last int // the last of the same number, kept in the first
}

// Len is how many there are.
func (o *Open[T]) Len() int { return o.live }

// Find returns what has a number.
func (o *Open[T]) Find(key int64) (is T, ok bool) {
	if i := o.find(key); i >= 0 {
		return o.all[i].is, true
	}
	return is, false
}

func (o *Open[T]) find(key int64) int {
	if o.at != nil {
		if i, ok := o.at[key]; ok {
			return i
		}
		return -1
	}
	for i := o.first; i < len(o.all); i++ {
		if x := &o.all[i]; x.key == key && !x.gone {
			return i
		}
	}
	return -1
}

// Add appends what has a number.
func (o *Open[T]) Add(key int64, is T) {
	o.all = append(o.all, opened[T]{key: key, is: is})
	o.live++
	switch {
	case o.at != nil:
		o.index(len(o.all) - 1)
	case len(o.all) > few:
		o.tidy()
	}
}

// index makes the thing at i known by its number.
func (o *Open[T]) index(i int) {
	x := &o.all[i]
	x.next, x.last = 0, i
	head, known := o.at[x.key]
	if !known {
		o.at[x.key] = i
		return
	}
	o.all[o.all[head].last].next = i
	o.all[head].last = i
}

// tidy forgets what is gone, and makes the index.
func (o *Open[T]) tidy() {
	all := o.all[:0]
	for _, x := range o.all {
		if !x.gone {
			all = append(all, x)
		}
	}
	clear(o.all[len(all):])
	o.all, o.first, o.at = all, 0, make(map[int64]int, len(all))
	for i := range all {
		o.index(i)
	}
}

// Drop removes the first of a number.
func (o *Open[T]) Drop(key int64) {
	i := o.find(key)
	if i < 0 {
		return
	}
	x := &o.all[i]
	if o.at != nil {
		if delete(o.at, key); x.next > 0 {
			o.at[key] = x.next
			o.all[x.next].last = x.last
		}
	}
	var none T
	x.gone, x.is = true, none
	o.live--
	for o.first < len(o.all) && o.all[o.first].gone {
		o.first++
	}
	if len(o.all) > 2*(o.live+few) {
		o.tidy()
	}
}

// First returns the number of the one that has been there longest.
func (o *Open[T]) First() (key int64, ok bool) {
	if o.live == 0 {
		return 0, false
	}
	return o.all[o.first].key, true
}

// All yields them in order. Nothing may be added or dropped meanwhile.
func (o *Open[T]) All(yield func(T) bool) {
	for i := o.first; i < len(o.all); i++ {
		if x := &o.all[i]; !x.gone && !yield(x.is) {
			return
		}
	}
}
