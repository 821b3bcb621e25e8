package aisdkui

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/internal/roomtest"
)

// written is a conversation in a format, and what the notes say of losses.
func written(c *conv.Conversation, f *format.Format) (text, losses string) {
	notes := &note.Notes{}
	text = string(roomtest.Written(f, fit.To(c, f, notes)))
	var all []string
	for _, n := range notes.List() {
		if n.Severity == note.Loss {
			all = append(all, strings.TrimSpace(n.What+" "+n.Name))
		}
	}
	return text, strings.Join(all, "; ")
}

func answer(blocks ...conv.AssistantContent) *conv.AssistantMessage {
	return &conv.AssistantMessage{Content: blocks}
}

func call(id string) *conv.ToolCall { return &conv.ToolCall{ID: id, Name: "tide", Arguments: "{}"} }

func result(id, text string) *conv.ToolResultMessage { return conv.ToolResult(id, "tide", text) }

func TestTurns(t *testing.T) {
	ui := &Formats()[0]
	text := func(s string) *conv.TextContent { return &conv.TextContent{Text: s} }
	named := answer(text("Hi."))
	named.ID = "msg-1"
	for _, tt := range []struct {
		name     string
		messages []conv.Message
		want     string
		losses   string
	}{
		{
			"a result comes to its call, in the order of the calls",
			[]conv.Message{answer(call("a"), call("b")), result("b", "2"), result("a", "1"), answer(text("Done."))},
			`[{"id":"msg-1","role":"assistant","parts":[{"type":"step-start"},` +
				`{"type":"tool-tide","toolCallId":"a","state":"output-available","input":{},"output":"1"},` +
				`{"type":"tool-tide","toolCallId":"b","state":"output-available","input":{},"output":"2"},` +
				`{"type":"step-start"},{"type":"text","text":"Done."}]}]`,
			"order of tool results",
		},
		{
			"a result without a call has no place",
			[]conv.Message{answer(call("a")), result("x", "1")},
			`[{"id":"msg-1","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-tide","toolCallId":"a","state":"input-available","input":{}}]}]`,
			"result of a call that does not wait for one, of tool tide",
		},
		{
			"answers without results between them are two messages, and an id that is made is new",
			[]conv.Message{named, answer(text("Ho."))},
			`[{"id":"msg-1","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"Hi."}]},` +
				`{"id":"msg-2","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"Ho."}]}]`,
			"",
		},
		{
			"a name that version 4 used for a part is that of a dynamic tool",
			[]conv.Message{answer(&conv.ToolCall{ID: "a", Name: "invocation", Arguments: "{}"})},
			`[{"id":"msg-1","role":"assistant","parts":[{"type":"step-start"},{"type":"dynamic-tool","toolName":"invocation","toolCallId":"a","state":"input-available","input":{}}]}]`,
			"",
		},
	} {
		if got, losses := written(&conv.Conversation{Messages: tt.messages}, ui); got != tt.want || losses != tt.losses {
			t.Errorf("%s:\n got %s\nwant %s\nlosses %q, want %q", tt.name, got, tt.want, losses, tt.losses)
		}
	}
}

// A hint counts only while it says what the message says.
func TestEditedMessages(t *testing.T) {
	for _, tt := range []struct {
		format     int
		input      string
		edit       func(*conv.Conversation)
		want, what string
	}{
		{
			0, `[{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"a","state":"output-available","input":null,"output":{"at":1}}]}]`,
			func(c *conv.Conversation) {
				c.Messages[0].(*conv.AssistantMessage).Content[0].(*conv.ToolCall).Arguments = `{"day":2}`
				c.Messages[1].(*conv.ToolResultMessage).Content = []conv.ToolResultContent{&conv.TextContent{Text: "noon"}}
			},
			`[{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"a","state":"output-available","input":{"day":2},"output":"noon"}]}]`,
			"input and output",
		},
		{
			0, `[{"id":"s1","role":"system","parts":[{"type":"text","text":"Be brief."}]},{"id":"u1","role":"user","parts":[{"type":"text","text":"Hi."}]}]`,
			func(c *conv.Conversation) { c.SystemPrompt = "Be kind." },
			`[{"id":"system","role":"system","parts":[{"type":"text","text":"Be kind."}]},{"id":"u1","role":"user","parts":[{"type":"text","text":"Hi."}]}]`,
			"system prompt",
		},
		{
			2, `[{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"tide","output":{"type":"error-json","value":[1]}}]}]`,
			func(c *conv.Conversation) {
				m := c.Messages[0].(*conv.ToolResultMessage)
				m.Content = append(m.Content, &conv.TextContent{Text: "more"})
			},
			`[{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"tide","output":{"type":"content","value":[{"type":"text","text":"[1]"},{"type":"text","text":"more"}]}}]}]`,
			"error of two texts",
		},
	} {
		f := &Formats()[tt.format]
		c := roomtest.Decode(t, f, []byte(tt.input))
		tt.edit(c)
		if got, _ := written(c, f); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.what, got, tt.want)
		}
	}
}
