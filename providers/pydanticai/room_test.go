package pydanticai

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want messages of Pydantic AI, got a number"},
		{`[17]`, "offset 1: want a message as an object"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`[{"kind":"request","parts":[]}`, "offset 30: unexpected end of JSON"},
		{`{"kind":"request","parts":[]`, "offset 28: unexpected end of JSON"},
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
