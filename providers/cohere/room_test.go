package cohere

import (
	"strings"
	"testing"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a request or an answer of Cohere, got a number"},
		{`{"safety_mode":"STRICT"}`, "offset 0: not a request or an answer of Cohere: both messages and message are missing"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`{"messages":[17]}`, "offset 13: want a message as an object"},
		{`{"message":"a","chat_history":[17]}`, "offset 31: want a message as an object"},
		{`{"messages":[]`, "offset 14: unexpected end of JSON"},
	} {
		got := ""
		read := decode
		if strings.Contains(tt.input, "chat_history") {
			read = decodeOlder
		}
		for _, err := range read([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}
