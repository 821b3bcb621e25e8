package openaichat

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/providers/internal/roomtest"
)

func request(t *testing.T, body string) *conv.Conversation {
	t.Helper()
	return roomtest.Decode(t, formatNamed(t, "openai-chat"), []byte(body))
}

func body(t *testing.T, c *conv.Conversation) string {
	t.Helper()
	f := formatNamed(t, "openai-chat")
	return string(roomtest.Written(f, fit.To(c, f, nil)))
}

// Known fields of a request are read into neutral fields, not into residue.
func TestRequestFields(t *testing.T) {
	c := request(t, `{"model":"m","max_tokens":9,"temperature":0.50,"top_p":1,"seed":7,"frequency_penalty":0.1,"presence_penalty":0.2,
		"stop":["a","b"],"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":true,"stream":false,"user":"u",
		"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object"},"strict":true}},"reasoning_effort":"high",
		"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"b":1,"a":1.0},"strict":false}}],
		"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}]}`)
	r := c.Request
	if c.SystemPrompt != "s" || len(c.Messages) != 1 || len(c.Extensions) != 0 || len(r.Extensions) != 0 {
		t.Errorf("system prompt %q, %d messages, residue %v %v", c.SystemPrompt, len(c.Messages), c.Extensions, r.Extensions)
	}
	if r.Model != "m" || r.MaxTokens != "9" || r.Temperature != "0.50" || r.TopP != "1" || r.Seed != "7" ||
		r.FrequencyPenalty != "0.1" || r.PresencePenalty != "0.2" || strings.Join(r.Stop, "|") != "a|b" || r.User != "u" {
		t.Errorf("parameters: %+v", r)
	}
	if r.ToolChoice.Mode != conv.ChoiceTool || r.ToolChoice.Name != "f" || !*r.ParallelToolCalls || *r.Stream || r.Reasoning.Effort != "high" {
		t.Errorf("choices: %+v %+v", r.ToolChoice, r.Reasoning)
	}
	if f := r.ResponseFormat; f.Type != "jsonSchema" || f.Name != "n" || f.Schema != `{"type":"object"}` || !*f.Strict {
		t.Errorf("response format: %+v", f)
	}
	if x := c.Tools[0]; x.Name != "f" || x.Description != "d" || x.Parameters != `{"b":1,"a":1.0}` || *x.Strict {
		t.Errorf("tool: %+v", x)
	}
}

// Residue that restates a neutral field counts only while the two agree.
func TestAnEditWins(t *testing.T) {
	for _, c := range []struct {
		about, body string
		edit        func(*conv.Conversation)
		want, gone  string
	}{
		{
			"system prompt", `{"messages":[{"role":"developer","content":"old"},{"role":"user","content":"x"}]}`,
			func(c *conv.Conversation) { c.SystemPrompt = "new" }, `{"role":"system","content":"new"}`, "old",
		},
		{
			"stop", `{"stop":"a","messages":[]}`,
			func(c *conv.Conversation) { c.Request.Stop = append(c.Request.Stop, "b") }, `"stop":["a","b"]`, `"a",[`,
		},
		{
			"text", `{"messages":[{"role":"user","content":"old \u00e9"}]}`,
			func(c *conv.Conversation) {
				c.Messages[0].(*conv.UserMessage).Content[0].(*conv.TextContent).Text = "new"
			}, `"content":"new"`, "old",
		},
		{
			"image", `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"DATA:image/PNG;base64,AAAA"}}]}]}`,
			func(c *conv.Conversation) {
				c.Messages[0].(*conv.UserMessage).Content[0].(*conv.ImageContent).MIMEType = "image/webp"
			}, `"data:image/webp;base64,AAAA"`, "PNG",
		},
		{
			"custom call", `{"messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"custom","custom":{"name":"p","input":"x"}}]}]}`,
			func(c *conv.Conversation) {
				c.Messages[0].(*conv.AssistantMessage).Content[0].(*conv.ToolCall).Arguments = `{"other":1}`
			}, `"function":{"name":"p","arguments":"{\"other\":1}"}`, "input",
		},
		{
			"legacy call", `{"messages":[{"role":"assistant","function_call":{"name":"p","arguments":"{}"}}]}`,
			func(c *conv.Conversation) {
				c.Messages[0].(*conv.AssistantMessage).Content[0].(*conv.ToolCall).ID = "mine"
			}, `"tool_calls":[{"id":"mine"`, "function_call",
		},
		{
			"effort", `{"reasoning":{"effort":"low","exclude":true},"messages":[]}`,
			func(c *conv.Conversation) { c.Request.Reasoning.Effort = "high" }, `"reasoning_effort":"high"`, "low",
		},
		{
			"limit", `{"max_completion_tokens":1,"messages":[]}`,
			func(c *conv.Conversation) { c.Request.MaxTokens = "2" }, `"max_completion_tokens":2`, "max_tokens",
		},
		{
			"no content any more", `{"messages":[{"role":"tool","tool_call_id":"c","content":null}]}`,
			func(c *conv.Conversation) {
				m := c.Messages[0].(*conv.ToolResultMessage)
				m.Content = append(m.Content, &conv.TextContent{Text: "x"})
			}, `"content":"x"`, "null",
		},
	} {
		t.Run(c.about, func(t *testing.T) {
			x := request(t, c.body)
			c.edit(x)
			got := body(t, x)
			if !strings.Contains(got, c.want) || strings.Contains(got, c.gone) {
				t.Errorf("want %s and no %s in\n%s", c.want, c.gone, got)
			}
		})
	}
}

// OpenAI's reasoning models refuse the old name of the limit. Other servers do
// not know the new one.
func TestTheNameOfTheLimit(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-4o": "max_tokens", "deepseek-chat": "max_tokens", "": "max_tokens",
		"gpt-5-mini": "max_completion_tokens", "openai/o3": "max_completion_tokens",
	} {
		got := body(t, &conv.Conversation{Request: &conv.Request{Model: model, MaxTokens: "5"}})
		if !strings.Contains(got, `"`+want+`":5`) {
			t.Errorf("%s: %s", model, got)
		}
	}
}

func TestErrorsSayWhere(t *testing.T) {
	for _, c := range []struct{ format, body, want string }{
		{"openai-chat", ``, "offset 0: want a request as an object, got nothing"},
		{"openai-chat", `[]`, "offset 0: want a request as an object, got an array"},
		{"openai-chat", `null`, "got null"},
		{"openai-chat", `{"model":"m"}`, "offset 0: a request without messages"},
		{"openai-chat", `{"messages":null}`, "a request without messages"},
		{"openai-chat", `{"messages":{}}`, "offset 12: want an array, got an object"},
		{"openai-chat", `{"messages":["x"]}`, "offset 13: want a message as an object, got a string"},
		{"openai-chat", `{"messages":[{"content":"x"}]}`, "offset 13: a message without a role"},
		{"openai-chat", `{"messages":[{"role":7,"content":"x"}]}`, "offset 13: a message without a role"},
		{"openai-chat", `{"messages":[{"role":"user","content":7}]}`, "offset 38: want content as a string or an array, got a number"},
		{"openai-chat", `{"messages":[{"role":"user","role":"tool","content":"x"}]}`, `repeated tag`},
		{"openai-chat", `{"messages":[{"role":"user","content":"x"}]} x`, `offset 45: unexpected 'x'`},
		{"openai-chat", `{"messages":[{"role":"user","content":"x`, "unexpected end of JSON"},
		{"openai-chat-response", `{"id":"x"}`, "offset 0: an answer without choices"},
		{"openai-chat-response", `{"choices":[7]}`, "offset 12: want a choice as an object, got a number"},
		{"openai-chat-response", `{"choices":[{"message":{"content":{}}}]}`, "want content as a string or an array, got an object"},
		{"openai-chat-stream", `data: [1]` + "\n\n", "want a chunk as an object, got an array"},
		{"openai-chat-stream", "data: {\"choices\":[\n\ndata: {}\n\n", "unexpected end of JSON"},
		{"openai-chat-stream", "event: ping\ndata: {\"type\":\"ping\"}\n\n", "the stream has no Chat Completions chunks"},
		{"openai-chat-stream", "", "the stream has no Chat Completions chunks"},
	} {
		_, err := roomtest.Decoded(formatNamed(t, c.format), []byte(c.body), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s:\n got %v\nwant %s", c.format, c.body, err, c.want)
		}
	}
}

// A repeated key counts once, with a note.
func TestRepeatedKeys(t *testing.T) {
	notes := &note.Notes{}
	f := formatNamed(t, "openai-chat")
	c, err := roomtest.Decoded(f, []byte(`{"messages":[{"role":"user","content":"a"}],"n":2,"messages":[{"role":"user","content":"b","content":"c"}]}`), notes)
	if err != nil || len(c.Messages) != 1 || c.Messages[0].(*conv.UserMessage).Content[0].(*conv.TextContent).Text != "c" {
		t.Errorf("%v %v", c, err)
	}
	if notes.Losses() != 2 {
		t.Errorf("%d losses, want 2: %v", notes.Losses(), notes.List())
	}
}

// Two calls of the old form get different ids, and each result answers the last
// call of its name.
func TestLegacyPairing(t *testing.T) {
	c := request(t, `{"messages":[
		{"role":"assistant","function_call":{"name":"a","arguments":"{}"}},{"role":"function","name":"a","content":"1"},
		{"role":"assistant","function_call":{"name":"a","arguments":"{}"}},{"role":"function","name":"a","content":"2"},
		{"role":"function","name":"b","content":"3"}]}`)
	var ids []string
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			ids = append(ids, m.Content[0].(*conv.ToolCall).ID)
		case *conv.ToolResultMessage:
			ids = append(ids, m.ToolCallID)
		}
	}
	if got := strings.Join(ids, " "); got != "call_fn_1 call_fn_1 call_fn_2 call_fn_2 call_fn_3" {
		t.Error(got)
	}
}
