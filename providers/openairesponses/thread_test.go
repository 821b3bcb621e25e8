package openairesponses

import (
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/internal/roomtest"
)

func TestMessagesOneAtATime(t *testing.T) {
	roomtest.OneByOne(t, &Formats()[0], "input", func() roomtest.Thread {
		var t Thread
		return roomtest.Thread{
			Message: func(r *conv.Reader) []conv.Message {
				if m := t.Message(r); m != nil {
					return []conv.Message{m}
				}
				return nil
			},
			WriteMessage: func(w *rawjson.Writer, list []conv.Message) {
				t.WriteMessage(w, list[0], func(item func()) { item() })
			},
		}
	})
}

// An item with a key twice counts once, also in an answer that is open.
func TestARepeatedKeyInOneItem(t *testing.T) {
	items := `{"type":"message","role":"assistant","content":"a"}` +
		`{"type":"function_call","call_id":"1","call_id":"2","name":"go","arguments":"{}"}` +
		`{"role":"user","role":"user","content":"b"}`
	r := conv.NewReader([]byte(items), family, &note.Notes{})
	var thread Thread
	var list []conv.Message
	for r.Kind() != rawjson.Invalid {
		if m := thread.Message(r); m != nil {
			list = append(list, m)
		}
	}
	if len(list) != 2 {
		t.Fatalf("%d messages, want 2", len(list))
	}
	calls := list[0].(*conv.AssistantMessage).ToolCalls()
	if len(calls) != 1 || calls[0].ID != "2" || r.Notes.Losses() == 0 {
		t.Errorf("the calls are %v", calls)
	}
}
