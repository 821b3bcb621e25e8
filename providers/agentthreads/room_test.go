package agentthreads

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a line of a session as an object, got a number"},
		{`{"v":1,"messages":[`, "offset 19: unexpected end of JSON"},
		{`{}`, ""},
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
