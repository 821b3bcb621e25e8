package aistudio

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a prompt of AI Studio, got a number"},
		{`{"runSettings":{}}`, "offset 0: not a prompt of AI Studio: chunkedPrompt is missing"},
		{`{"chunkedPrompt":[]}`, "offset 17: want an object of chunks, got an array"},
		{`{"chunkedPrompt":{"chunks":{}}}`, "offset 27: want a list of chunks, got an object"},
		{`{"chunkedPrompt":{"chunks":[17]}}`, "offset 28: want a chunk, got a number"},
		{`{"chunkedPrompt":{"chunks":[]}`, "offset 30: unexpected end of JSON"},
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
