package opencode

import "testing"

// A run may name no messages, and an event may be cut off.
func TestOddRuns(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`{"type":"text","sessionID":"s","part":{"type":"text","text":"a"}}` + "\n" + `{"type":"text","sessionID":"s","part":{"type":"text","text":"b"}}` + "\n" + `{"type":"te`, "ab"},
		{`{"type":"text","part":{"messageID":"m","type":"text","text":"a"}}` + "\n17\n" + `{"type":"error","error":"gone"}`, "a"},
		{`{"type":"step_start","sessionID":"s"}`, "offset 0: no event of opencode run --format json"},
		{`17`, "offset 0: no event of opencode run --format json"},
		{``, "offset 0: no event of opencode run --format json"},
	} {
		got := ""
		for c, err := range decodeRun([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
				continue
			}
			for _, m := range c.Messages {
				got += m.(interface{ Text() string }).Text()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}
