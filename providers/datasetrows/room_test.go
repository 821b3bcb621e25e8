package datasetrows

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a row as an object, got a number"},
		{`[{"text":"The moon."}]`, "offset 1: a row without turns"},
		{`{"data":["a"]`, "offset 13: unexpected end of JSON"},
	} {
		got := ""
		for _, err := range decode([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}
