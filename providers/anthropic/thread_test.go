package anthropic

import (
	"testing"

	"convo/providers/internal/roomtest"
)

func TestMessagesOneAtATime(t *testing.T) {
	roomtest.OneByOne(t, &Formats()[0], "messages", func() roomtest.Thread {
		var t Thread
		return roomtest.Thread{Message: t.Message, WriteMessage: t.WriteMessage}
	})
}
