package rawjson

import "github.com/tidwall/gjson"

// Lookup finds the value at a constant gjson path in text that a Cursor has
// checked. A path is a program: never make one from data.
//
//go:noinline
func (r Raw) Lookup(path string) Raw {
	return Raw(gjson.Get(string(r), path).Raw)
}

// Field returns the value of a key in an object, "" without it and for any other value.
func (r Raw) Field(key string) Raw {
	if r == "" || r[0] != '{' {
		return ""
	}
	c := Cursor{buf: bytesOf(string(r)), again: true}
	c.open('{', "")
	for first := true; c.next(&first, '}'); {
		k := c.key()
		c.peek()
		at := c.pos
		if c.skip(); c.err != nil {
			break
		}
		if k == key {
			return r[at:c.pos]
		}
	}
	return ""
}

// Text returns the text of a JSON string, "" for any other value.
func (r Raw) Text() string {
	if len(r) < 2 || r[0] != '"' {
		return ""
	}
	return NewCursor(bytesOf(string(r))).Str()
}
