package chatapps

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`{"chat-next-web-store":{"sessions":[{"messages":[17,{"role":"user","content":17}]},17]}}`, ""},
		{`17`, "offset 0: want a message as an object, got a number"},
		{`{"chat_metadata":{}}` + "\n" + `{"chat_metadata":{}}`, "offset 0: no message of a chat"},
		{`{"chats":[{"messages":[]}`, "offset 25: unexpected end of JSON"},
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
