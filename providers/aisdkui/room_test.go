package aisdkui

import (
	"testing"

	"convo/conv"
	"convo/conv/note"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want messages, or a list of them, got a number"},
		{`[17]`, "offset 1: want a message, got a number"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`[{"role":"user","parts":17}]`, "offset 24: want a list of parts, got a number"},
		{`[{"role":"user","parts":[17]}]`, "offset 25: want a part, got a number"},
		{`[{"role":"user","parts":[]}`, "offset 27: unexpected end of JSON"},
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

func TestBadStream(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`[{"type":"start-step"}`, "offset 22: unexpected end of JSON"},
		{`[{"type":"start-step"}] 1`, "offset 24: unexpected '1' after the value"},
	} {
		got := ""
		for _, err := range decodeStream([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}

// A chunk that is no JSON is noted, and the rest is read.
func TestChunkThatIsNoJSON(t *testing.T) {
	notes := &note.Notes{}
	for c, err := range decodeStream([]byte("data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"At 14:20.\"}\n\ndata: {\"type\n\ndata: [DONE]\n\n"), notes) {
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := c.Messages[0].(*conv.AssistantMessage); !ok || m.Text() != "At 14:20." || m.StopReason != "" {
			t.Errorf("got %+v", c.Messages[0])
		}
	}
	if notes.Losses() != 1 {
		t.Errorf("got %v, want one loss", notes.List())
	}
}
