package copilotchat

import "testing"

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a chat of VS Code, got a number"},
		{`{"responderUsername":"x"}`, "offset 0: not a chat of VS Code: both requests and v are missing"},
		{`{"requests":17}`, "offset 12: want a list of requests, got a number"},
		{`{"requests":[17]}`, "offset 13: want a request as an object"},
		{`{"requests":[]`, "offset 14: unexpected end of JSON"},
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

// The lines of a journal set, extend from an index on, and remove.
func TestJournal(t *testing.T) {
	lines := `{"kind":0,"v":{"requests":[{"response":[{"value":"Wait"}]}],"inputState":{"inputText":"And"}}}
{"kind":2,"k":["requests",0,"response"],"v":[{"value":"At "},{"value":"14:20."}],"i":0}
{"kind":1,"k":["requests",0,"response",1,"value"],"v":"14:21."}
{"kind":2,"k":["requests"],"v":{"message":"Hi."}}
{"kind":3,"k":["inputState"]}
`
	whole, err := replay([]byte(lines), nil)
	if want := `{"requests":[{"response":[{"value":"At "},{"value":"14:21."}]},{"message":"Hi."}]}`; err != nil || string(whole) != want {
		t.Errorf("%s, %v", whole, err)
	}
}

// A journal that names places far away or far down changes nothing there.
func TestJournalOfStrangePlaces(t *testing.T) {
	deep := `"a"`
	for range 100 {
		deep += `,"a"`
	}
	for _, line := range []string{
		`{"kind":1,"k":["requests",7],"v":{}}`, `{"kind":1,"k":["requests",-1],"v":{}}`, `{"kind":2,"k":[` + deep + `],"v":[1]}`,
		`{"kind":9,"k":["requests"],"v":1}`, `{"kind":3,"k":["nothing"]}`, `{"kind":2,"k":["requests"],"i":9}`,
	} {
		whole, err := replay([]byte(`{"kind":0,"v":{"requests":[{"message":"Hi."}]}}`+"\n"+line+"\n"), nil)
		if want := `{"requests":[{"message":"Hi."}]}`; err != nil || string(whole) != want {
			t.Errorf("%.60s: %s, %v", line, whole, err)
		}
	}
}
