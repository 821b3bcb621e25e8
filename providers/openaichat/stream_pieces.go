package openaichat

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// growingList is an array, or an object with long strings, that comes in
// pieces.
type growingList struct {
	key     string
	object  bool // an object, as audio is
	entries [][]growingMember
	other   []byte // a value that is neither array nor object
}

type growingMember struct {
	key   string
	value []byte
}

// grow adds a piece to the list of a key.
func grow(lists []growingList, key string, piece conv.Raw) []growingList {
	at := -1
	for i := range lists {
		if lists[i].key == key {
			at = i
		}
	}
	if at < 0 {
		at = len(lists)
		lists = append(lists, growingList{key: key})
	}
	lists[at].add(piece)
	return lists
}

func (l *growingList) add(piece conv.Raw) {
	c := rawjson.NewCursor([]byte(piece))
	if piece[0] == '{' {
		l.object = true
		if l.entries == nil {
			l.entries = append(l.entries, nil)
		}
		l.entries[0] = mergeEntry(l.entries[0], readEntry(c))
		return
	}
	if piece[0] != '[' {
		l.other = []byte(piece)
		return
	}
	for range c.Elements {
		if c.Kind() != rawjson.Object {
			l.entries = append(l.entries, []growingMember{{value: []byte(c.Raw())}})
			continue
		}
		e := readEntry(c)
		if i := l.same(e); i >= 0 {
			l.entries[i] = mergeEntry(l.entries[i], e)
		} else {
			l.entries = append(l.entries, e)
		}
	}
}

func readEntry(c *rawjson.Cursor) (e []growingMember) {
	for key := range c.Fields {
		e = append(e, growingMember{key, []byte(c.Raw())})
	}
	return e
}

// same returns the index of the entry that a piece continues, -1 for a new
// entry. A piece of reasoning says which by index and type, or by type alone.
func (l *growingList) same(e []growingMember) int {
	if l.key != "reasoning_details" && l.key != "thinking_blocks" {
		return -1
	}
	for i := len(l.entries) - 1; i >= 0; i-- {
		old := l.entries[i]
		indexed := valueOf(e, "index") != ""
		if valueOf(old, "type") == valueOf(e, "type") && valueOf(old, "index") == valueOf(e, "index") &&
			(valueOf(e, "id") == "" || valueOf(e, "id") == "null" || valueOf(old, "id") == valueOf(e, "id")) {
			return i
		}
		if !indexed {
			return -1
		}
	}
	return -1
}

func valueOf(e []growingMember, key string) string {
	for i := range e {
		if e[i].key == key {
			return string(e[i].value)
		}
	}
	return ""
}

// mergeEntry appends the texts of a piece and replaces its other values.
func mergeEntry(to, piece []growingMember) []growingMember {
next:
	for _, m := range piece {
		for i := range to {
			if to[i].key != m.key {
				continue
			}
			if isText(m.key) && len(to[i].value) > 1 && to[i].value[0] == '"' && m.value[0] == '"' {
				to[i].value = append(to[i].value[:len(to[i].value)-1], m.value[1:]...)
			} else if string(m.value) != "null" {
				to[i].value = m.value
			}
			continue next
		}
		to = append(to, m)
	}
	return to
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
	var b strings.Builder
	if !l.object {
		b.WriteByte('[')
	}
	for i, e := range l.entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(entryText(e))
	}
	if !l.object {
		b.WriteByte(']')
	}
	return conv.Raw(b.String())
}

func entryText(e []growingMember) string {
	if len(e) == 1 && e[0].key == "" {
		return string(e[0].value)
	}
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, m := range e {
		w.Key(m.key)
		w.Raw(conv.Raw(m.value))
	}
	w.EndObject()
	return string(w.Bytes())
}
