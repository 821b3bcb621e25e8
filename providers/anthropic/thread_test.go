package anthropic

import (
	"bytes"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/roomtest"
)

func TestMessagesOneAtATime(t *testing.T) {
	roomtest.OneByOne(t, &Formats()[0], "messages", func() roomtest.Thread {
		var t Thread
		return roomtest.Thread{Message: t.Message, WriteMessage: t.WriteMessage}
	})
}

// An answer comes back, also an error in its place.
func TestAnswersOneAtATime(t *testing.T) {
	for _, in := range []string{
		`{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"At 14:20."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":4}}`,
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
	} {
		var thread Thread
		list := thread.Message(conv.NewReader([]byte(in), family, nil))
		if len(list) != 1 {
			t.Errorf("%s: %d messages, want 1", in, len(list))
			continue
		}
		w := rawjson.NewWriter(nil)
		thread.WriteAnswer(w, list[0].(*conv.AssistantMessage))
		if !bytes.Equal(w.Bytes(), []byte(in)) {
			t.Errorf("got  %s\nwant %s", w.Bytes(), in)
		}
	}
}
