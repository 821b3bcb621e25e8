package langchain

import (
	"testing"

	"convo/conv/note"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want messages of LangChain, got a number"},
		{`[17]`, "offset 1: want a message, got a number"},
		{`[{}]`, "offset 1: not a message of LangChain: lc, type and role are missing"},
		{`{"messages":17}`, "offset 12: want a list of messages, got a number"},
		{`[{"type":"ai","data":17}]`, "offset 21: want the fields of a message, got a number"},
		{`[{"type":"ai","content":17}]`, "offset 24: want a list of blocks, or a text, got a number"},
		{`[{"type":"ai","content":"","tool_calls":{}}]`, "offset 40: want a list of calls, got an object"},
		{`[{"type":"ai","content":""}`, "offset 27: unexpected end of JSON"},
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

// A list of runs is a conversation each, and so is a list of lists.
func TestSeveralConversations(t *testing.T) {
	const message = `{"type":"human","content":"Hi."}`
	for _, input := range []string{
		`[[` + message + `],[` + message + `,` + message + `]]`,
		`[{"id":"a","inputs":{"messages":[[` + message + `]]},"outputs":null},{"id":"b","inputs":{"messages":[` + message + `,` + message + `]},"outputs":{}}]`,
	} {
		var got []int
		for c, err := range decode([]byte(input), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, len(c.Messages))
		}
		if len(got) != 2 || got[0] != 1 || got[1] != 2 {
			t.Errorf("%s: got %v messages, want 1 and 2", input, got)
		}
	}
}

// A batch has conversations of which only the first is read, and that is noted.
func TestBatchOfARun(t *testing.T) {
	notes := &note.Notes{}
	input := `{"inputs":{"messages":[[{"type":"human","content":"Hi."}],[{"type":"human","content":"Ho."}]]},"outputs":null}`
	for c, err := range decode([]byte(input), notes) {
		if err != nil || len(c.Messages) != 1 {
			t.Errorf("got %v, %v", c, err)
		}
	}
	if notes.Losses() != 1 {
		t.Errorf("got the notes %v, want one loss", notes.List())
	}
}
