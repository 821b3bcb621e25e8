package body

import "testing"

func FuzzANumberEqualsItself(f *testing.F) {
	f.Add(`[1.50, -0.0, 1e-7, {"a":"\ud83d"}]`)
	f.Fuzz(func(t *testing.T, body string) {
		if v, err := Parse([]byte(body)); err == nil {
			if found := Compare("", v, v); len(found) > 0 {
				t.Errorf("%q is not itself: %v", body, found)
			}
		}
	})
}

// The attributes of a span are an object in any order, and JSON in a string is what it holds.
func TestAttributesOfASpan(t *testing.T) {
	parse := func(s string) value {
		v, err := Parse([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return v[0]
	}
	a := parse(`[{"key":"a","value":{"stringValue":"[1, {\"b\": 2}]"}},{"key":"c","value":{"intValue":"3"}}]`)
	b := parse(`[{"key":"c","value":{"intValue":"3"}},{"key":"a","value":{"stringValue":"[1,{\"b\":2}]"}}]`)
	if found := compare("otel-genai", a, b); found != nil {
		t.Error(found)
	}
	if compare("", a, b) == nil {
		t.Error("the order of a list says nothing to any format")
	}
	for _, other := range []string{`[{"key":"c","value":{"intValue":"3"}}]`, `[{"key":"c","value":{"intValue":"3"}},{"key":"a","value":{"stringValue":"[1,{\"b\":9}]"}}]`} {
		if compare("otel-genai", a, parse(other)) == nil {
			t.Errorf("%s is the same", other)
		}
	}
}
