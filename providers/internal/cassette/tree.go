package cassette

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// value is a JSON value for comparing: fields are sorted by key, and strings
// have only one spelling.
type value struct {
	kind  rawjson.Kind
	text  string   // of a value that is neither object nor array
	keys  []string // of an object
	items []value  // values of an object, elements of an array
}

// readValue reads the next value. Of repeated fields the last counts.
func readValue(c *rawjson.Cursor) value {
	v := value{kind: c.Kind()}
	switch v.kind {
	case rawjson.Object:
		for key := range c.Fields {
			v.set(key, readValue(c))
		}
	case rawjson.Array:
		for range c.Elements {
			v.items = append(v.items, readValue(c))
		}
	case rawjson.String:
		v.text = string(rawjson.AppendQuoted(nil, c.Str()))
	default:
		v.text = string(c.Raw())
	}
	return v
}

func (v *value) set(key string, item value) {
	i, found := slices.BinarySearch(v.keys, key)
	if found {
		v.items[i] = item
		return
	}
	v.keys = slices.Insert(v.keys, i, key)
	v.items = slices.Insert(v.items, i, item)
}

// without removes fields from an object.
func (v *value) without(keys []string) {
	for _, key := range keys {
		if i, found := slices.BinarySearch(v.keys, key); found {
			v.keys = slices.Delete(v.keys, i, i+1)
			v.items = slices.Delete(v.items, i, i+1)
		}
	}
}

func (v *value) write(w *rawjson.Writer) {
	switch v.kind {
	case rawjson.Object:
		w.BeginObject()
		for i := range v.items {
			w.Key(v.keys[i])
			v.items[i].write(w)
		}
		w.EndObject()
	case rawjson.Array:
		w.BeginArray()
		for i := range v.items {
			v.items[i].write(w)
		}
		w.EndArray()
	default:
		w.Raw(rawjson.Raw(v.text))
	}
}

// difference returns the JSON pointer of the first place where two values
// differ, and how. Both are "" if they are equal.
func difference(recorded, asked *value, at string) (pointer, how string) {
	switch {
	case recorded.kind != asked.kind || recorded.text != asked.text:
		return at, "differs"
	case recorded.kind == rawjson.Object:
		return memberDifference(recorded, asked, at)
	}
	for i := range min(len(recorded.items), len(asked.items)) {
		if p, how := difference(&recorded.items[i], &asked.items[i], at+"/"+strconv.Itoa(i)); how != "" {
			return p, how
		}
	}
	next := at + "/" + strconv.Itoa(min(len(recorded.items), len(asked.items)))
	return presence(next, len(recorded.items), len(asked.items))
}

func memberDifference(recorded, asked *value, at string) (pointer, how string) {
	i, j := 0, 0
	for i < len(recorded.keys) || j < len(asked.keys) {
		switch {
		case j == len(asked.keys) || i < len(recorded.keys) && recorded.keys[i] < asked.keys[j]:
			return presence(at+"/"+escaped(recorded.keys[i]), 1, 0)
		case i == len(recorded.keys) || asked.keys[j] < recorded.keys[i]:
			return presence(at+"/"+escaped(asked.keys[j]), 0, 1)
		}
		if p, how := difference(&recorded.items[i], &asked.items[j], at+"/"+escaped(asked.keys[j])); how != "" {
			return p, how
		}
		i, j = i+1, j+1
	}
	return "", ""
}

// presence reports a field or element that only one of two values has.
func presence(pointer string, recorded, asked int) (string, string) {
	switch {
	case recorded < asked:
		return pointer, "is new"
	case recorded > asked:
		return pointer, "is missing"
	}
	return "", ""
}

// escaped escapes a key for a JSON pointer.
func escaped(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
