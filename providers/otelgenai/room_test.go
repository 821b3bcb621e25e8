package otelgenai

import (
	"strings"
	"testing"
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
