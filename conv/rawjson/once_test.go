package rawjson_test

import (
	"testing"

	"convo/conv/rawjson"
)

// What stays is as long as what was there, and says the last value of each key.
func TestOnce(t *testing.T) {
	for _, test := range []struct{ name, in, out string }{
		{"a key", `{"a":1,"a":2}`, `{      "a":2}`},
		{"with spaces", `{ "a" : {"x":[1,2]} , "b":1, "a" : 2 }`, `{                     "b":1, "a" : 2 }`},
		{"three times, escaped", `{"a":1,"\u0061":"2","a":3}`, `{                   "a":3}`},
		{"in an object in a list", `[{"b":{"c":1,"c":{"d":1}}}]`, `[{"b":{      "c":{"d":1}}}]`},
		{"in what is dropped", `{"a":{"b":1,"b":2},"a":3}`, `{                  "a":3}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var again []int
			got, changed := rawjson.Once([]byte(test.in), told(test.in, &again))
			if string(got) != test.out || !changed {
				t.Errorf("got  %s\nwant %s", got, test.out)
			}
		})
	}
}

// A key that the caller does not name stays, as do all of a text that is not JSON.
func TestOnceStays(t *testing.T) {
	const nested = `{"a":1,"passed":{"a":1,"a":2}}`
	if got, changed := rawjson.Once([]byte(nested), []int{1, 8}); changed || string(got) != nested {
		t.Errorf("got %s", got)
	}
	if got, changed := rawjson.Once([]byte(`{"a":1,"a":2`), []int{7}); changed {
		t.Errorf("got %s", got)
	}
}

// Each line is a text of its own, also after a broken one.
func TestOnceInLines(t *testing.T) {
	const broken = "{\"a\":1}\n{\"b\n"
	got, changed := rawjson.Once([]byte(broken+`{"a":1,"a":2}`), []int{len(broken) + 7})
	if want := broken + `{      "a":2}`; string(got) != want || !changed {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// told reads a text and collects the keys that repeat.
func told(text string, again *[]int) []int {
	c := rawjson.NewCursor([]byte(text))
	c.Duplicate = func(at int, _ string) { *again = append(*again, at) }
	var value func()
	value = func() {
		switch c.Kind() {
		case rawjson.Object:
			for range c.Fields {
				value()
			}
		case rawjson.Array:
			for range c.Elements {
				value()
			}
		default:
			c.Skip()
		}
	}
	value()
	return *again
}
