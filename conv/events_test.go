package conv_test

import (
	"errors"
	"iter"
	"testing"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"github.com/google/go-cmp/cmp"
)

// assembled is the message that events make, as conversation.json.
func assembled(t *testing.T, events ...conv.Event) string {
	t.Helper()
	var a conv.Assembler
	for _, e := range events {
		a.Add(e)
	}
	return message(t, a.Message())
}

// message is one message as conversation.json has it.
func message(t *testing.T, m conv.Message) string {
	t.Helper()
	doc := native(t, conv.NewConversation(m))
	return doc[len(`{"convo":1,"messages":[`) : len(doc)-len(`]}`)]
}

var done = conv.Event{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopNormal}}

func TestAssembler(t *testing.T) {
	for _, c := range []struct {
		about  string
		events []conv.Event
		want   string
	}{
		{
			"nothing came", nil,
			`{"role":"assistant","content":[],"stopReason":"aborted","stopDetail":{"kind":"interrupted"}}`,
		},
		{"text in pieces", []conv.Event{
			{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: "m"}},
			{Type: conv.EventTextStart, Block: &conv.TextContent{Text: "a", TextSignature: "s"}},
			{Type: conv.EventTextDelta, Delta: "b"},
			{Type: conv.EventTextDelta, Delta: "c"},
			{Type: conv.EventTextEnd},
			done,
		}, `{"role":"assistant","content":[{"type":"text","text":"abc","textSignature":"s"}],"model":"m","stopReason":"stop"}`},
		{"deltas without a start", []conv.Event{
			{Type: conv.EventThinkingDelta, Index: 0, Delta: "hm", Signature: "S"},
			{Type: conv.EventThinkingDelta, Index: 0, Signature: "T"},
			{Type: conv.EventTextDelta, Index: 1, Delta: "a"},
			{Type: conv.EventToolCallDelta, Index: 2, Delta: `{}`},
			done,
		}, `{"role":"assistant","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"ST"},{"type":"text","text":"a"},{"type":"toolCall","id":"","name":"","arguments":{}}],"stopReason":"stop"}`},
		{"interleaved, out of order and with holes", []conv.Event{
			{Type: conv.EventToolCallStart, Index: 7, Block: &conv.ToolCall{ID: "c7"}},
			{Type: conv.EventToolCallStart, Index: 2, Block: &conv.ToolCall{ID: "c2"}},
			{Type: conv.EventToolCallDelta, Index: 7, Delta: `{"a"`},
			{Type: conv.EventToolCallDelta, Index: 2, Delta: `{"b"`},
			{Type: conv.EventTextStart, Index: 4},
			{Type: conv.EventToolCallDelta, Index: 7, Delta: `:7}`},
			{Type: conv.EventToolCallDelta, Index: 2, Delta: `:2}`},
			done,
		}, `{"role":"assistant","content":[{"type":"toolCall","id":"c2","name":"","arguments":{"b":2}},{"type":"text","text":""},{"type":"toolCall","id":"c7","name":"","arguments":{"a":7}}],"stopReason":"stop"}`},
		{"an index that no memory holds", []conv.Event{
			{Type: conv.EventTextDelta, Index: 1 << 60, Delta: "b"},
			{Type: conv.EventTextDelta, Index: -1, Delta: "a"},
			done,
		}, `{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"stopReason":"stop"}`},
		{"a whole block", []conv.Event{
			{Type: conv.EventBlock, Block: &conv.Opaque{Family: "x", Raw: `{"k":1}`}},
			done,
		}, `{"role":"assistant","content":[{"type":"opaque","family":"x","raw":{"k":1}}],"stopReason":"stop"}`},
		{"an end that brings the whole block", []conv.Event{
			{Type: conv.EventTextDelta, Delta: "draft"},
			{Type: conv.EventTextEnd, Block: &conv.TextContent{Text: "final"}},
			done,
		}, `{"role":"assistant","content":[{"type":"text","text":"final"}],"stopReason":"stop"}`},
		{"residue that comes at the end", []conv.Event{
			{Type: conv.EventTextStart, Block: &conv.TextContent{Node: conv.Node{Extensions: residue("a", "1", "b", "2")}}},
			{Type: conv.EventTextEnd, Extensions: residue("b", "3", "c", "4")},
			done,
		}, `{"role":"assistant","content":[{"type":"text","text":"","extensions":{"x":{"a":1,"b":3,"c":4}}}],"stopReason":"stop"}`},
		{"no arguments", []conv.Event{
			{Type: conv.EventToolCallStart, Block: &conv.ToolCall{ID: "c"}},
			done,
		}, `{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"","arguments":{},"argumentsText":""}],"stopReason":"stop"}`},
		{"arguments that the start brings", []conv.Event{
			{Type: conv.EventToolCallStart, Block: &conv.ToolCall{ID: "c", Arguments: `{"a":1}`}},
			done,
		}, `{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"","arguments":{"a":1}}],"stopReason":"stop"}`},
		{"arguments that were cut off", []conv.Event{
			{Type: conv.EventToolCallStart, Block: &conv.ToolCall{ID: "c", Name: "f"}},
			{Type: conv.EventToolCallDelta, Delta: `{"a":"x`},
		}, `{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","arguments":{"a":"x"},"argumentsText":"{\"a\":\"x"}],"stopReason":"aborted","stopDetail":{"kind":"interrupted"},"diagnostics":[{"type":"tool_arguments_recovered","details":{"toolCallId":"c","toolName":"f","mode":"partial"}}]}`},
		{"a character in two pieces", []conv.Event{
			{Type: conv.EventTextDelta, Delta: "\xed\xa0\xbd"},
			{Type: conv.EventTextDelta, Delta: "\xed\xb8\x80"},
			done,
		}, `{"role":"assistant","content":[{"type":"text","text":"😀"}],"stopReason":"stop"}`},
		{"what is known last counts", []conv.Event{
			{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: "m", ResponseID: "r", Usage: &conv.Usage{Input: 1}}},
			{Type: conv.EventDone, Message: &conv.AssistantMessage{Usage: &conv.Usage{Input: 1, Output: 2}, StopReason: conv.StopLength}},
		}, `{"role":"assistant","content":[],"model":"m","responseId":"r","usage":{"input":1,"output":2,"cacheRead":0,"cacheWrite":0,"totalTokens":0},"stopReason":"length"}`},
		{"a failure", []conv.Event{
			{Type: conv.EventTextDelta, Delta: "half"},
			{Type: conv.EventError, Message: &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: "overloaded"}},
		}, `{"role":"assistant","content":[{"type":"text","text":"half"}],"stopReason":"error","errorMessage":"overloaded"}`},
	} {
		t.Run(c.about, func(t *testing.T) {
			if diff := cmp.Diff(c.want, assembled(t, c.events...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// residue is family x's, of keys and values.
func residue(pairs ...string) (e extension.Extensions) {
	for i := 0; i < len(pairs); i += 2 {
		e.Set("x", pairs[i], conv.Raw(pairs[i+1]))
	}
	return e
}

// A UI may look at the message while it grows, and keep what it saw.
func TestMessageMayBeAskedForAnyTime(t *testing.T) {
	start := &conv.TextContent{Node: conv.Node{Extensions: residue("a", "1")}}
	var a conv.Assembler
	a.Add(conv.Event{Type: conv.EventTextStart, Block: start})
	a.Add(conv.Event{Type: conv.EventTextDelta, Delta: "one"})
	a.Add(conv.Event{Type: conv.EventToolCallDelta, Index: 1, Delta: `{"a":`})
	first := a.Message()
	was := message(t, first)
	a.Add(conv.Event{Type: conv.EventTextDelta, Delta: " two"})
	a.Add(conv.Event{Type: conv.EventTextEnd, Extensions: residue("a", "2")})
	a.Add(conv.Event{Type: conv.EventDone, Message: &conv.AssistantMessage{Diagnostics: []conv.Diagnostic{{Type: "d"}}}})
	second := a.Message()
	if diff := cmp.Diff(was, message(t, first)); diff != "" {
		t.Errorf("the first look changed: (-want +got)\n%s", diff)
	}
	if got := second.Text(); got != "one two" {
		t.Errorf("the second look is %q", got)
	}
	if diff := cmp.Diff(message(t, second), message(t, a.Message())); diff != "" {
		t.Errorf("a third look differs: (-want +got)\n%s", diff)
	}
	if start.Text != "" || start.Extensions.Get("x", "a") != "1" {
		t.Errorf("the event's block was changed: %+v", start)
	}
}

func TestUnknownEventPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an unknown event is taken in silence")
		}
	}()
	new(conv.Assembler).Add(conv.Event{Type: "later"})
}

// A finished answer as a stream makes the same answer again.
func TestReplay(t *testing.T) {
	for _, doc := range []string{
		`{"role":"assistant","content":[]}`,
		`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"S","extensions":{"x":{"a":1}}},{"type":"thinking","thinking":"","thinkingSignature":"R","redacted":true},` +
			`{"type":"text","text":"a😀\ud800","textSignature":"T","refusal":true},{"type":"text","text":""},` +
			`{"type":"toolCall","id":"c","name":"f","arguments":{"z":1.0,"a":12345678901234567890},"thoughtSignature":"G","kind":"k"},` +
			`{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"opaque","family":"x","raw":{"k":1}}],` +
			`"protocol":"anthropic-messages","provider":"anthropic","model":"m","responseModel":"m2","responseId":"r","providerRequestId":"p",` +
			`"usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":10,"cost":{"total":0.10}},"stopReason":"toolUse","stopDetail":{"raw":"tool_use"},` +
			`"timestamp":5,"group":"g","encryptedValue":"e","extensions":{"x":{"b":[]}}}`,
		`{"role":"assistant","id":"i","name":"n","content":[{"type":"toolCall","id":"c","name":"f","arguments":{"a":"x"},"argumentsText":"{\"a\":\"x"}],` +
			`"stopReason":"aborted","stopDetail":{"kind":"interrupted"},"diagnostics":[{"type":"tool_arguments_recovered","details":{"toolCallId":"c","toolName":"f","mode":"partial"}}]}`,
		`{"role":"assistant","content":[],"stopReason":"error","errorMessage":"overloaded"}`,
		`{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","arguments":{},"argumentsText":""}],"stopReason":"error","stopDetail":{"raw":"refusal","kind":"refusal"}}`,
	} {
		c, err := conv.Native.Decode([]byte(`{"messages":[`+doc+`]}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		answer := c.Messages[0].(*conv.AssistantMessage)
		var a conv.Assembler
		for e := range format.Replay(answer) {
			a.Add(e)
		}
		got := message(t, a.Message())
		if diff := cmp.Diff(message(t, answer), got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

func TestReplayMayBeLeft(t *testing.T) {
	for n := range 6 {
		for range format.Replay(conv.AssistantText("hi")) {
			if n--; n < 0 {
				break
			}
		}
	}
}

func TestAssemble(t *testing.T) {
	events := func(failed error) iter.Seq2[conv.Event, error] {
		return func(yield func(conv.Event, error) bool) {
			if yield(conv.Event{Type: conv.EventTextDelta, Delta: "hi"}, nil) {
				yield(done, failed)
			}
		}
	}
	for c, err := range format.Assemble(events(nil)) {
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Messages[0].(*conv.AssistantMessage); got.Text() != "hi" || got.StopReason != conv.StopNormal {
			t.Errorf("got %+v", got)
		}
	}
	broken := errors.New("no stream")
	for c, err := range format.Assemble(events(broken)) {
		if c != nil || err != broken {
			t.Errorf("got %v, %v", c, err)
		}
	}
}

func TestSetArguments(t *testing.T) {
	for _, c := range []struct {
		text, arguments string
		kept            bool
		diagnostics     int
	}{
		{`{"a":1}`, `{"a":1}`, false, 0},
		{`{}`, `{}`, false, 0},
		{``, `{}`, true, 0},
		{`{ "a": 1 }`, `{"a":1}`, true, 0},
		{`[1]`, `{}`, true, 1},
		{"{\"a\":\"x\n\"}", `{"a":"x\n"}`, true, 1},
		{`{"a":`, `{}`, true, 1},
	} {
		var call conv.ToolCall
		var m conv.AssistantMessage
		call.SetArguments(c.text, &m)
		call.SetArguments(c.text, &m)
		if string(call.Arguments) != c.arguments || (call.ArgumentsText != nil) != c.kept || len(m.Diagnostics) != c.diagnostics {
			t.Errorf("%q: got %s, %v, %v", c.text, call.Arguments, call.ArgumentsText, m.Diagnostics)
		}
		if got := call.ArgumentsString(); got != c.text {
			t.Errorf("%q comes back as %q", c.text, got)
		}
		call.SetArguments(c.text, nil)
	}
	if got := (&conv.ToolCall{}).ArgumentsString(); got != "{}" {
		t.Errorf("no arguments are %q", got)
	}
}
