package body

import "testing"

func FuzzANumberEqualsItself(f *testing.F) {
	f.Add(`[1.50, -0.0, 1e-7, {"a":"\ud83d"}]`)
	f.Fuzz(func(t *testing.T, body string) {
		p := parser{data: []byte(body)}
		if v, ok, err := p.next(); ok && err == nil {
			if found := compare("", v, v); len(found) > 0 {
				t.Errorf("%q is not itself: %v", body, found)
			}
		}
	})
}
