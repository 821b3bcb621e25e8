package rawjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convo/conv/rawjson"
)

// check is the error of reading text as one value.
func check(text string) error {
	c := rawjson.NewCursor([]byte(text))
	c.Skip()
	return c.End()
}

func TestErrorsSayWhereAndWhy(t *testing.T) {
	deep := strings.Repeat("[", rawjson.MaxDepth)
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{``, 0, "unexpected end of JSON"},
		{` `, 1, "unexpected end of JSON"},
		{`{`, 1, "unexpected end of JSON"},
		{`{"a`, 3, "unexpected end of JSON"},
		{`{"a"`, 4, "unexpected end of JSON"},
		{`{"a":`, 5, "unexpected end of JSON"},
		{`{"a":1`, 6, "unexpected end of JSON"},
		{`{"a":1,`, 7, "unexpected end of JSON"},
		{`[`, 1, "unexpected end of JSON"},
		{`[1`, 2, "unexpected end of JSON"},
		{`"a\`, 3, "unexpected end of JSON"},
		{`"a\u12`, 6, "unexpected end of JSON"},
		{`tru`, 3, "unexpected end of JSON"},
		{`{]`, 1, "unexpected ']', want a key in quotes"},
		{`{a:1}`, 1, "unexpected 'a', want a key in quotes"},
		{`{"a":1,}`, 7, "unexpected '}', want a key in quotes"},
		{`{,"a":1}`, 1, "unexpected ',', want a key in quotes"},
		{`{"a" 1}`, 5, "unexpected '1', want ':' after a key"},
		{`{"a":1 "b":2}`, 7, "unexpected '\"', want ',' or '}'"},
		{`{"a":1]`, 6, "unexpected ']', want ',' or '}'"},
		{`[1 2]`, 3, "unexpected '2', want ',' or ']'"},
		{`[1}`, 2, "unexpected '}', want ',' or ']'"},
		{`[1,]`, 3, "unexpected ']', want a value"},
		{`[,1]`, 1, "unexpected ',', want a value"},
		{`{"a":}`, 5, "unexpected '}', want a value"},
		{`}`, 0, "unexpected '}', want a value"},
		{`'a'`, 0, "unexpected '\\'', want a value"},
		{"\ufeff{}", 0, "unexpected byte 0xef, want a value"},
		{"\x01", 0, "unexpected byte 0x01, want a value"},
		{"[\x00]", 1, "unexpected byte 0x00"},
		{"\u00a0 1", 0, "unexpected byte 0xc2, want a value"},
		{`-`, 0, "invalid number"},
		{`-a`, 0, "invalid number"},
		{`[1.]`, 1, "invalid number"},
		{`[1e]`, 1, "invalid number"},
		{`[1e+]`, 1, "invalid number"},
		{`+1`, 0, "unexpected '+', want a value"},
		{`.5`, 0, "unexpected '.', want a value"},
		{`01`, 1, "unexpected '1' after the value"},
		{`[-01]`, 3, "unexpected '1', want ',' or ']'"},
		{`0x1`, 1, "unexpected 'x' after the value"},
		{`NaN`, 0, "unexpected 'N', want a value"},
		{`truth`, 0, "invalid literal, want true"},
		{`fals `, 0, "invalid literal, want false"},
		{`nil`, 0, "invalid literal, want null"},
		{`nullx`, 4, "unexpected 'x' after the value"},
		{`{} {}`, 3, "unexpected '{' after the value"},
		{`"a` + "\n" + `"`, 2, "control character byte 0x0a in a string"},
		{`"0123456789` + "\x00" + `"`, 11, "control character byte 0x00 in a string"},
		{`"a\x"`, 2, "invalid escape in a string"},
		{`"a\u12x4"`, 2, "invalid escape in a string"},
		{`"\ud83d\ude*0"`, 7, "invalid escape in a string"},
		{`"\'"`, 1, "invalid escape in a string"},
		{"\"a\xff\"", 2, "invalid UTF-8: byte 0xff"},
		{"\"0123456789\xc3\"", 11, "invalid UTF-8: byte 0xc3"},
		{"\"\xed\xa0\x80\"", 1, "invalid UTF-8: byte 0xed"},
		{"\"\xc0\x80\"", 1, "invalid UTF-8: byte 0xc0"},
		{"{\"\xff\":1}", 2, "invalid UTF-8: byte 0xff"},
		{deep + "[", rawjson.MaxDepth, "nested deeper than 1000 levels"},
		{strings.Repeat(`{"a":`, rawjson.MaxDepth+1), 5 * rawjson.MaxDepth, "nested deeper than 1000 levels"},
	} {
		name := c.text[:min(len(c.text), 20)]
		for how, err := range map[string]error{"skipped": check(c.text), "walked": walk(c.text)} {
			var e *rawjson.Error
			if !errors.As(err, &e) {
				t.Errorf("%q %s: want %q, got %v", name, how, c.want, err)
				continue
			}
			if e.Offset != c.offset || e.Msg != c.want {
				t.Errorf("%q %s: want offset %d: %s, got %v", name, how, c.offset, c.want, e)
			}
		}
	}
}

// walk reads text with the loops, as a decoder does.
func walk(text string) error {
	c := rawjson.NewCursor([]byte(text))
	read(c)
	return c.End()
}

func read(c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		for range c.Fields {
			read(c)
		}
	case rawjson.Array:
		for range c.Elements {
			read(c)
		}
	case rawjson.String:
		c.Str()
	case rawjson.Num:
		c.Number()
	case rawjson.Bool:
		c.Bool()
	default:
		c.Skip()
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for n, want := range map[int]bool{1: true, 1000: true, 1001: false, 1_000_000: false} {
		if got := check(nested(n)) == nil; got != want {
			t.Errorf("%d levels skipped: want %v, got %v", n, want, got)
		}
		if got := walk(nested(n)) == nil; got != want {
			t.Errorf("%d levels walked: want %v, got %v", n, want, got)
		}
	}
	// Depth is that of nesting, not a count of what was opened.
	if err := walk("[" + strings.Repeat("[],{},", 5000) + "0]"); err != nil {
		t.Error(err)
	}
}

func TestReadsOfTheWrongKind(t *testing.T) {
	for _, c := range []struct {
		text string
		read func(*rawjson.Cursor)
		want string
	}{
		{`7`, func(c *rawjson.Cursor) { c.Str() }, "offset 0: want a string, got a number"},
		{`{}`, func(c *rawjson.Cursor) { c.Str() }, "offset 0: want a string, got an object"},
		{`[]`, func(c *rawjson.Cursor) { c.Number() }, "offset 0: want a number, got an array"},
		{`"1"`, func(c *rawjson.Cursor) { c.Int() }, "offset 0: want a number, got a string"},
		{` 1.5`, func(c *rawjson.Cursor) { c.Int() }, "offset 1: want a whole number, got 1.5"},
		{`1e40`, func(c *rawjson.Cursor) { c.Int() }, "offset 0: want a whole number, got 1e40"},
		{`0`, func(c *rawjson.Cursor) { c.Bool() }, "offset 0: want true or false, got a number"},
		{`"x"`, func(c *rawjson.Cursor) { c.OptBool() }, "offset 0: want true or false, got a string"},
		{`true`, func(c *rawjson.Cursor) {
			for range c.Fields {
				t.Error("a field of true")
			}
		}, "offset 0: want an object, got true or false"},
		{`"x"`, func(c *rawjson.Cursor) {
			for range c.Elements {
				t.Error("an element of a string")
			}
		}, "offset 0: want an array, got a string"},
		{`?`, func(c *rawjson.Cursor) { c.Str() }, "offset 0: unexpected '?', want a string"},
		{``, func(c *rawjson.Cursor) { c.Raw() }, "offset 0: unexpected end of JSON"},
		{`nope`, func(c *rawjson.Cursor) { c.Str() }, "offset 0: invalid literal, want null"},
		{`1`, func(c *rawjson.Cursor) { c.Fail(c.Offset(), "%s is odd", c.Number()) }, "offset 0: 1 is odd"},
	} {
		cursor := rawjson.NewCursor([]byte(c.text))
		c.read(cursor)
		if err := cursor.Err(); err == nil || err.Error() != c.want {
			t.Errorf("%s: want %q, got %v", c.text, c.want, err)
		}
	}
}

func TestNullReadsAsTheZeroValue(t *testing.T) {
	c := rawjson.NewCursor([]byte(`[null,null,null,null,null,null,null,null]`))
	for i := range c.Elements {
		switch i {
		case 0:
			if s, spelling := c.Spelled(); s != "" || spelling != "" {
				t.Errorf("Spelled: %q %q", s, spelling)
			}
		case 1:
			if n := c.Number(); n != "" {
				t.Errorf("Number: %s", n)
			}
		case 2:
			if n := c.Int(); n != 0 {
				t.Errorf("Int: %d", n)
			}
		case 3:
			if c.Bool() {
				t.Error("Bool: true")
			}
		case 4:
			if b := c.OptBool(); b != nil {
				t.Errorf("OptBool: %v", *b)
			}
		case 5:
			for range c.Fields {
				t.Error("Fields: one")
			}
		case 6:
			for range c.Elements {
				t.Error("Elements: one")
			}
		case 7:
			if e := c.Embedded(); e != (rawjson.Embedded{}) {
				t.Errorf("Embedded: %+v", e)
			}
		}
	}
	if err := c.End(); err != nil {
		t.Error(err)
	}
}

func TestFirstFailureSticks(t *testing.T) {
	c := rawjson.NewCursor([]byte(`{"a":[1,"x",2],"b":"y"}`))
	seen := ""
	for key := range c.Fields {
		seen += key
		for i := range c.Elements {
			seen += fmt.Sprint(i)
			c.Int()
		}
	}
	if seen != "a01" {
		t.Errorf("read %q", seen)
	}
	c.Fail(0, "later")
	if c.Str() != "" || c.Int() != 0 || c.Bool() || c.OptBool() == nil || c.Raw() != "" || c.Kind() != rawjson.Invalid {
		t.Error("something is read after a failure")
	}
	if err := c.End(); err == nil || err.Error() != "offset 8: want a number, got a string" {
		t.Errorf("got %v", err)
	}
}

func TestValuesThatNobodyReads(t *testing.T) {
	c := rawjson.NewCursor([]byte(`{"a":{"x":[1,{"y":"z"}]},"b":2,"c":[3,4,5],"d":6}`))
	got := map[string]any{}
	for key := range c.Fields {
		switch key {
		case "b", "d":
			got[key] = c.Int()
		case "c":
			for i := range c.Elements {
				if i == 1 {
					got[key] = c.Int()
					break
				}
			}
		}
	}
	if err := c.End(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]any{"b": int64(2), "c": int64(4), "d": int64(6)}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for range c.Fields {
		t.Error("a second value")
	}
}

// What a loop leaves behind by break is still checked.
func TestBreakChecksTheRest(t *testing.T) {
	c := rawjson.NewCursor([]byte(`[{"x":1,"y":}]`))
	for range c.Elements {
		for range c.Fields {
			c.Int()
			break
		}
		break
	}
	if err := c.End(); err == nil || err.Error() != "offset 12: unexpected '}', want a value" {
		t.Errorf("got %v", err)
	}
}

func TestDuplicateKeys(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{`{"a":1,"b":2}`, nil},
		{`{"a":1,"a":2,"b":3,"a":4}`, []string{"7 a", "19 a"}},
		{`{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}`, nil},
		{`{"a":{"b":1,"b":2},"b":3,"a":4}`, []string{"12 b", "25 a"}},
		{`{"ab":1,"a\u0062":2}`, []string{"8 ab"}},
		{`{"":1,"":2}`, []string{"6 "}},
		{`{"é":1,"\u00e9":2}`, []string{"8 é"}},
	} {
		cursor := rawjson.NewCursor([]byte(c.text))
		var got []string
		cursor.Duplicate = func(offset int, key string) { got = append(got, fmt.Sprint(offset, " ", key)) }
		read(cursor)
		if err := cursor.End(); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.text, diff)
		}
	}
}

func TestManyKeys(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, `,"key%d":%d`, i, i)
	}
	c := rawjson.NewCursor([]byte("{" + b.String()[1:] + `,"key77":0}`))
	found := 0
	c.Duplicate = func(_ int, key string) {
		if found++; key != "key77" {
			t.Errorf("%s is no duplicate", key)
		}
	}
	if read(c); c.End() != nil || found != 1 {
		t.Errorf("%d duplicates, %v", found, c.End())
	}
}

func TestStrings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`""`, ""},
		{`"a"`, "a"},
		{`"0123456789abcdef"`, "0123456789abcdef"},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"01234567\n89\n"`, "01234567\n89\n"},
		{`"\u0041\u00e9\u20ac\u0000"`, "Aé€\x00"},
		{`"\uD83D\ude00"`, "😀"},
		{`"é€😀"`, "é€😀"},
		{`"\ud800"`, "\xed\xa0\x80"},
		{`"\udfff"`, "\xed\xbf\xbf"},
		{`"\ud83d\u0041"`, "\xed\xa0\xbdA"},
		{`"\ud83d\ud83d\ude00"`, "\xed\xa0\xbd😀"},
		{`"\ude00\ud83d"`, "\xed\xb8\x80\xed\xa0\xbd"},
		{`"\ufffd"`, "\ufffd"},
		{"\"\x7f\u2028\"", "\x7f\u2028"},
	} {
		cursor := rawjson.NewCursor([]byte(c.text))
		got, spelling := cursor.Spelled()
		if err := cursor.End(); err != nil || got != c.want || string(spelling) != c.text {
			t.Errorf("%s: want %q, got %q, spelled %s, %v", c.text, c.want, got, spelling, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int64
		ok   bool
	}{
		{`0`, 0, true},
		{`-0`, 0, true},
		{`7`, 7, true},
		{`-12`, -12, true},
		{`5.0`, 5, true},
		{`5e0`, 5, true},
		{`1.5e1`, 15, true},
		{`1E+2`, 100, true},
		{`0e9`, 0, true},
		{`0.0e-99999`, 0, true},
		{`9223372036854775807`, 1<<63 - 1, true},
		{`-9223372036854775808`, -1 << 63, true},
		{`9223372036854775807.0`, 1<<63 - 1, true},
		{`9223372036854775808`, 0, false},
		{`5.5`, 0, false},
		{`1e30`, 0, false},
		{`1e400`, 0, false},
		{`1e-400`, 0, false},
		{`1e-99999`, 0, false},
		{`1e999999999`, 0, false},
		{`0.1`, 0, false},
	} {
		cursor := rawjson.NewCursor([]byte(c.text))
		got := cursor.Number()
		if err := cursor.End(); err != nil || string(got) != c.text {
			t.Errorf("%s: got %s, %v", c.text, got, err)
		}
		if n, ok := got.Int(); n != c.n || ok != c.ok {
			t.Errorf("%s: want %d %v, got %d %v", c.text, c.n, c.ok, n, ok)
		}
	}
}

func TestNano(t *testing.T) {
	for _, c := range []struct {
		text string
		nano int64
		ok   bool
	}{
		{"1", 1_000_000_000, true},
		{"0.1", 100_000_000, true},
		{"-2.5e-9", -3, true},
		{"2.5e-9", 3, true},
		{"0.0000000004", 0, true},
		{"1e-40", 0, false},
		{"1e10", 0, false},
		{"", 0, false},
		{"9223372036.854775807", 1<<63 - 1, true},
		{"0", 0, true},
		{"0.1234567891", 123_456_789, true},
	} {
		nano, ok := rawjson.Number(c.text).Nano()
		if nano != c.nano || ok != c.ok {
			t.Errorf("%q: want %d %v, got %d %v", c.text, c.nano, c.ok, nano, ok)
		}
	}
	for nano, want := range map[int64]rawjson.Number{
		0: "0", 1: "0.000000001", -1: "-0.000000001", 1_500_000_000: "1.5", -1 << 63: "-9223372036.854775808", 20_000_000_000: "20",
	} {
		got := rawjson.NumberOfNano(nano)
		if back, ok := got.Nano(); got != want || back != nano || !ok {
			t.Errorf("%d: want %s, got %s, back %d %v", nano, want, got, back, ok)
		}
	}
}

func TestRawIsCompact(t *testing.T) {
	for text, want := range map[string]string{
		` { "b" : [ 1.0 , 2 ] ,` + "\n\t\r" + `"a" : "x y\u0020\"{ }" , "c":{ } } `: `{"b":[1.0,2],"a":"x y\u0020\"{ }","c":{}}`,
		`12345678901234567890`:         `12345678901234567890`,
		` "a b" `:                      `"a b"`,
		`[ ]`:                          `[]`,
		`"\ud800"`:                     `"\ud800"`,
		"[\"a\\\\\", \"\\\"\", true ]": "[\"a\\\\\",\"\\\"\",true]",
	} {
		c := rawjson.NewCursor([]byte(text))
		if got := c.Raw(); string(got) != want || c.End() != nil {
			t.Errorf("%s: want %s, got %s, %v", text, want, got, c.End())
		}
	}
}

func TestEmbedded(t *testing.T) {
	for _, c := range []struct{ text, object, in string }{
		{`"{\"a\":1}"`, `{"a":1}`, `{"a":1}`},
		{`"{ \"a\" : 1 }"`, `{"a":1}`, `{ "a" : 1 }`},
		{`" {} "`, `{}`, ` {} `},
		{`"{\"a\":\"\\ud800 b\"}"`, `{"a":"\ud800 b"}`, `{"a":"\ud800 b"}`},
		{`"{\"a\":1"`, ``, `{"a":1`},
		{`"{} {}"`, ``, `{} {}`},
		{`"[1]"`, ``, `[1]`},
		{`"7"`, ``, `7`},
		{`""`, ``, ``},
		{`"{\"a\":\"\ud800\"}"`, ``, "{\"a\":\"\xed\xa0\x80\"}"},
	} {
		cursor := rawjson.NewCursor([]byte(c.text))
		e := cursor.Embedded()
		if err := cursor.End(); err != nil || string(e.Object) != c.object || e.Text != c.in || string(e.Spelling) != c.text {
			t.Errorf("%s: got %+v, %v", c.text, e, err)
		}
	}
}

func TestRawInEncodingJSON(t *testing.T) {
	var v struct{ A, B, C rawjson.Raw }
	if err := json.Unmarshal([]byte(`{"A": {"z" : 1.0, "a":[ ]}, "B":null}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.A != `{"z":1.0,"a":[]}` || v.B != "null" || v.C != "" {
		t.Errorf("got %+v", v)
	}
	out, err := json.Marshal(v)
	if want := `{"A":{"z":1.0,"a":[]},"B":null,"C":null}`; err != nil || string(out) != want {
		t.Errorf("want %s, got %s, %v", want, out, err)
	}
	var into map[string]any
	if err := v.A.Decode(&into); err != nil || into["z"] != 1.0 {
		t.Errorf("got %v, %v", into, err)
	}
}

func TestLookupAndText(t *testing.T) {
	r := rawjson.Raw(`{"type":"x","content":[{"id":"\u0061b"}]}`)
	if got := r.Lookup("content.0.id"); got.Text() != "ab" {
		t.Errorf("got %s", got)
	}
	if got := r.Lookup("content.1.id"); got != "" || got.Text() != "" {
		t.Errorf("got %s", got)
	}
	for _, r := range []rawjson.Raw{"7", "{}", `"`, ""} {
		if r.Text() != "" {
			t.Errorf("the text of %s is %q", r, r.Text())
		}
	}
}

// FuzzCursor: what this package takes is what encoding/json takes, but for
// depth (ours is 1000, theirs 10000) and bytes that are no UTF-8 in strings
// (an error here, U+FFFD there); and what was taken means the same.
func FuzzCursor(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,2.5e-7,"x\u0041\ud83d\ude00",true,null],"b":{}}`, `"\ud800"`, ` [ 1 , 2 ] `, `{"a":1,"a":2}`,
		`01`, `-`, `"` + "\xff" + `"`, `"0123456789abcdef\n0123456789"`, `{"a":`, `tru`, "\x00",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c := rawjson.NewCursor(b)
		raw := c.Raw()
		err := c.End()
		walked := walk(string(b))
		if (err == nil) != (walked == nil) {
			t.Fatalf("%q: skipped %v, walked %v", b, err, walked)
		}
		if err != nil && walked.Error() != err.Error() {
			t.Errorf("%q: skipped %v, walked %v", b, err, walked)
		}
		valid := json.Valid(b)
		if err == nil && !valid {
			t.Fatalf("%q is taken", b)
		}
		if err != nil {
			if valid && bytes.Equal(b, bytes.ToValidUTF8(b, nil)) && !strings.Contains(err.Error(), "nested deeper") {
				t.Fatalf("%q: %v", b, err)
			}
			return
		}
		var want bytes.Buffer
		if err := json.Compact(&want, b); err != nil || want.String() != string(raw) {
			t.Errorf("%q: want %s, got %s", b, want.Bytes(), raw)
		}
		var theirs any
		if err := json.Unmarshal(b, &theirs); err != nil {
			return // a number that is no float64
		}
		if diff := cmp.Diff(theirs, tree(rawjson.NewCursor(b))); diff != "" {
			t.Errorf("%q: (-theirs +ours)\n%s", b, diff)
		}
	})
}

// tree reads a value as encoding/json does.
func tree(c *rawjson.Cursor) any {
	switch c.Kind() {
	case rawjson.Object:
		m := map[string]any{}
		for key := range c.Fields {
			m[rawjson.ReplaceLoneSurrogates(key)] = tree(c)
		}
		return m
	case rawjson.Array:
		a := []any{}
		for range c.Elements {
			a = append(a, tree(c))
		}
		return a
	case rawjson.String:
		return rawjson.ReplaceLoneSurrogates(c.Str())
	case rawjson.Num:
		x, _ := c.Number().Float()
		return x
	case rawjson.Bool:
		return c.Bool()
	default:
		c.Skip()
		return nil
	}
}

// What a caller says about a value would be wrong about a word that is none.
func TestFailOfAWord(t *testing.T) {
	for in, want := range map[string]string{
		"nope": "invalid literal, want null",
		"tru":  "unexpected end of JSON",
		"word": "unexpected 'w', want a value",
		"null": "want an object",
		"7":    "want an object",
	} {
		c := rawjson.NewCursor([]byte(in))
		c.Fail(c.Offset(), "want an object")
		if err := c.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", in, err)
		}
	}
}

// Whatever stands where in a text, it is read as another reader reads it, and
// a byte that is no UTF-8 is found where it stands.
func TestTextsOfAllLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "harbour ", `\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude00`, "é", "⚓", "𝄞", "字", strings.Repeat("x", 40), strings.Repeat("字", 30)}
	bad := []string{"\xff", "\xc3", "\xed\xa0\x80", "\xf0\x9f\x98", "\x80\x80\x80\x80\x80\x80"}
	for range 8_000 {
		var b strings.Builder
		want := -1
		b.WriteByte('"')
		for range r.IntN(40) {
			if want < 0 && r.IntN(60) == 0 {
				want = b.Len()
				b.WriteString(bad[r.IntN(len(bad))])
				b.WriteByte('.') // which continues no character
			}
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteByte('"')
		c := rawjson.NewCursor([]byte(b.String()))
		got := c.Str()
		if want >= 0 {
			if e, ok := c.Err().(*rawjson.Error); !ok || e.Offset != want {
				t.Fatalf("%q: %v, want a failure at %d", b.String(), c.Err(), want)
			}
			continue
		}
		var text string
		if err := json.Unmarshal([]byte(b.String()), &text); err != nil || c.End() != nil || got != text {
			t.Fatalf("%q: got %q, %v; want %q, %v", b.String(), got, c.End(), text, err)
		}
	}
}
