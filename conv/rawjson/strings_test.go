package rawjson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

func TestEditStrings(t *testing.T) {
	loud := func(key, s string, isKey bool) string {
		switch {
		case isKey && s == "k":
			return "K"
		case key == "up" && !isKey:
			return strings.ToUpper(s) + `"` + "\n"
		}
		return s
	}
	for _, c := range []struct{ in, want string }{
		{`{"a":1.50,"b":"x"}`, `{"a":1.50,"b":"x"}`},
		{`{"up":"x\u00e9","n":1e3}`, `{"up":"XÉ\"\n","n":1e3}`},
		{`{"up":["a",{"k":"b"},"c"]}`, `{"up":["A\"\n",{"K":"b"},"c"]}`},
		{`{ "up" : "a" , "k" :2}`, `{ "up" : "A\"\n" , "K" :2}`},
		{`"\ud800"`, `"\ud800"`},
		{`{"up":"\\","x":"\\\""}`, `{"up":"\\\"\n","x":"\\\""}`},
		{`[]`, `[]`},
		{``, ``},
		{`{"up":"never ends`, `{"up":"never ends`},
	} {
		if got := rawjson.Raw(c.in).EditStrings(loud); string(got) != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
}

// What is edited stays JSON, each string is passed once, and without a change
// every byte stays.
func FuzzEditStrings(f *testing.F) {
	f.Add(`{"a":["b",{"c":"\"\\\u0041"}],"d":1.0}`)
	f.Add(` "x" `)
	f.Fuzz(func(t *testing.T, s string) {
		same := rawjson.Raw(s).EditStrings(func(_, s string, _ bool) string { return s })
		if string(same) != s {
			t.Fatalf("%q became %q", s, same)
		}
		c := rawjson.NewCursor([]byte(s))
		if c.Raw(); c.End() != nil {
			return
		}
		edited := rawjson.Raw(s).EditStrings(func(_, _ string, _ bool) string { return "\"<é\x01" })
		if !json.Valid([]byte(edited)) {
			t.Fatalf("%q became %q", s, edited)
		}
	})
}
