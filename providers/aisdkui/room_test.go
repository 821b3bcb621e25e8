package aisdkui

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want messages, or a list of them, got a number"},
		{`[17]`, "offset 1: want a message, got a number"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`[{"role":"user","parts":17}]`, "offset 24: want a list of parts, got a number"},
		{`[{"role":"user","parts":[17]}]`, "offset 25: want a part, got a number"},
		{`[{"role":"user","parts":[]}`, "offset 27: unexpected end of JSON"},
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
