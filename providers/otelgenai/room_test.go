package otelgenai

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
	"convo/providers/internal/roomtest"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want traces or logs of OpenTelemetry, got a number"},
		{`[17]`, "offset 1: want a span as an object"},
		{`{"resourceSpans":{}}`, "offset 17: want a list of envelopes, got an object"},
		{`{"resourceSpans":[17]}`, "offset 18: want an envelope, got a number"},
		{`{"resourceSpans":[{"scopeSpans":[{"spans":[17]}]}]}`, "offset 43: want a span as an object"},
		{`{"resourceSpans":[{"scopeSpans":[{"spans":{}}]}]}`, "offset 42: want a list of spans, got an object"},
		{`{"attributes":{},"name"`, "offset 23: unexpected end of JSON"},
		{`{"resourceSpans":[]`, "offset 19: unexpected end of JSON"},
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

// Each span with messages is a conversation. Who wants one gets no more.
func TestConversationForEachSpan(t *testing.T) {
	const one = `{"name":"chat","attributes":[{"key":"gen_ai.input.messages","value":{"stringValue":"[{\"role\":\"user\",\"parts\":[]}]"}}]}`
	input := `{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.Repeat(one+",", 2) + `{"name":"GET"}]}]}]}`
	for _, most := range []int{1, 3} {
		n := 0
		for _, err := range decode([]byte(input), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == most {
				break
			}
		}
		if n != min(most, 2) {
			t.Errorf("got %d conversations, want %d", n, min(most, 2))
		}
	}
}

// A conversation of which no span is known gets the ids, the name and the kind that OTLP
// demands, and no time. Nothing of that is read again.
func TestWhatOTLPDemands(t *testing.T) {
	f := roomtest.Format(t, Formats(), "otel-genai")
	said := func(id, text string) string {
		c := &conv.Conversation{ID: id, Messages: []conv.Message{&conv.UserMessage{Content: []conv.UserContent{&conv.TextContent{Text: text}}}}}
		out := roomtest.Written(f, c)
		if again := roomtest.Native(roomtest.Decode(t, f, out)); again != roomtest.Native(c) {
			t.Errorf("read as %s", again)
		}
		return string(out)
	}
	out := said("c1", "Hi.")
	for _, want := range []string{`"traceId":"636f6e766f`, `"spanId":"636f6e766f`, `"name":"chat"`, `"kind":3`, `"gen_ai.operation.name"`} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is not in %s", want, out)
		}
	}
	if strings.Contains(out, "TimeUnixNano") {
		t.Errorf("a time that nobody said: %s", out)
	}
	trace := func(out string) string { return out[strings.Index(out, "traceId"):strings.Index(out, "name")] }
	if out != said("c1", "Hi.") || trace(out) == trace(said("c1", "Bye.")) || trace(out)[:43] != trace(said("c1", "Bye."))[:43] || trace(out)[:43] == trace(said("c2", "Hi."))[:43] {
		t.Error("a trace is a conversation, and a span is what it says")
	}
}

// An attribute with very many dots in its key, and very many attributes, take no longer
// than others.
func TestStrangeKeys(t *testing.T) {
	f := roomtest.Format(t, Formats(), "otel-genai")
	var s strings.Builder
	s.WriteString(`{"openinference.span.kind":"LLM","llm.input_messages.0.` + strings.Repeat("a.", 1e5) + `":1`)
	for i := range 20000 {
		fmt.Fprintf(&s, `,"k%d":{"doubleValue":1}`, i)
	}
	c := roomtest.Decode(t, f, []byte(s.String()+"}"))
	if again := roomtest.Decode(t, f, roomtest.Written(f, c)); roomtest.Native(again) != roomtest.Native(c) {
		t.Error("it does not come back")
	}
}

// A number is written as it was read, and as an integer or a double as the conventions
// say.
func TestNumbersOfARequest(t *testing.T) {
	f := roomtest.Format(t, Formats(), "otel-genai")
	c := &conv.Conversation{Request: &conv.Request{Temperature: "1", TopP: "1.0", MaxTokens: "1e3", Seed: "7"}}
	out := roomtest.Written(f, c)
	for _, want := range []string{`{"doubleValue":1}`, `{"doubleValue":1.0}`, `{"doubleValue":1e3}`, `{"intValue":"7"}`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s is not in %s", want, out)
		}
	}
	if again := roomtest.Native(roomtest.Decode(t, f, out)); again != roomtest.Native(c) {
		t.Errorf("read as %s", again)
	}
}

// The model of an answer is that of the request that a span has.
func TestModelOfTheRequest(t *testing.T) {
	for _, tt := range []struct{ asked, answer, want string }{
		{"", "m", "m"},
		{"m", "", "m"},
		{"m", "n", "n"},
	} {
		c := &conv.Conversation{Messages: []conv.Message{&conv.AssistantMessage{Model: tt.answer}}}
		if tt.asked != "" {
			c.Request = &conv.Request{Model: tt.asked}
		}
		out := reduce(c, nil)
		if m := out.Messages[0].(*conv.AssistantMessage); m.Model != tt.want || out.Request == nil || out.Request.Model != tt.want {
			t.Errorf("%+v: the answer is of %q, the request is %+v", tt, m.Model, out.Request)
		}
	}
}
