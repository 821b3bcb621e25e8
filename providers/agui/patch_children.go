package agui

import "slices"

// fieldList is the fields of an object, in order.
type fieldList struct {
	list   []field // removed ones have no value, and keep their place
	places map[string]int
}

type field struct {
	key   string
	value *value
}

func (f *fieldList) get(key string) *value {
	if i, ok := f.places[key]; ok {
		return f.list[i].value
	}
	return nil
}

// set sets or, by nil, removes a field.
func (f *fieldList) set(key string, v *value) {
	if i, ok := f.places[key]; ok {
		f.list[i].value = v
		return
	}
	if f.places == nil {
		f.places = map[string]int{}
	}
	f.places[key] = len(f.list)
	f.list = append(f.list, field{key, v})
}

func (f *fieldList) all() []field {
	return slices.DeleteFunc(slices.Clone(f.list), func(x field) bool { return x.value == nil })
}

// chunked is the elements of an array, in chunks: to insert or remove one
// moves only those of its chunk.
type chunked struct {
	chunks [][]*value
	n      int
}

const chunkSize = 512

// find is the chunk of an element, and its place in the chunk.
func (e *chunked) find(i int) (chunk, at int) {
	if last := len(e.chunks) - 1; last >= 0 && i >= e.n-len(e.chunks[last]) {
		return last, i - (e.n - len(e.chunks[last])) // most go to the end
	}
	for chunk = range e.chunks {
		if i < len(e.chunks[chunk]) {
			return chunk, i
		}
		i -= len(e.chunks[chunk])
	}
	return chunk, i
}

func (e *chunked) at(i int) *value {
	chunk, at := e.find(i)
	return e.chunks[chunk][at]
}

func (e *chunked) set(i int, v *value) {
	chunk, at := e.find(i)
	e.chunks[chunk][at] = v
}

func (e *chunked) insert(i int, v *value) {
	if len(e.chunks) == 0 {
		e.chunks = append(e.chunks, nil)
	}
	k, at := e.find(i)
	if all := e.chunks[k]; len(all) == chunkSize {
		half := chunkSize / 2
		if k == len(e.chunks)-1 && at == chunkSize {
			half = chunkSize
		}
		e.chunks[k] = slices.Clone(all[:half])
		e.chunks = slices.Insert(e.chunks, k+1, slices.Clone(all[half:]))
		if at >= half {
			k, at = k+1, at-half
		}
	}
	e.chunks[k] = slices.Insert(e.chunks[k], at, v)
	e.n++
}

func (e *chunked) remove(i int) {
	k, at := e.find(i)
	if e.chunks[k] = slices.Delete(e.chunks[k], at, at+1); len(e.chunks[k]) == 0 {
		e.chunks = slices.Delete(e.chunks, k, k+1)
	}
	e.n--
}

func (e *chunked) all() []*value { return slices.Concat(e.chunks...) }
