package rawjson

import "github.com/tidwall/gjson"

// Lookup finds the value at a constant gjson path in text that a Cursor has
// checked. A path is a program: never make one from data.
//
//go:noinline
func (r Raw) Lookup(path string) Raw {
	return Raw(gjson.Get(string(r), path).Raw)
}

// Text returns the text of a JSON string, "" for any other value.
func (r Raw) Text() string {
	if len(r) < 2 || r[0] != '"' {
		return ""
	}
	return NewCursor(bytesOf(string(r))).Str()
}
