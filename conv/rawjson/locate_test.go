package rawjson_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

const located = `{
  "messages": [
    {"role": "user", "content": "é, \"{[,"},
    {"role": "x/y~z", "a/b~c": [1, [2]]}
  ],
  "n": {"0": true}
}`

func TestLocator(t *testing.T) {
	for _, c := range []struct {
		at           string // the place is where this begins, plus skip
		skip         int
		line, column int
		pointer      string
		path         string
	}{
		{"{\n", 0, 1, 1, "", ""},
		{"\"messages\"", 0, 2, 3, "/messages", "messages"},
		{"\"messages\"", 4, 2, 7, "/messages", "messages"},
		{": [\n", 0, 2, 13, "/messages", "messages"},
		{"[\n", 0, 2, 15, "/messages", "messages"},
		{"{\"role\": \"user\"", 0, 3, 5, "/messages/0", "messages[0]"},
		{"\"user\"", 0, 3, 14, "/messages/0/role", "messages[0].role"},
		{"\"user\"", 3, 3, 17, "/messages/0/role", "messages[0].role"},
		{", \\\"{[,", 0, 3, 35, "/messages/0/content", "messages[0].content"},
		{"\"},\n", 0, 3, 42, "/messages/0/content", "messages[0].content"},
		{"{\"role\": \"x", 0, 4, 5, "/messages/1", "messages[1]"},
		{"\"a/b~c\"", 0, 4, 23, "/messages/1/a~1b~0c", "messages[1].a/b~c"},
		{"1, [2", 0, 4, 33, "/messages/1/a~1b~0c/0", "messages[1].a/b~c[0]"},
		{"2]]", 0, 4, 37, "/messages/1/a~1b~0c/1/0", "messages[1].a/b~c[1][0]"},
		{"true", 0, 6, 14, "/n/0", "n[0]"},
		{"}\n}", 3, 7, 2, "", ""},
	} {
		offset := strings.Index(located, c.at) + c.skip
		got := rawjson.NewLocator([]byte(located)).At(offset)
		if got != (rawjson.Position{Line: c.line, Column: c.column, Pointer: c.pointer}) || got.Path() != c.path {
			t.Errorf("%q+%d: want %d:%d %s %s, got %+v %s", c.at, c.skip, c.line, c.column, c.pointer, c.path, got, got.Path())
		}
	}
}

// One locator gives what a new one gives, in whatever order it is asked.
func TestLocatorInAnyOrder(t *testing.T) {
	for _, text := range []string{located, located[:60], located[:20] + "\n\x01" + located[20:], "{{\"a\"\n]]", "\"abc"} {
		up, down := rawjson.NewLocator([]byte(text)), rawjson.NewLocator([]byte(text))
		for i := range len(text) + 1 {
			if got, want := up.At(i), rawjson.NewLocator([]byte(text)).At(i); got != want {
				t.Errorf("%q, offset %d, forward: want %+v, got %+v", text, i, want, got)
			}
			i = len(text) - i
			if got, want := down.At(i), rawjson.NewLocator([]byte(text)).At(i); got != want {
				t.Errorf("%q, offset %d, backward: want %+v, got %+v", text, i, want, got)
			}
		}
	}
	if got, want := rawjson.NewLocator([]byte("[1]")).At(99), rawjson.NewLocator([]byte("[1]")).At(3); got != want {
		t.Errorf("behind the end: want %+v, got %+v", want, got)
	}
	if got := rawjson.NewLocator([]byte("[1]")).At(-1); got != (rawjson.Position{Line: 1, Column: 1}) {
		t.Errorf("before the beginning: %+v", got)
	}
}

// An error's offset in broken text has a place.
func TestLocatorOfErrors(t *testing.T) {
	for _, c := range []struct {
		text    string
		line    int
		column  int
		pointer string
	}{
		{"{\"a\": [1,\n  2,,3]}", 2, 5, "/a/2"},
		{"{\"a\": {\"b\": \"x\ny\"}}", 1, 15, "/a/b"},
		{"{\"a\": {\"b\": \"é\\q\"}}", 1, 15, "/a/b"},
		{"{\"a\": {\"b\": tru", 1, 16, "/a/b"},
		{"{\"a\": 1,\n b: 2}", 2, 2, ""},
		{"{\"a\": {\"b\n", 1, 10, "/a"},
		{"[[],[{\"a\":}", 1, 11, "/1/0/a"},
	} {
		err := check(c.text)
		e, ok := err.(*rawjson.Error)
		if !ok {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := rawjson.NewLocator([]byte(c.text)).At(e.Offset); got != (rawjson.Position{Line: c.line, Column: c.column, Pointer: c.pointer}) {
			t.Errorf("%q: %v is at %+v", c.text, e, got)
		}
	}
}

// Many notes on one line cost one pass: as many passes would not end here.
func TestLocatorIsQuick(t *testing.T) {
	const notes = 200_000
	text := []byte("[" + strings.Repeat(`{"a":"é"},`, notes) + "0]")
	l := rawjson.NewLocator(text)
	for i := range notes {
		if at := l.At(1 + i*len(`{"a":"é"},`)); at.Line != 1 || at.Column != 2+i*len(`{"a":"e"},`) {
			t.Fatalf("note %d is at %+v", i, at)
		}
	}
}

// FuzzLocator: in valid text a pointer leads to a value, and nothing panics.
func FuzzLocator(f *testing.F) {
	f.Add(located, 20)
	f.Add("{{\"a\":[[,", 5)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		l := rawjson.NewLocator([]byte(text))
		l.At(offset / 2)
		place := l.At(offset)
		if want := rawjson.NewLocator([]byte(text)).At(offset); place != want {
			t.Errorf("%q: want %+v, got %+v", text, want, place)
		}
		place.Path()
		c := rawjson.NewCursor([]byte(text))
		repeated := false
		c.Duplicate = func(int, string) { repeated = true }
		read(c)
		var v any
		if c.End() != nil || repeated || strings.Contains(strings.ToLower(text), `\ud`) || json.Unmarshal([]byte(text), &v) != nil || place.Pointer == "" {
			return
		}
		for part := range strings.SplitSeq(place.Pointer[1:], "/") {
			part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
			found := false
			switch x := v.(type) {
			case map[string]any:
				v, found = x[part]
			case []any:
				i, err := strconv.Atoi(part)
				if err == nil && i < len(x) {
					v, found = x[i], true
				}
				if len(x) == 0 && part == "0" { // between the brackets
					return
				}
			}
			if !found {
				t.Fatalf("%q, offset %d: there is no %s", text, offset, place.Pointer)
			}
		}
	})
}

// In a text that is no JSON brackets and quotes mean nothing.
func TestLocatorOfPlainText(t *testing.T) {
	l := rawjson.NewLocator([]byte("--- {\"a\nb [\ncé d"))
	for offset, want := range map[int]rawjson.Position{0: {Line: 1, Column: 1}, 8: {Line: 2, Column: 1}, 16: {Line: 3, Column: 4}} {
		if got := l.At(offset); got != want {
			t.Errorf("%d: %+v, want %+v", offset, got, want)
		}
	}
}
