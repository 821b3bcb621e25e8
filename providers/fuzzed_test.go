package providers_test

import (
	"testing"

	"convo/providers/internal/roomtest"
)

// What a fuzzer found, named for the hazard: it is read or refused, and what is
// read comes back.
func TestFuzzFindings(t *testing.T) {
	for _, c := range []struct{ hazard, format, input string }{
		{"a text that is null", "gemini", `{"contents":[{"role":"user","parts":[{"text":null}]}]}`},
		{"a text that is null in an answer", "gemini-response", `{"candidates":[{"content":{"role":"model","parts":[{"text":null}]},"finishReason":"STOP"}]}`},
		{"an item that is a number", "openai-responses-stream", "data: {\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":7}\n\n"},
		{"a finished item that is a number", "openai-responses-stream", "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[7]}}\n\n"},
		{"a field of two tildes", "openai-chat", `{"model":"m","messages":[{"role":"user","content":"Hi","~~x":1}]}`},
		{"two texts side by side", "markdown", "# User\n\nHi\n\nHo\n\n# Assistant\n\nYes\n\n\n\nNo\n"},
		{"a broken escape", "openai-chat", `{"messages":[{"role":"user","content":"\u12"}]}`},
		{"a finish message without a reason", "gemini-stream", "data: {\"candidates\":[{\"finish_message\":\"x\"}]}\n\n"},
	} {
		t.Run(c.hazard, func(t *testing.T) { roomtest.Survives(t, lookup(t, c.format), []byte(c.input)) })
	}
}

// One broken escape is one error.
func TestABrokenEscapeIsOneError(t *testing.T) {
	for _, name := range []string{"openai-chat", "anthropic", "gemini", "openai-responses"} {
		n := 0
		for _, err := range lookup(t, name).Decode([]byte(`{"messages":[{"role":"user","content":"\u12"}],"contents":[{"parts":[{"text":"\u12"}]}],"input":"\u12"}`), nil) {
			if err != nil {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %d errors", name, n)
		}
	}
}
