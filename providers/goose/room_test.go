package goose

import (
	"testing"

	"convo/conv"
	"convo/providers/internal/roomtest"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a session or a message, got a number"},
		{`{"a":1}`, "offset 0: neither a session nor a message: both working_dir and role are missing"},
		{`{"working_dir":"/","conversation":17}`, "offset 34: want a list of messages, got a number"},
		{`[17]`, "offset 1: want a message, got a number"},
		{`[{"role":"user","content":"x"}]`, "offset 26: want a list of contents, got a string"},
		{`[{"role":"user","content":["x"]}]`, "offset 27: want a content, got a string"},
		{`{"working_dir":"/"`, "offset 18: unexpected end of JSON"},
		{`{"working_dir":"/"}` + "\n17\n" + `{"role":"user","content":[]}`, "offset 20: want a session or a message, got a number"},
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

// What was compacted is not sent, and what goose wrote in its place is.
func TestWhatIsSent(t *testing.T) {
	c := roomtest.Decode(t, &Formats()[0], roomtest.Read(t, "../../testdata/formats/goose/compacted/input.json"))
	got := ""
	for _, m := range c.Compacted() {
		if u, ok := m.(*conv.UserMessage); ok {
			got += u.Text() + " "
		}
	}
	if want := "Asked for the tide: 14:20. And low water? "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
