package openaichat

import (
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/roomtest"
)

func TestMessagesOneAtATime(t *testing.T) {
	roomtest.OneByOne(t, &Formats()[0], "messages", func() roomtest.Thread {
		var t Thread
		return roomtest.Thread{
			Message:      func(r *conv.Reader) []conv.Message { return []conv.Message{t.Message(r)} },
			WriteMessage: func(w *rawjson.Writer, list []conv.Message) { t.WriteMessage(w, list[0]) },
		}
	})
}
