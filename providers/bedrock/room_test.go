package bedrock

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a request or an answer of Converse, got a number"},
		{`{"inferenceConfig":{}}`, "offset 0: not a request or an answer of Converse: both messages and output are missing"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`{"messages":[17]}`, "offset 13: want a message as an object"},
		{`{"messages":[]`, "offset 14: unexpected end of JSON"},
		{`[17]`, "offset 1: want a message as an object"},
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
