package llamaindex

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want messages of LlamaIndex, got a number"},
		{`[17]`, "offset 1: want a message as an object"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`{"store":17}`, "offset 9: want an object of chats, got a number"},
		{`{"chat_store":17}`, "offset 14: want a store of chats, got a number"},
		{`{"store":{"a":17}}`, "offset 14: want a list of messages, got a number"},
		{`{"store":{"a":[]`, "offset 16: unexpected end of JSON"},
		{`[{"role":"user"}`, "offset 16: unexpected end of JSON"},
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

// A store has a conversation for each key. Who wants one gets no more.
func TestConversationForEachKey(t *testing.T) {
	for _, input := range []string{`{"store":{"a":[],"b":[]},"class_name":"SimpleChatStore"}`, `{"chat_store":{"store":{"a":[],"b":[]}},"token_limit":9}`} {
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
				t.Errorf("%s: got %q, want %q", input, got, want)
			}
		}
	}
}
