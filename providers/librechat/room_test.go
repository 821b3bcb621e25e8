package librechat

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a conversation of LibreChat, got a number"},
		{`[{"title":"x"}]`, "offset 1: not a conversation of LibreChat: messages is missing"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`{"messages":[17]}`, "offset 13: want a message, got a number"},
		{`{"messages":[]`, "offset 14: unexpected end of JSON"},
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
