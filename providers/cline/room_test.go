package cline

import (
	"encoding/json"
	"testing"

	"convo/conv"
	"convo/providers/internal/roomtest"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a list of messages, got a number"},
		{`{"version":2}`, "offset 0: a history without messages"},
		{`[17]`, "offset 1: want a message, got a number"},
		{`[{"role":"user","content":"x"}`, "offset 30: unexpected end of JSON"},
		{`[{"role":"user","ts":1,"content":17}]`, "offset 33: want content as a string or an array, got a number"},
		{`[{"role":17,"ts":1,"content":"x"}]`, "offset 9: want a string, got a number"},
		{`[]`, ""},
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

// What the API does not know becomes spaces, so offsets stay.
func TestOnlyRoleAndContentStay(t *testing.T) {
	for _, input := range []string{
		`[{"ts":1,"role":"user","a":{"role":[1,{}]} , "content":[{"type":"text","text":"x,}"}],"b":"}"},{"role":"user","content":"y"}]`,
		`[{"content":"x","ts":1,"role":"user"}]`,
		`[ { "ts" : 1 , "content" : "x" , "role" : "user" , "z" : null } ]`,
		`[{"a":1,"b":2},{"content":"x"}]`,
	} {
		_, clean, _, err := outlines([]byte(input), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(clean) != len(input) {
			t.Errorf("%s: other length", input)
		}
		var got, want []map[string]any
		if err := json.Unmarshal(clean, &got); err != nil {
			t.Errorf("%s: %v", clean, err)
			continue
		}
		if err := json.Unmarshal([]byte(input), &want); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			for key := range want[i] {
				_, ok := got[i][key]
				if keep := key == "role" || key == "content"; ok != keep {
					t.Errorf("%s: %s", clean, key)
				}
			}
		}
	}
}

// A summary stands for what is before it. What a truncation hides is not sent.
func TestWhatIsSent(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"summary", "compactionSummary user user assistant "},
		{"summary-that-is-gone", "user assistant user "},
		{"truncation", "user user assistant user "},
	} {
		c := roomtest.Decode(t, &Formats()[0], roomtest.Read(t, "../../testdata/formats/cline/"+tt.name+"/input.json"))
		got := ""
		for _, m := range c.Compacted() {
			got += string(conv.RoleOf(m)) + " "
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
