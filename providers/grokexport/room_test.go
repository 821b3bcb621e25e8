package grokexport

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want an export of Grok, got a number"},
		{`{"projects":[]}`, "offset 0: not an export of Grok: conversations is missing"},
		{`{"conversations":17}`, "offset 17: want a list of conversations, got a number"},
		{`{"conversations":[17]}`, "offset 18: want a conversation, got a number"},
		{`{"conversations":[{"conversation":17}]}`, "offset 34: want an object that says what the conversation is, got a number"},
		{`{"conversations":[{"responses":17}]}`, "offset 31: want a list of responses, got a number"},
		{`{"conversations":[{"responses":[17]}]}`, "offset 32: want a response, got a number"},
		{`{"conversations":[{"responses":[{"response":17}]}]}`, "offset 32: want a response as an object"},
		{`{"conversations":[]`, "offset 19: unexpected end of JSON"},
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

// Who wants one conversation of a file gets no more.
func TestConversationForEachElement(t *testing.T) {
	const input = `{"conversations":[{"conversation":{"id":"a"}},{"conversation":{"id":"b"}}]}`
	for most, want := range map[int]string{1: "a", 3: "ab"} {
		got, n := "", 0
		for c, err := range decode([]byte(input), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got += c.ID
			if n++; n == most {
				break
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
