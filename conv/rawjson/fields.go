package rawjson

import "slices"

// fewFields is the number of fields up to which a search needs no index.
const fewFields = 32

// Fields is a list of fields that are found by their keys in time that does not
// grow with their number. Of equal keys, the first counts. The zero value is ready.
type Fields struct {
	list    []Member
	places  map[string]int // of the first indexed fields
	indexed int
}

// FieldsOf returns the fields of a list.
func FieldsOf(list []Member) Fields { return Fields{list: list} }

// List returns the fields in order.
func (f *Fields) List() []Member { return f.list }

// Position returns the index of a key, -1 if there is none.
func (f *Fields) Index(key string) int {
	if len(f.list) <= fewFields {
		return slices.IndexFunc(f.list, func(m Member) bool { return m.Key == key })
	}
	if f.places == nil {
		f.places = make(map[string]int, 2*len(f.list))
	}
	for ; f.indexed < len(f.list); f.indexed++ {
		if m := &f.list[f.indexed]; !f.has(m.Key) {
			f.places[m.Key] = f.indexed
		}
	}
	if f.has(key) {
		return f.places[key]
	}
	return -1
}

func (f *Fields) has(key string) bool {
	_, ok := f.places[key]
	return ok
}

// Get returns the value of a key, "" if there is none.
func (f *Fields) Get(key string) Raw {
	if i := f.Index(key); i >= 0 {
		return f.list[i].Value
	}
	return ""
}

// Add appends a field.
func (f *Fields) Add(m Member) { f.list = append(f.list, m) }

// Set puts a field in the place of one with its key, or appends it.
func (f *Fields) Set(m Member) {
	if i := f.Index(m.Key); i >= 0 {
		f.list[i] = m
		return
	}
	f.Add(m)
}

// Reset forgets all fields and keeps their memory.
func (f *Fields) Reset() {
	clear(f.list)
	f.list, f.places, f.indexed = f.list[:0], nil, 0
}

// Keys is a set of keys: those of an object so far. The zero value is ready.
type Keys struct {
	list []string
	more map[string]bool // nil while there are few
}

// Add adds a key and reports whether it is new.
func (k *Keys) Add(key string) bool {
	if k.more != nil {
		was := k.more[key]
		k.more[key] = true
		return !was
	}
	if slices.Contains(k.list, key) {
		return false
	}
	if k.list = append(k.list, key); len(k.list) > fewFields {
		k.more = make(map[string]bool, 2*fewFields)
		for _, key := range k.list {
			k.more[key] = true
		}
	}
	return true
}

// Reset forgets all keys.
func (k *Keys) Reset() { k.list, k.more = k.list[:0], nil }
