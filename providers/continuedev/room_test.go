package continuedev

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a session of Continue, got a number"},
		{`{"sessionId":"s"}`, "offset 0: not a session of Continue: history is missing"},
		{`{"history":[1]}`, "offset 12: want a message as an object"},
		{`{"history":{}}`, "offset 11: want a list of messages, got an object"},
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
