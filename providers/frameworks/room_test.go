package frameworks

import "testing"

func TestBadInput(t *testing.T) {
	for input, want := range map[string]string{
		`[{"source":"user"`: "offset 17: unexpected end of JSON",
		`[17,{}]`:           "",
		`{"samples":17}`:    "",
	} {
		got := ""
		for _, err := range decode([]byte(input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", input, got, want)
		}
	}
}
