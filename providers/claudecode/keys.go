package claudecode

import "slices"

// keys is the keys of an object so far.
type keys struct {
	list []string
	more map[string]bool // nil while there are few
}

// add adds a key and reports whether it is new.
func (k *keys) add(key string) bool {
	const few = 32
	if k.more != nil {
		was := k.more[key]
		k.more[key] = true
		return !was
	}
	if slices.Contains(k.list, key) {
		return false
	}
	if k.list = append(k.list, key); len(k.list) > few {
		k.more = make(map[string]bool, 2*few)
		for _, key := range k.list {
			k.more[key] = true
		}
	}
	return true
}

func (k *keys) clear() { k.list, k.more = k.list[:0], nil }
