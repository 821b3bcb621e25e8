package agui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// patched is a JSON document after a JSON Patch (RFC 6902). It works on the
// text, so the rest stays as it was written. If one operation fails, none
// applies.
func patched(doc, patch conv.Raw) (conv.Raw, error) {
	c := rawjson.NewCursor([]byte(patch))
	if c.Kind() != rawjson.Array {
		return "", errors.New("a patch is a list of operations")
	}
	for i := range c.Elements {
		op, err := readOperation(c.Raw())
		if err == nil {
			doc, err = op.apply(doc)
		}
		if err == nil {
			err = bounded(doc)
		}
		if err != nil {
			return "", fmt.Errorf("operation %d: %w", i, err)
		}
	}
	return doc, c.Err()
}

// maxPatched is the largest size of a document: a few copies into itself can
// reach any size.
const maxPatched = 64 << 20

// bounded refuses a document that is too large or too deep.
func bounded(doc conv.Raw) error {
	if len(doc) > maxPatched {
		return errors.New("the document becomes too large")
	}
	c := rawjson.NewCursor([]byte(doc))
	c.Skip()
	return c.End()
}

// operation is one step of a patch.
type operation struct {
	op       string
	path     []string
	from     []string
	value    conv.Raw
	hasValue bool
}

func readOperation(raw conv.Raw) (operation, error) {
	o := operation{}
	if raw == "" || raw[0] != '{' {
		return o, errors.New("want an object")
	}
	var err error
	paths := 0
	for key, value := range raw.Fields {
		isText := value[0] == '"'
		switch {
		case key == "op" && isText:
			o.op = value.Text()
		case key == "path" && isText:
			paths++
			o.path, err = pointer(value.Text())
		case key == "from" && isText:
			o.from, err = pointer(value.Text())
		case key == "value":
			o.value, o.hasValue = value, true
		}
		if err != nil {
			return o, err
		}
	}
	if paths == 0 {
		return o, errors.New("no path")
	}
	return o, nil
}

// pointer is the tokens of a JSON pointer (RFC 6901).
func pointer(s string) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	if s[0] != '/' {
		return nil, errors.New("not a JSON pointer: " + strconv.Quote(s))
	}
	parts := strings.Split(s[1:], "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts, nil
}

func (o *operation) apply(doc conv.Raw) (conv.Raw, error) {
	if (o.op == "add" || o.op == "replace" || o.op == "test") && !o.hasValue {
		return "", errors.New(o.op + " without a value")
	}
	switch o.op {
	case "add":
		return edit(doc, o.path, &o.value, true)
	case "replace":
		return edit(doc, o.path, &o.value, false)
	case "remove":
		return edit(doc, o.path, nil, false)
	case "test":
		v, err := valueAt(doc, o.path)
		if err == nil && !sameValue(v, o.value) {
			err = errors.New("test: the value differs")
		}
		return doc, err
	case "copy", "move":
		v, err := valueAt(doc, o.from)
		if err == nil && o.op == "move" {
			if len(o.path) > len(o.from) && slices.Equal(o.path[:len(o.from)], o.from) {
				return "", errors.New("move into itself")
			}
			doc, err = edit(doc, o.from, nil, false)
		}
		if err != nil {
			return "", err
		}
		return edit(doc, o.path, &v, true)
	default:
		return "", errors.New("unknown operation " + strconv.Quote(o.op))
	}
}

// errNoPlace is the error of a pointer to nothing.
var errNoPlace = errors.New("the path does not exist")

// valueAt is the value that a pointer points to.
func valueAt(doc conv.Raw, path []string) (conv.Raw, error) {
	for _, token := range path {
		parts, isObject := split(doc)
		i := find(parts, isObject, token)
		if i < 0 {
			return "", errNoPlace
		}
		doc = parts[i].Value
	}
	return doc, nil
}

// split is the fields of an object, or the elements of an array as fields
// without keys.
func split(doc conv.Raw) (parts []conv.Member, isObject bool) {
	for value := range doc.Elements {
		parts = append(parts, conv.Member{Value: value})
	}
	for key, value := range doc.Fields {
		if i := find(parts, true, key); i >= 0 {
			parts[i].Value = value // a repeated key: the last one counts
			continue
		}
		parts = append(parts, conv.Member{Key: key, Value: value})
	}
	return parts, doc != "" && doc[0] == '{'
}

// find is the index of the part that a token names, or -1.
func find(parts []conv.Member, isObject bool, token string) int {
	if isObject {
		return slices.IndexFunc(parts, func(m conv.Member) bool { return m.Key == token })
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(parts) || strconv.Itoa(i) != token {
		return -1
	}
	return i
}

// edit is a document with the value at a pointer set, or removed for nil. add
// inserts it into an array instead of replacing an element.
func edit(doc conv.Raw, path []string, value *conv.Raw, add bool) (conv.Raw, error) {
	if len(path) == 0 {
		if value == nil {
			return "", errors.New("the whole document cannot be removed")
		}
		return *value, nil
	}
	if doc == "" || doc[0] != '{' && doc[0] != '[' {
		return "", errNoPlace
	}
	parts, isObject := split(doc)
	token, last := path[0], len(path) == 1
	i := find(parts, isObject, token)
	switch {
	case !last:
		if i < 0 {
			return "", errNoPlace
		}
		inner, err := edit(parts[i].Value, path[1:], value, add)
		if err != nil {
			return "", err
		}
		parts[i].Value = inner
	case value == nil:
		if i < 0 {
			return "", errNoPlace
		}
		parts = slices.Delete(parts, i, i+1)
	case isObject && i < 0 && add:
		parts = append(parts, conv.Member{Key: token, Value: *value})
	case !isObject && add && (token == "-" || token == strconv.Itoa(len(parts))):
		parts = append(parts, conv.Member{Value: *value})
	case i < 0:
		return "", errNoPlace
	case !isObject && add:
		parts = slices.Insert(parts, i, conv.Member{Value: *value})
	default:
		parts[i].Value = *value
	}
	return joined(parts, isObject), nil
}

func joined(parts []conv.Member, isObject bool) conv.Raw {
	if isObject {
		return rawjson.ObjectOf(parts)
	}
	values := make([]conv.Raw, len(parts))
	for i, p := range parts {
		values[i] = p.Value
	}
	return rawjson.ArrayOf(values)
}

// sameValue reports whether two values are equal as JSON: keys in any order,
// numbers by value.
func sameValue(a, b conv.Raw) bool {
	if a == b {
		return true
	}
	if a == "" || b == "" {
		return false
	}
	switch {
	case a[0] == '"':
		return b[0] == '"' && a.Text() == b.Text()
	case a[0] == '{' || a[0] == '[':
		if a[0] != b[0] {
			return false
		}
		x, isObject := split(a)
		y, _ := split(b)
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			j := i
			if isObject {
				j = find(y, true, x[i].Key)
			}
			if j < 0 || !sameValue(x[i].Value, y[j].Value) {
				return false
			}
		}
		return true
	default:
		p, ok := conv.Number(a).Float()
		q, also := conv.Number(b).Float()
		return ok && also && p == q
	}
}
