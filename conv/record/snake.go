package record

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// HintSnake is the hint that lists the fields of a node that were in snake_case.
const HintSnake = "~snake"

// Camel is a name in camelCase.
func Camel(key string) string {
	if strings.IndexByte(key, '_') < 0 {
		return key
	}
	b := make([]byte, 0, len(key))
	for i := 0; i < len(key); i++ {
		c := key[i]
		if c == '_' && i > 0 && i+1 < len(key) && key[i+1] >= 'a' && key[i+1] <= 'z' {
			i++
			c = key[i] - 'a' + 'A'
		}
		b = append(b, c)
	}
	return string(b)
}

// Known is the camelCase of a name if it is in names, else the name itself. If the
// name was in snake_case, the node gets a hint. It is for a family with Snakes.
func (f *Family) Known(n *conv.Node, written string, names []string) string {
	if strings.IndexByte(written, '_') < 0 {
		return written
	}
	c := Camel(written)
	if !slices.Contains(names, c) {
		return written
	}
	f.spelledSnake(n, written)
	return c
}

// spelledSnake adds a name to the hint, sorted.
func (f *Family) spelledSnake(n *conv.Node, written string) {
	var names []string
	for name := range f.Get(n, HintSnake).Elements {
		names = append(names, name.Text())
	}
	if at, found := slices.BinarySearch(names, written); !found {
		f.Set(n, HintSnake, rawjson.StringsOf(slices.Insert(names, at, written)))
	}
}

// snakeKey is the key of a field under which the node had it.
func (f *Family) snakeKey(n *conv.Node, key string) string {
	list := f.Get(n, HintSnake)
	if list == "" {
		return key
	}
	if s := Snake(key); strings.Contains(string(list), `"`+s+`"`) {
		return s
	}
	return key
}
