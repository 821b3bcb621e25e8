package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// growingLists are lists by their keys.
type growingLists struct {
	all    []growingList
	places map[string]int
}

// growingList is an array, or an object with long strings, that comes in
// pieces.
type growingList struct {
	key     string
	object  bool // an object, as audio is
	entries []growingEntry
	known   map[entryName]int // the last entry of a name, for pieces of reasoning
	other   []byte            // a value that is neither array nor object
}

// entryName says which entry a piece of reasoning continues.
type entryName struct{ kind, index, id string }

// growingEntry is an object, or another value as the only field, without a key.
type growingEntry struct {
	members []growingMember
	places  map[string]int // the first field with a key; nil for a few
}

type growingMember struct {
	key   string
	value []byte
}

// fewMembers is the number of fields up to which a search needs no index.
const fewMembers = 16

// grow adds a piece to the list of a key.
func (l *growingLists) grow(key string, piece conv.Raw) {
	at, ok := l.places[key]
	if !ok {
		if at = len(l.all); l.places == nil {
			l.places = map[string]int{}
		}
		l.places[key] = at
		l.all = append(l.all, growingList{key: key})
	}
	l.all[at].add(piece)
}

// members are the lists as fields.
func (l *growingLists) members() (all []rawjson.Member) {
	for i := range l.all {
		all = append(all, rawjson.Member{Key: l.all[i].key, Value: l.all[i].raw()})
	}
	return all
}

func (l *growingList) add(piece conv.Raw) {
	c := rawjson.NewCursor([]byte(piece))
	if piece[0] == '{' {
		l.object = true
		if l.entries == nil {
			l.entries = append(l.entries, growingEntry{})
		}
		e := readEntry(c)
		l.entries[0].merge(&e)
		return
	}
	if piece[0] != '[' {
		l.other = []byte(piece)
		return
	}
	for range c.Elements {
		if c.Kind() != rawjson.Object {
			l.entries = append(l.entries, growingEntry{members: []growingMember{{value: []byte(c.Raw())}}})
			continue
		}
		l.entry(readEntry(c))
	}
}

func readEntry(c *rawjson.Cursor) (e growingEntry) {
	for key := range c.Fields {
		e.add(growingMember{key, []byte(c.Raw())})
	}
	return e
}

// entry adds an entry, or a piece of one. A piece of reasoning says which by index
// and type, or continues the last one of its type.
func (l *growingList) entry(e growingEntry) {
	if l.key != "reasoning_details" && l.key != "thinking_blocks" {
		l.entries = append(l.entries, e)
		return
	}
	name := e.name()
	latest := entryName{kind: name.kind, index: name.index}
	if name.id == "null" {
		name.id = ""
	}
	i, known := l.known[name]
	if known && (name.index != "" || i == len(l.entries)-1) {
		l.entries[i].merge(&e)
		return
	}
	if l.known == nil {
		l.known = map[entryName]int{}
	}
	l.known[latest], l.known[name] = len(l.entries), len(l.entries)
	l.entries = append(l.entries, e)
}

func (e *growingEntry) name() entryName {
	return entryName{e.value("type"), e.value("index"), e.value("id")}
}

func (e *growingEntry) value(key string) string {
	if i := e.place(key); i >= 0 {
		return string(e.members[i].value)
	}
	return ""
}

// place is the index of the first field with a key, -1 if there is none.
func (e *growingEntry) place(key string) int {
	if e.places != nil {
		if i, ok := e.places[key]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(e.members, func(m growingMember) bool { return m.key == key })
}

func (e *growingEntry) add(m growingMember) {
	e.members = append(e.members, m)
	if len(e.members) <= fewMembers {
		return
	}
	if e.places == nil {
		e.places = map[string]int{}
		for i := len(e.members) - 1; i >= 0; i-- {
			e.places[e.members[i].key] = i
		}
	} else if _, ok := e.places[m.key]; !ok {
		e.places[m.key] = len(e.members) - 1
	}
}

// merge appends the texts of a piece and replaces the other values.
func (e *growingEntry) merge(piece *growingEntry) {
	for _, m := range piece.members {
		i := e.place(m.key)
		if i < 0 {
			e.add(m)
			continue
		}
		to := &e.members[i].value
		if isText(m.key) && len(*to) > 1 && (*to)[0] == '"' && m.value[0] == '"' {
			*to = append((*to)[:len(*to)-1], m.value[1:]...)
		} else if string(m.value) != "null" {
			*to = m.value
		}
	}
}

// isText reports whether pieces of a field are joined to one text.
func isText(key string) bool {
	switch key {
	case "text", "summary", "thinking", "signature", "data", "transcript":
		return true
	}
	return false
}

func (l *growingList) raw() conv.Raw {
	if l.entries == nil && l.other != nil {
		return conv.Raw(l.other)
	}
	if l.object && len(l.entries) == 1 {
		return entryOf(l.entries[0].members)
	}
	var all []conv.Raw
	for _, e := range l.entries {
		all = append(all, entryOf(e.members))
	}
	return rawjson.ArrayOf(all)
}

func entryOf(e []growingMember) conv.Raw {
	if len(e) == 1 && e[0].key == "" {
		return conv.Raw(e[0].value)
	}
	var all []rawjson.Member
	for _, m := range e {
		all = append(all, rawjson.Member{Key: m.key, Value: conv.Raw(m.value)})
	}
	return rawjson.ObjectOf(all)
}
