package providers_test

import (
	"errors"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/internal/roomtest"
)

// A body of Anthropic's has all requests, and each is a conversation with its id.
func TestABatchInOneBodyIsManyConversations(t *testing.T) {
	body := `{"requests":[{"custom_id":"a","params":{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"A?"}]}},` +
		`{"custom_id":"b","params":{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"B?"}]}}]}`
	var ids []string
	for c, err := range lookup(t, "anthropic-batch").Decode([]byte(body), nil) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID+" "+c.Messages[0].(*conv.UserMessage).Text())
	}
	if got := strings.Join(ids, " "); got != "a A? b B?" {
		t.Error(got)
	}
}

// What is wrong with a line is said at its place in the line, also inside a body.
func TestBrokenBatches(t *testing.T) {
	for _, test := range []struct{ format, line, at, want string }{
		{"openai-batch", `[]`, `[]`, "want a line of a batch as an object, got an array"},
		{"openai-batch", `{"custom_id":"a"}`, `{`, "a line of a batch without body"},
		{"openai-batch", `{"custom_id":"a","body":{"messages":[5]}}`, `5]`, "message"},
		{"openai-batch-output", `{"custom_id":"a","response":null,"error":null}`, `{`, "without an answer or an error"},
		{"anthropic-batch", `{"requests":5}`, `5}`, "want the requests as an array, got a number"},
		{"anthropic-batch", `{"requests":[],"more":1}`, `1}`, `unknown field "more"`},
		{"anthropic-batch", `{"requests":[{"custom_id":"a","params":{"messages":{}}}]}`, `{}}}`, "want an array, got an object"},
		{"anthropic-batch-output", `{"custom_id":"a","result":{}}`, `{"custom`, "without an answer or an error"},
		{"gemini-batch", `{"key":"a","request":[]}`, `[]}`, "object"},
	} {
		_, err := roomtest.Decoded(lookup(t, test.format), []byte(test.line), nil)
		var broken *rawjson.Error
		if !errors.As(err, &broken) || !strings.Contains(broken.Msg, test.want) || broken.Offset != strings.Index(test.line, test.at) {
			t.Errorf("%s %s: %v, want %q at %d", test.format, test.line, err, test.want, strings.Index(test.line, test.at))
		}
	}
}

// An answer becomes one of a batch of another vendor: the id stays.
func TestABatchBecomesAnotherVendors(t *testing.T) {
	for _, test := range []struct{ from, to, line, want string }{
		{
			"openai-batch", "gemini-batch",
			`{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"messages":[{"role":"user","content":"A?"}]}}`,
			`{"key":"a","request":{"contents":[{"role":"user","parts":[{"text":"A?"}]}]}}`,
		},
		{
			"gemini-batch-output", "anthropic-batch-output",
			`{"key":"a","error":{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}}`,
			`{"custom_id":"a","result":{"type":"errored","error":{"type":"error","error":{"type":"api_error","message":"Overloaded."}}}}`,
		},
		{
			"anthropic-batch-output", "openai-batch-output",
			`{"custom_id":"a","result":{"type":"canceled"}}`,
			`{"custom_id":"a","response":null,"error":{"message":"result of the batch: canceled"}}`,
		},
	} {
		var out strings.Builder
		_, err := providers.Convert(&out, strings.NewReader(test.line), test.from, test.to, providers.ConvertOptions{})
		if got := strings.TrimSpace(out.String()); err != nil || got != test.want {
			t.Errorf("%s\n%s, %v", test.line, got, err)
		}
	}
}

// A batch for a model keeps the ids by which its answers are found, and the other
// fields of its lines. The messages are for the API of the batch.
func TestABatchForAModelKeepsItsIDs(t *testing.T) {
	const question = `{"convo":1,"id":"a","messages":[{"role":"user","content":[{"type":"text","text":"A?"}]}]}`
	for _, test := range []struct{ goal, from, to, line, want string }{
		{"openai/gpt-5.4-mini", "convo", "openai-batch", question, `{"method":"POST","url":"/v1/chat/completions","custom_id":"a","body":{"model":"gpt-5.4-mini","messages":[{"role":"user","content":"A?"}]}}`},
		{"openai/gpt-5.4-mini", "convo", "openai-responses-batch", question, `{"method":"POST","url":"/v1/responses","custom_id":"a","body":{"model":"gpt-5.4-mini","input":"A?"}}`},
		{"anthropic/claude-sonnet-5", "convo", "anthropic-batch", question, `{"custom_id":"a","params":{"model":"claude-sonnet-5","messages":[{"role":"user","content":"A?"}],"max_tokens":32000}}`},
		{"google/gemini-3.8-flash", "convo", "gemini-batch", question, `{"key":"a","request":{"contents":[{"role":"user","parts":[{"text":"A?"}]}]}}`},
		{"mistral", "openai-batch", "openai-batch", `{"custom_id":"a","more":1,"body":{"messages":[{"role":"user","content":"A?"}]}}`, `{"custom_id":"a","more":1,"body":{"messages":[{"role":"user","content":"A?"}]}}`},
	} {
		var out strings.Builder
		_, err := providers.Convert(&out, strings.NewReader(test.line), test.from, test.to, providers.ConvertOptions{For: test.goal})
		if got := strings.TrimSpace(out.String()); err != nil || got != test.want {
			t.Errorf("%s as %s:\n%s, %v", test.goal, test.to, got, err)
		}
	}
}
