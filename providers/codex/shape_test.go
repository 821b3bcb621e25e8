package codex

import (
	"testing"

	"convo/conv"
)

// What is moved in one piece is what moving field by field gives.
func TestUsualOrderInOnePiece(t *testing.T) {
	for item, quick := range map[conv.Raw]bool{
		`{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":\"}\"}"}`: true,
		`{"type":"function_call_output","call_id":"a","output":"ok"}`:                   true,
		`{"odd":1,"type":"reasoning","id":"r","more":[1,{"a":null}]}`:                   true,
		`{"call_id":"b","call_id":"a","type":"x"}`:                                      true,
		`{"type":"x","id":null}`:                                                        false,
		`{"type":"x","odd\u0020key":1,"id":"a"}`:                                        false,
		`{ "type" : "x", "id":"a"}`:                                                     false,
		`{"role":"user","content":"hi"}`:                                                false,
		`{"type":"x","output":[{"text":"a","type":"b"}]}`:                               false,
		`{}`: false,
	} {
		got, ok := inUsualOrder(item)
		if ok != quick {
			t.Errorf("%s: in one piece %v", item, ok)
		}
		if want := arrange(full(item.Members(), ""), "", order); ok && got != want {
			t.Errorf("%s: %s, want %s", item, got, want)
		}
	}
}
