package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

type object = map[string]any

// parse decodes a body; numbers stay literals.
func parse(body []byte) any {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// member is what the keys lead to in objects, nil if there is nothing.
func member(v any, keys ...string) any {
	for _, key := range keys {
		o, _ := v.(object)
		v = o[key]
	}
	return v
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func str(v any) string {
	s, _ := v.(string)
	return s
}

func isString(v any) bool {
	_, ok := v.(string)
	return ok
}

func isObject(v any) bool {
	_, ok := v.(object)
	return ok
}

func whole(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}

// show shortens a value for a message.
func show(v any) string {
	b, _ := json.Marshal(v)
	if len(b) > 80 {
		return string(b[:60]) + "…"
	}
	return string(b)
}

func under(at string, key any) string {
	if i, ok := key.(int); ok {
		return at + "/" + strconv.Itoa(i)
	}
	return at + "/" + key.(string)
}

// echo decodes a body into an SDK's type, encodes it again, and finds what
// changed.
func echo(body []byte, into any) (found findings) {
	if err := json.Unmarshal(body, into); err != nil {
		found.add("/", "the SDK cannot decode this: %v", err)
		return found
	}
	again, err := json.Marshal(into)
	if err != nil {
		found.add("/", "the SDK cannot encode what it decoded: %v", err)
		return found
	}
	found.compare("", parse(body), parse(again))
	return found
}

// compare finds what an SDK changed. null equals absent, and a string equals a
// list of one text block.
func (f *findings) compare(at string, given, got any) {
	switch x := given.(type) {
	case object:
		if y, ok := got.(object); ok {
			f.compareObjects(at, x, y)
			return
		}
	case []any:
		if y, ok := got.([]any); ok && len(x) == len(y) {
			for i := range x {
				f.compare(under(at, i), x[i], y[i])
			}
			return
		}
	case string:
		if x == got || x == loneText(got) {
			return
		}
	case json.Number:
		if y, ok := got.(json.Number); ok && sameFloat(x, y) {
			return
		}
	case bool, nil:
		if given == got {
			return
		}
	default:
		panic(fmt.Sprintf("unexpected value %T", given))
	}
	f.add(at, "changed by the SDK: %s became %s", show(given), show(got))
}

func (f *findings) compareObjects(at string, given, got object) {
	keys := maps.Clone(given)
	maps.Copy(keys, got)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		x, y := given[key], got[key]
		switch {
		case x == nil && y == nil:
		case y == nil:
			f.add(under(at, key), "dropped by the SDK: %s", show(x))
		case x == nil:
			f.add(under(at, key), "added by the SDK: %s", show(y))
		default:
			f.compare(under(at, key), x, y)
		}
	}
}

// loneText returns the text of a list of one plain text block, or nil.
func loneText(v any) any {
	l := list(v)
	if len(l) != 1 {
		return nil
	}
	if block, ok := l[0].(object); ok && len(block) == 2 && block["type"] == "text" {
		return block["text"]
	}
	return nil
}

// sameFloat compares numbers as the SDKs hold them.
func sameFloat(a, b json.Number) bool {
	x, err1 := a.Float64()
	y, err2 := b.Float64()
	return err1 == nil && err2 == nil && x == y
}
