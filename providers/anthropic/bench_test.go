package anthropic

import (
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
)

// agentHistory is a request of many turns with parallel calls.
func agentHistory(turns int) *conv.Conversation {
	c := &conv.Conversation{SystemPrompt: "You are a harbour master.", Request: &conv.Request{Model: "m", MaxTokens: "64"}}
	text := strings.Repeat("High water is at \"14:20\".\n", 20)
	for i := range turns {
		id := strconv.Itoa(i)
		c.Messages = append(c.Messages,
			&conv.UserMessage{Content: []conv.UserContent{&conv.TextContent{Text: text}}},
			&conv.AssistantMessage{Content: []conv.AssistantContent{
				&conv.TextContent{Text: "I will look."},
				&conv.ToolCall{ID: "a" + id, Name: "tide", Arguments: `{"harbour":"Whitby"}`},
				&conv.ToolCall{ID: "b" + id, Name: "tide", Arguments: `{"harbour":"Poole"}`},
			}},
			&conv.ToolResultMessage{Meta: conv.Meta{Group: id}, ToolCallID: "a" + id, Content: []conv.ToolResultContent{&conv.TextContent{Text: text}}},
			&conv.ToolResultMessage{Meta: conv.Meta{Group: id}, ToolCallID: "b" + id, Content: []conv.ToolResultContent{&conv.TextContent{Text: text}}})
	}
	return c
}

// Writing allocates nothing for a block: the first write makes the room.
func TestWriteDoesNotAllocate(t *testing.T) {
	c, w := agentHistory(50), rawjson.NewWriter(nil)
	writeRequest(w, c)
	if n := testing.AllocsPerRun(20, func() {
		w.Reset()
		writeRequest(w, c)
	}); n > 0 {
		t.Errorf("%v allocations for a request of 200 messages, want none", n)
	}
}

func BenchmarkWriteRequest(b *testing.B) {
	c, w := agentHistory(100), rawjson.NewWriter(nil)
	writeRequest(w, c)
	b.SetBytes(int64(len(w.Bytes())))
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		writeRequest(w, c)
	}
}

func BenchmarkDecodeRequest(b *testing.B) {
	w := rawjson.NewWriter(nil)
	writeRequest(w, agentHistory(100))
	b.SetBytes(int64(len(w.Bytes())))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range decodeRequest(w.Bytes(), nil) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
