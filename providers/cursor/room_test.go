package cursor

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a line of Cursor as an object, got a number"},
		{`{"type":"turn_ended"}`, "offset 0: not a transcript of Cursor: no line has a role"},
		{`{"role":"user"`, "offset 14: unexpected end of JSON"},
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
