package openaichat

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/providers/internal/roomtest"
)

func answer(t *testing.T, body string) *conv.AssistantMessage {
	t.Helper()
	c := roomtest.Decode(t, formatNamed(t, "openai-chat-response"), []byte(body))
	return c.Messages[0].(*conv.AssistantMessage)
}

// Input is the prompt without the tokens that a cache gave or took.
func TestUsageArithmetic(t *testing.T) {
	for _, c := range []struct {
		usage string
		want  conv.Usage
	}{
		{`{"prompt_tokens":100,"completion_tokens":7,"total_tokens":107}`, conv.Usage{Input: 100, Output: 7, TotalTokens: 107}},
		{
			`{"prompt_tokens":100,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":64,"cache_write_tokens":16,"audio_tokens":3},"completion_tokens_details":{"reasoning_tokens":5,"audio_tokens":2}}`,
			conv.Usage{Input: 20, Output: 7, CacheRead: 64, CacheWrite: 16, InputAudio: 3, Reasoning: 5, OutputAudio: 2},
		},
		{
			`{"prompt_tokens":10,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":64}}`,
			conv.Usage{Output: 7, CacheRead: 64, InputUnknown: true},
		},
		{`{"completion_tokens":7}`, conv.Usage{Output: 7, InputUnknown: true}},
		{
			`{"prompt_tokens":100,"completion_tokens":7,"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36}`,
			conv.Usage{Input: 36, Output: 7, CacheRead: 64},
		},
		{`{"prompt_tokens":-4,"completion_tokens":1e1,"total_tokens":"many"}`, conv.Usage{Output: 10, InputUnknown: true}},
	} {
		body := `{"choices":[{"message":{"role":"assistant","content":"x"}}],"usage":` + c.usage + `}`
		got := *answer(t, body).Usage
		got.Node = conv.Node{}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.usage, got, c.want)
		}
		roomtest.ComesBack(t, formatNamed(t, "openai-chat-response"), []byte(body))
	}
}

// Edited counts are written, whatever the residue says.
func TestEditedUsage(t *testing.T) {
	m := answer(t, `{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":9,"completion_tokens":2.0,"total_tokens":0,"prompt_tokens_details":{"cached_tokens":4,"image_tokens":1}}}`)
	u := *m.Usage
	u.Input, u.Output, u.TotalTokens, u.CacheRead = 1, 3, 9, 5
	m.Usage = &u
	got := string(roomtest.Written(formatNamed(t, "openai-chat-response"), &conv.Conversation{Messages: []conv.Message{m}}))
	if want := `"usage":{"prompt_tokens":6,"completion_tokens":3,"total_tokens":9,"prompt_tokens_details":{"cached_tokens":5}}`; !strings.Contains(got, want) {
		t.Errorf("want %s in\n%s", want, got)
	}
}

func TestStopReasons(t *testing.T) {
	for word, want := range map[string]format.StopWord{
		"stop":           {Raw: "stop", Reason: conv.StopNormal},
		"end":            {Raw: "stop", Reason: conv.StopNormal},
		"length":         {Raw: "length", Reason: conv.StopLength},
		"tool_calls":     {Raw: "tool_calls", Reason: conv.StopToolUse},
		"function_call":  {Raw: "function_call", Reason: conv.StopToolUse},
		"content_filter": {Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
		"abort":          {Raw: "abort", Reason: conv.StopAborted},
		"no such word":   {Raw: "error", Reason: conv.StopError},
		"":               {},
	} {
		body := `{"choices":[{"message":{"role":"assistant","content":"x"},"finish_reason":"` + word + `"}]}`
		m := answer(t, body)
		if d := m.StopDetail; m.StopReason != want.Reason || d.Raw != want.Raw || d.Kind != want.Kind {
			t.Errorf("%q: %s %+v", word, m.StopReason, d)
		}
		roomtest.ComesBack(t, formatNamed(t, "openai-chat-response"), []byte(body))
	}
}

// An answer goes back in a request with all that its server may want to see
// again, and without what stood outside its message or belongs to answers alone.
func TestAnAnswerInARequest(t *testing.T) {
	m := answer(t, `{"id":"x","object":"chat.completion","created":1,"model":"m","system_fingerprint":"fp","choices":[{"index":0,"logprobs":{"content":[]},
		"finish_reason":"stop","native_finish_reason":"end","message":{"role":"assistant","content":"Hi.","refusal":null,"annotations":[],
		"reasoning_details":[{"type":"reasoning.encrypted","data":"x"}],"audio":{"id":"a","data":"UklGRg==","expires_at":1,"transcript":"Hi."}}}],
		"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`)
	got := body(t, &conv.Conversation{Messages: []conv.Message{m}})
	want := `{"messages":[{"role":"assistant","content":"Hi.","reasoning_details":[{"type":"reasoning.encrypted","data":"x"}],"audio":{"id":"a"}}]}`
	if d := roomtest.APIDiff(t, formatNamed(t, "openai-chat"), []byte(want), []byte(got)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// An answer of another format is written as the official types demand.
func TestAnAnswerFromElsewhere(t *testing.T) {
	f := formatNamed(t, "openai-chat-response")
	c := &conv.Conversation{Messages: []conv.Message{&conv.AssistantMessage{Content: []conv.AssistantContent{
		&conv.TextContent{Text: "One"}, &conv.TextContent{Text: ", two."},
		&conv.ToolCall{ID: "c", Name: "n", Arguments: "{}"}, &conv.TextContent{Text: "Three."},
	}}}}
	got := string(roomtest.Written(f, fit.To(c, f, nil)))
	want := `{"id":"chatcmpl-convo","object":"chat.completion","created":0,"model":"","choices":[{"index":0,"message":{"role":"assistant","content":"One, two.\n\nThree.","refusal":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}]}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}
