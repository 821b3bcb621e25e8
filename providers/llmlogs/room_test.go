package llmlogs

import (
	"testing"

	"convo/conv"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want rows of the logs of llm, got a number"},
		{`[17]`, "offset 1: want a row as an object"},
		{`[{"id":"a"}`, "offset 11: unexpected end of JSON"},
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

// Rows of several conversations come in any order, and one without a conversation is
// alone.
func TestConversations(t *testing.T) {
	const input = `[{"id":"2","conversation_id":"a","prompt":"B","response":"b"},{"id":"3","conversation_id":"c","prompt":"C","response":"c"},` +
		`{"id":"1","conversation_id":"a","prompt":"A","response":"a"},{"id":"4","conversation_id":null,"prompt":"D","response":"d"}]`
	for most, want := range map[int]string{1: "a 4 1.", 9: "a 4 1.c 2 3. 2 4."} {
		got, n := "", 0
		for c, err := range decode([]byte(input), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got += c.ID + " " + string(rune('0'+len(c.Messages))) + " " + conv.MetaOf(c.Messages[1]).ID + "."
			if n++; n == most {
				break
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
