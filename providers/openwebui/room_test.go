package openwebui

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a chat of Open WebUI, got a number"},
		{`{"title":"x"}`, "offset 0: not a chat of Open WebUI: both chat and history are missing"},
		{`{"chat":17}`, "offset 8: want a chat, got a number"},
		{`{"history":[]}`, "offset 11: want a history, got an array"},
		{`{"history":{"messages":[]}}`, "offset 23: want an object of messages, got an array"},
		{`{"history":{"messages":{"a":17}}}`, "offset 28: want a message, got a number"},
		{`[{"history":{}}`, "offset 15: unexpected end of JSON"},
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
