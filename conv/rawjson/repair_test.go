package rawjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

func TestRepair(t *testing.T) {
	for _, c := range []struct {
		about, text, want string
		mode              rawjson.Mode
	}{
		{"an object", `{"a":1}`, `{"a":1}`, rawjson.Strict},
		{"spaces", "\n{ \"a\" : [ 1.0 ] }\n", `{"a":[1.0]}`, rawjson.Strict},
		{"nothing", ``, `{}`, rawjson.Strict},
		{"blank", " \n", `{}`, rawjson.Strict},
		{"big numbers and key order", `{"z":12345678901234567890,"a":1e400}`, `{"z":12345678901234567890,"a":1e400}`, rawjson.Strict},

		{"a raw line end", "{\"a\":\"x\ny\tz\x01\"}", `{"a":"x\ny\tz\u0001"}`, rawjson.Repaired},
		{"a stray backslash", `{"path":"C:\Users\x"}`, `{"path":"C:\\Users\\x"}`, rawjson.Repaired},
		{"half a unicode escape", `{"a":"\u12"}`, `{"a":"\\u12"}`, rawjson.Repaired},
		{"an escaped quote stays", "{\"a\":\"\\\"\n\"}", `{"a":"\"\n"}`, rawjson.Repaired},
		{"a lone surrogate", "{\"a\":\"\xed\xa0\x80é\"}", `{"a":"\ud800é"}`, rawjson.Repaired},
		{"bytes that are no UTF-8", "{\"a\":\"\xff\"}", "{\"a\":\"\ufffd\"}", rawjson.Repaired},

		{"an open string", `{"a":"hel`, `{"a":"hel"}`, rawjson.Partial},
		{"an open object", `{"a":1,"b":{"c":[true`, `{"a":1,"b":{"c":[]}}`, rawjson.Partial},
		{"an open array", `{"a":[1,2,`, `{"a":[1,2]}`, rawjson.Partial},
		{"strings in an array", `{"a":["x","y`, `{"a":["x","y"]}`, rawjson.Partial},
		{"half a key", `{"a":1,"b`, `{"a":1}`, rawjson.Partial},
		{"a key without a value", `{"a":1,"b"`, `{"a":1}`, rawjson.Partial},
		{"a colon without a value", `{"a":1,"b":`, `{"a":1}`, rawjson.Partial},
		{"half a literal", `{"a":1,"b":tr`, `{"a":1}`, rawjson.Partial},
		{"a number that may go on", `{"a":12`, `{}`, rawjson.Partial},
		{"a comma", `{"a":12,`, `{"a":12}`, rawjson.Partial},
		{"a brace", `{`, `{}`, rawjson.Partial},
		{"half an escape", `{"a":"x\`, `{"a":"x"}`, rawjson.Partial},
		{"half a unicode escape", `{"a":"x\u00`, `{"a":"x"}`, rawjson.Partial},
		{"half a pair", `{"a":"x\ud83d`, `{"a":"x"}`, rawjson.Partial},
		{"a pair and a half", `{"a":"x\ud83d\ude`, `{"a":"x"}`, rawjson.Partial},
		{"a pair", `{"a":"x\ud83d\ude00`, `{"a":"x\ud83d\ude00"}`, rawjson.Partial},
		{"half a character", "{\"a\":\"xé\xc3", `{"a":"xé"}`, rawjson.Partial},
		{"an escaped backslash", `{"a":"x\\`, `{"a":"x\\"}`, rawjson.Partial},
		{"text behind it", `{"a":1} and more`, `{"a":1}`, rawjson.Partial},
		{"a brace too many", `{"a":1}}`, `{"a":1}`, rawjson.Partial},
		{"two objects", `{"a":1}{"b":2}`, `{"a":1}`, rawjson.Partial},
		{"a raw line end and an open string", "{\"a\":\"x\ny", `{"a":"x\ny"}`, rawjson.Partial},

		{"a stray backslash and an open array", `{"path":"C:\Users\x","n":[1,2`, `{"path":"C:\\Users\\x","n":[1]}`, rawjson.Partial},
		{"a raw line end and half a character", "{\"a\":\"x\n\",\"b\":\"\xc3", `{"a":"x\n","b":"` + "\ufffd" + `"}`, rawjson.Partial},

		{"no JSON", `hello`, `{}`, rawjson.Broken},
		{"another value", `[1,2]`, `{}`, rawjson.Broken},
		{"a string", `"a"`, `{}`, rawjson.Broken},
		{"an open array", `[{"a":1}`, `{}`, rawjson.Broken},
		{"wrong brackets", `{"a":[1}`, `{}`, rawjson.Broken},
		{"single quotes", `{'a':1}`, `{}`, rawjson.Broken},
		{"a closing brace", `}`, `{}`, rawjson.Broken},
		{"too deep", strings.Repeat(`{"a":`, 2000), `{}`, rawjson.Broken},
	} {
		t.Run(c.about, func(t *testing.T) {
			got, mode := rawjson.Repair(c.text)
			if string(got) != c.want || mode != c.mode {
				t.Errorf("%q: want %s %s, got %s %s", c.text, c.mode, c.want, mode, got)
			}
		})
	}
}

// Every beginning of an object gives an object: a stream may end anywhere.
func TestRepairOfEveryBeginning(t *testing.T) {
	const text = `{"path":"C:\\a\"é😀\ud83d\ude00","n":[-1.5e3,{"x":true,"y":[]},null],"o":{"p":""}}`
	for i := range len(text) {
		got, mode := rawjson.Repair(text[:i])
		var object map[string]any
		if mode == rawjson.Broken || json.Unmarshal([]byte(got), &object) != nil || object == nil {
			t.Errorf("%q: %s %s", text[:i], mode, got)
		}
	}
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `{"a":"x` + "\n" + `\q`, `{"a":[1,{"b":tr`, `{"a":"\ud83d\ude`, "{\"a\":\"\xc3", `}`, `{"a":[1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, mode := rawjson.Repair(s)
		c := rawjson.NewCursor([]byte(got))
		if c.Kind() != rawjson.Object || c.Raw() != got || c.End() != nil {
			t.Fatalf("%q: %s is no compact object", s, got)
		}
		if again, m := rawjson.Repair(string(got)); again != got || m != rawjson.Strict {
			t.Errorf("%q: %s again is %s %s", s, got, m, again)
		}
		if (mode == rawjson.Strict) != (json.Valid([]byte(s)) && check(s) == nil && strings.HasPrefix(strings.TrimLeft(s, " \t\r\n"), "{") || strings.Trim(s, " \t\r\n") == "") {
			t.Errorf("%q: %s", s, mode)
		}
	})
}
