package agui

import (
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
)

// value is a part of a document. Its text is taken apart when somebody asks for
// one of its children.
type value struct {
	raw    conv.Raw // its text, "" after a change
	*inner          // nil if nobody has asked
}

// inner is what is known of an object or array.
type inner struct {
	kind   byte // { or [
	opened bool
	depth  int // how deep it is nested, at most
	fields fieldList
	items  chunked
}

func newValue(raw conv.Raw) *value { return &value{raw: raw} }

// first is the first byte of the text.
func (v *value) first() byte {
	switch {
	case v.inner != nil:
		return v.kind
	case v.raw == "":
		return 0
	}
	return v.raw[0]
}

func (v *value) isOpenable() bool { return v.first() == '{' || v.first() == '[' }

// open takes the value apart by one level.
func (v *value) open() {
	if !v.isOpenable() {
		return
	}
	if v.levels(); v.opened {
		return
	}
	v.opened = true
	for x := range v.raw.Elements {
		v.items.insert(v.items.n, newValue(x))
	}
	for key, x := range v.raw.Fields {
		v.fields.set(key, newValue(x)) // a repeated key: the last one counts
	}
}

// child is the value that a token names, or nil.
func (v *value) child(token string) *value {
	v.open()
	switch v.first() {
	case '{':
		return v.fields.get(token)
	case '[':
		if i := v.index(token); i >= 0 {
			return v.items.at(i)
		}
	}
	return nil
}

// index is the place of the element that a token names, or -1.
func (v *value) index(token string) int {
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= v.items.n || strconv.Itoa(i) != token {
		return -1
	}
	return i
}

// put sets a child, or with add inserts it into an array. It returns what
// takes that back.
func (v *value) put(token string, x *value, add bool) (undo func(), err error) {
	v.open()
	if v.kind == '{' {
		was := v.fields.get(token)
		if was == nil && !add {
			return nil, errNoPlace
		}
		v.fields.set(token, x)
		return func() { v.forget(); v.fields.set(token, was) }, nil
	}
	i := v.index(token)
	if add && (token == "-" || token == strconv.Itoa(v.items.n)) {
		i = v.items.n
	}
	switch {
	case i < 0:
		return nil, errNoPlace
	case add:
		v.items.insert(i, x)
		return func() { v.forget(); v.items.remove(i) }, nil
	}
	was := v.items.at(i)
	v.items.set(i, x)
	return func() { v.forget(); v.items.set(i, was) }, nil
}

// remove takes away a child. It returns it, and what takes that back.
func (v *value) remove(token string) (x *value, undo func(), err error) {
	if x = v.child(token); x == nil {
		return nil, nil, errNoPlace
	}
	if v.kind == '{' {
		v.fields.set(token, nil)
		return x, func() { v.forget(); v.fields.set(token, x) }, nil
	}
	i := v.index(token)
	v.items.remove(i)
	return x, func() { v.forget(); v.items.insert(i, x) }, nil
}

// forget drops the text of a value that has changed.
func (v *value) forget() { v.raw = "" }

// levels is how deep the value is nested, at most.
func (v *value) levels() int {
	if !v.isOpenable() {
		return 0
	}
	if v.inner == nil {
		v.inner = &inner{kind: v.raw[0], depth: deepest(v.raw)}
	}
	return v.depth
}

// deepest is how deep valid JSON is nested.
func deepest(raw conv.Raw) (most int) {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth--
		}
	}
	return most
}

// text is the value as JSON.
func (v *value) text() conv.Raw {
	if v.raw == "" && v.inner != nil {
		v.raw = rawjson.Written(v.write)
	}
	return v.raw
}

func (v *value) write(w *rawjson.Writer) {
	switch {
	case v.raw != "":
		w.Raw(v.raw)
	case v.kind == '{':
		w.BeginObject()
		for _, f := range v.fields.all() {
			w.Key(f.key)
			f.value.write(w)
		}
		w.EndObject()
	default:
		w.BeginArray()
		for _, x := range v.items.all() {
			x.write(w)
		}
		w.EndArray()
	}
}

// same reports whether two values are equal as JSON: keys in any order, numbers
// by value.
func (v *value) same(x *value) bool {
	switch {
	case v.raw != "" && v.raw == x.raw:
		return true
	case v.isOpenable() || x.isOpenable():
		return v.first() == x.first() && v.sameChildren(x)
	case v.first() == '"' || x.first() == '"':
		return v.first() == x.first() && v.raw.Text() == x.raw.Text()
	}
	p, ok := conv.Number(v.raw).Float()
	q, also := conv.Number(x.raw).Float()
	return ok && also && p == q
}

func (v *value) sameChildren(x *value) bool {
	v.open()
	x.open()
	if v.kind == '{' {
		return len(v.fields.all()) == len(x.fields.all()) && !slices.ContainsFunc(v.fields.all(), func(f field) bool {
			other := x.fields.get(f.key)
			return other == nil || !f.value.same(other)
		})
	}
	return v.items.n == x.items.n && slices.EqualFunc(v.items.all(), x.items.all(), (*value).same)
}
