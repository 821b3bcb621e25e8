package gemini

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// snakeKey is the hint that lists the fields of a node in snake case.
const snakeKey = "~snake"

// camel is a field's name in camel case: function_call is functionCall.
func camel(key string) string {
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

// known is the camel case of a name if it is in names, else the name itself.
// If the name was in snake case, the node gets a hint.
func known(n *conv.Node, written string, names []string) string {
	if strings.IndexByte(written, '_') < 0 {
		return written
	}
	c := camel(written)
	if !slices.Contains(names, c) {
		return written
	}
	if len(c) != len(written) {
		spelledSnake(n, written)
	}
	return c
}

// spelledSnake adds a name to the hint, sorted.
func spelledSnake(n *conv.Node, written string) {
	var names []string
	for name := range residue.Get(n, snakeKey).Elements {
		names = append(names, name.Text())
	}
	at, found := slices.BinarySearch(names, written)
	if found {
		return
	}
	residue.Set(n, snakeKey, rawjson.StringsOf(slices.Insert(names, at, written)))
}

// key is how a field of a node is written.
func key(n *conv.Node, name string) string {
	if len(n.Extensions) == 0 {
		return name
	}
	list := n.Extensions.Get(family, snakeKey)
	if list == "" {
		return name
	}
	if s := record.Snake(name); strings.Contains(string(list), `"`+s+`"`) {
		return s
	}
	return name
}
