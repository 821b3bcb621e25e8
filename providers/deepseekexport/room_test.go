package deepseekexport

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a conversation of DeepSeek, got a number"},
		{`[{"title":"x"}]`, "offset 1: not a conversation of DeepSeek: mapping is missing"},
		{`{"mapping":17}`, "offset 11: want an object of nodes, got a number"},
		{`{"mapping":{"1":17}}`, "offset 16: want a node, got a number"},
		{`{"mapping":{}`, "offset 13: unexpected end of JSON"},
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
