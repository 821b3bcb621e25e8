package tokens_test

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/tokens"
)

// What texts are estimated at, and what o200k_base, the tokenizer of GPT-4o
// and later, makes of them. Never far below, for a limit is checked by it.
func TestEstimateText(t *testing.T) {
	for _, c := range []struct {
		text        string
		real, about int64
	}{
		{"", 0, 0},
		{"Tell me of the sea.", 6, 6},
		{"The year 2026 has 365 days, 8760 hours and 525600 minutes.", 20, 20},
		{`{"name":"find","arguments":{"near":"Pier 7","open":true}}`, 17, 19},
		{"if err != nil {\n\treturn nil, err\n}\n", 11, 13},
		{"今天天气很好,我们去公园散步吧。", 13, 16},
		{"Привет, как дела?", 6, 7},
		{strings.Repeat("word ", 1000), 1001, 1000},
	} {
		got := tokens.EstimateText(c.text)
		if got != c.about {
			t.Errorf("%.40q: %d, want %d", c.text, got, c.about)
		}
		if got*10 < c.real*8 || got*2 > c.real*3 {
			t.Errorf("%.40q: %d, where a tokenizer makes %d", c.text, got, c.real)
		}
	}
}

// All that a model reads is counted: instructions, tools, calls, results.
func TestEstimateTokensCountsAll(t *testing.T) {
	text := func(s string) []conv.UserContent { return []conv.UserContent{&conv.TextContent{Text: s}} }
	whole := &conv.Conversation{
		SystemPrompt: "Be brief.",
		Request:      &conv.Request{ResponseFormat: &conv.ResponseFormat{Schema: `{"type":"object"}`}},
		Tools:        []conv.ToolDefinition{{Name: "look", Description: "looks", Parameters: `{"type":"object"}`}},
		Messages: []conv.Message{
			&conv.UserMessage{Content: text("what is there")},
			&conv.AssistantMessage{Content: []conv.AssistantContent{
				&conv.ThinkingContent{Thinking: "let me see"}, &conv.ToolCall{Name: "look", Arguments: `{"at":"sea"}`},
			}},
			&conv.ToolResultMessage{Content: []conv.ToolResultContent{&conv.TextContent{Text: "a ship"}, &conv.ImageContent{Data: "AAAA"}}},
			&conv.CustomMessage{Content: text("never sent")},
		},
	}
	n := tokens.Estimate(whole)
	if n < 1640 || n > 1700 {
		t.Errorf("%d tokens", n)
	}
	less := *whole
	less.Messages = whole.Messages[:3]
	if got := tokens.Estimate(&less); got != n {
		t.Errorf("%d without what is never sent, %d with it", got, n)
	}
	for name, cut := range map[string]func(*conv.Conversation){
		"the system prompt": func(c *conv.Conversation) { c.SystemPrompt = "" },
		"the schema":        func(c *conv.Conversation) { c.Request = nil },
		"the tools":         func(c *conv.Conversation) { c.Tools = nil },
		"a message":         func(c *conv.Conversation) { c.Messages = c.Messages[1:3] },
	} {
		less := *whole
		cut(&less)
		if got := tokens.Estimate(&less); got >= n {
			t.Errorf("without %s: %d, not less than %d", name, got, n)
		}
	}
}
