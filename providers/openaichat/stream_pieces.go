package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// growingLists are lists by their keys.
type growingLists struct {
	keys rawjson.Fields // without values
	all  []growingList
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
	keys   rawjson.Fields // without values
	values [][]byte
}

// grow adds a piece to the list of a key.
func (l *growingLists) grow(key string, piece conv.Raw) {
	at := l.keys.Index(key)
	if at < 0 {
		at = len(l.all)
		l.keys.Add(rawjson.Member{Key: key})
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
			e := growingEntry{}
			e.add("", []byte(c.Raw()))
			l.entries = append(l.entries, e)
			continue
		}
		l.entry(readEntry(c))
	}
}

func readEntry(c *rawjson.Cursor) (e growingEntry) {
	for key := range c.Fields {
		e.add(key, []byte(c.Raw()))
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
	if i := e.keys.Index(key); i >= 0 {
		return string(e.values[i])
	}
	return ""
}

func (e *growingEntry) add(key string, value []byte) {
	e.keys.Add(rawjson.Member{Key: key})
	e.values = append(e.values, value)
}

// merge appends the texts of a piece and replaces the other values.
func (e *growingEntry) merge(piece *growingEntry) {
	for k, m := range piece.keys.List() {
		i, value := e.keys.Index(m.Key), piece.values[k]
		if i < 0 {
			e.add(m.Key, value)
			continue
		}
		to := &e.values[i]
		if isText(m.Key) && len(*to) > 1 && (*to)[0] == '"' && value[0] == '"' {
			*to = append((*to)[:len(*to)-1], value[1:]...)
		} else if string(value) != "null" {
			*to = value
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
		return l.entries[0].raw()
	}
	var all []conv.Raw
	for i := range l.entries {
		all = append(all, l.entries[i].raw())
	}
	return rawjson.ArrayOf(all)
}

func (e *growingEntry) raw() conv.Raw {
	all := e.keys.List()
	if len(all) == 1 && all[0].Key == "" {
		return conv.Raw(e.values[0])
	}
	for i := range all {
		all[i].Value = conv.Raw(e.values[i])
	}
	return rawjson.ObjectOf(all)
}
