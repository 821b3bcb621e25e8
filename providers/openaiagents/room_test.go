package openaiagents

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want an item as an object, got a number"},
		{`[17]`, "offset 1: want an item as an object, got a number"},
		{`{"original_input":17}`, "offset 18: want a list of items, got a number"},
		{`{"original_input":"Hi.","generated_items":{}}`, "offset 42: want a list of items, got an object"},
		{`[{"role":"user","content":"Hi."}`, "offset 32: unexpected end of JSON"},
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

// Each list is a conversation, and so are the items that stand alone.
func TestSeveralConversations(t *testing.T) {
	const item = `{"role":"user","content":"Hi."}`
	var got []int
	for c, err := range decode([]byte("["+item+"]\n["+item+","+item+"]\n"+item+"\n"+item+"\n"+item), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, len(c.Messages))
	}
	if len(got) != 3 || got[0] != 1 || got[1] != 2 || got[2] != 3 {
		t.Errorf("got %v messages, want 1, 2 and 3", got)
	}
}
