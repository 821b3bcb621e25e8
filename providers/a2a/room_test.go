package a2a

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a message or a task of A2A, got a number"},
		{`{"a":1}`, "offset 0: neither a message nor a task of A2A: parts and history are missing"},
		{`{"result":17}`, "offset 10: want a message or a task of A2A, got a number"},
		{`{"history":17}`, "offset 11: want a list of messages, got a number"},
		{`{"history":[17]}`, "offset 12: want a message as an object"},
		{`{"history":[],"artifacts":17}`, "offset 26: want a list of artifacts, got a number"},
		{`{"history":[]`, "offset 13: unexpected end of JSON"},
		{`{"parts":[]`, "offset 11: unexpected end of JSON"},
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
