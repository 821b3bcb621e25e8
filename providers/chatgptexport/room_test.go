package chatgptexport

import (
	"testing"

	"convo/conv"
	"convo/providers/internal/roomtest"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a conversation of ChatGPT, got a number"},
		{`[{"mapping":{}},17]`, "offset 16: want a conversation of ChatGPT, got a number"},
		{`{"title":"x"}`, "offset 0: not a conversation of ChatGPT: both mapping and linear_conversation are missing"},
		{`{"mapping":[]}`, "offset 11: want an object of nodes, got an array"},
		{`{"mapping":{"a":1}}`, "offset 16: want a node, got a number"},
		{`{"mapping":{"a":{"message":"x"}}}`, "offset 27: want a message, got a string"},
		{`{"mapping":{"a":{"message":{"content":`, "offset 38: unexpected end of JSON"},
		{`[{"mapping":{}}`, "offset 15: unexpected end of JSON"},
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

// Each leaf is a conversation of its own, the current one first.
func TestBranches(t *testing.T) {
	data := roomtest.Read(t, "../../testdata/formats/chatgpt-export/branches/input.json")
	var got []string
	for c, err := range Formats()[0].Branches(data, nil) {
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, m := range c.Messages {
			text += conv.MetaOf(m).ID + " "
		}
		got = append(got, text)
	}
	want := []string{"u1 a2 u2 a3 ", "u1 a1 ", "u1 a2 u3 a4 "}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("branch %d: got %q, want %q", i, got[i], want[i])
		}
	}
}
