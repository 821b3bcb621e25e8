package claudeexport

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a conversation of claude.ai, got a number"},
		{`{"name":"x"}`, "offset 0: not a conversation of claude.ai: chat_messages is missing"},
		{`{"chat_messages":{}}`, "offset 17: want a list of messages, got an object"},
		{`{"chat_messages":[17]}`, "offset 18: want a message, got a number"},
		{`{"chat_messages":[{"sender":"human","content":17}]}`, "offset 46: want a list of blocks, got a number"},
		{`{"chat_messages":[{"sender":"human","content":["x"]}]}`, "offset 47: want a block, got a string"},
		{`[{"chat_messages":[]}`, "offset 21: unexpected end of JSON"},
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
