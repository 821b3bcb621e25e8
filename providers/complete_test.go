package providers_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers"
)

// vendors are, for each protocol, one that speaks it, a model of it, and the
// header with its key.
var vendors = map[string]struct{ model, variable, header, key string }{
	"openai-chat":      {"deepseek/deepseek-v4-flash", "DEEPSEEK_API_KEY", "Authorization", "Bearer sk-planted"},
	"openai-responses": {"openai/gpt-5.4-mini", "OPENAI_API_KEY", "Authorization", "Bearer sk-planted"},
	"anthropic":        {"anthropic/claude-sonnet-5", "ANTHROPIC_API_KEY", "X-Api-Key", "sk-planted"},
	"gemini":           {"google/gemini-3.5-flash", "GEMINI_API_KEY", "X-Goog-Api-Key", "sk-planted"},
}

// standIn answers every request with a body and remembers the last request.
type standIn struct {
	status int
	answer string
	asked  *providers.WireRequest
}

func (s *standIn) Do(_ context.Context, r *providers.WireRequest) (*providers.WireResponse, error) {
	s.asked = r
	return &providers.WireResponse{
		Status: max(s.status, 200), Header: http.Header{"X-Request-Id": {"req_1"}},
		Body: io.NopCloser(strings.NewReader(s.answer)),
	}, nil
}

// only returns variables of which one is set.
func only(name, value string) func(string) string {
	return func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
}

const brief = `{"id":"c","object":"chat.completion","created":1,"model":"deepseek-v4-flash","choices":[{"index":0,"finish_reason":"stop",
	"message":{"role":"assistant","content":"High at noon."}}],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}`

// The zero options take the key from the environment of the process, and the
// model of the call is in the body.
func TestCompleteAsks(t *testing.T) {
	t.Setenv("DEEPSEEK_API_KEY", "sk-planted")
	x := &standIn{answer: brief}
	c := conv.PromptWithSystem("Be brief.", "When is high water?")
	before := native(c)
	m, err := providers.Complete(t.Context(), "deepseek/deepseek-v4-flash", c, providers.CallOptions{Exchange: x})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(x.asked.Body), `{"model":"deepseek-v4-flash","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"When is high water?"}],"stream":true,"stream_options":{"include_usage":true}}`; got != want {
		t.Errorf("asked\n%s\nwant\n%s", got, want)
	}
	if x.asked.Header.Get("Authorization") != "Bearer sk-planted" || x.asked.URL != "https://api.deepseek.com/v1/chat/completions" {
		t.Errorf("asked %s with %v", x.asked.URL, x.asked.Header)
	}
	if m.Text() != "High at noon." || m.Provider != "deepseek" || m.Model != "deepseek-v4-flash" || m.Protocol != "openai-completions" ||
		m.StopReason != conv.StopNormal || m.ContextSize() != 13 || m.ProviderRequestID != "req_1" {
		t.Errorf("%+v", m)
	}
	if m.Usage.Cost == nil || m.Usage.Cost.Input == "" || m.Usage.Cost.Total == "0" {
		t.Errorf("the cost is %v", m.Usage.Cost)
	}
	if native(c) != before {
		t.Error("the conversation was changed")
	}
}

// Each protocol is asked with the vendor's key, and what a stream tells makes
// the same answer as Complete returns: for every recorded answer.
func TestStreamTellsWhatCompleteReturns(t *testing.T) {
	answers(t, func(t *testing.T, protocol, dir string) {
		vendor := vendors[protocol]
		for _, file := range []string{"/response.json", "/stream.sse"} {
			x := &standIn{answer: string(read(t, dir+file))}
			o := providers.CallOptions{Exchange: x, Getenv: only(vendor.variable, "sk-planted"), Protocol: protocol, Whole: file == "/response.json"}
			want, failed := providers.Complete(t.Context(), vendor.model, conv.Prompt("hi"), o)
			if got := x.asked.Header.Get(vendor.header); got != vendor.key {
				t.Errorf("%s is %q", vendor.header, got)
			}
			_, model, _ := strings.Cut(vendor.model, "/")
			if asked := x.asked.URL + string(x.asked.Body); !strings.Contains(asked, model) {
				t.Errorf("%s is not in the request: %s", model, asked)
			}
			var a conv.Assembler
			var ended conv.EventType
			var err error
			for e, broken := range providers.Stream(t.Context(), vendor.model, conv.Prompt("hi"), o) {
				if ended != "" {
					t.Errorf("%s comes after the end", e.Type)
				}
				if err = broken; err != nil || e.Type == conv.EventDone || e.Type == conv.EventError {
					ended = e.Type
				}
				a.Add(e)
			}
			switch {
			case fmt.Sprint(err) != fmt.Sprint(failed):
				t.Errorf("%s: %v, and Complete says %v", file, err, failed)
			case ended == "":
				t.Errorf("%s: the stream has no end", file)
			case want == nil:
			case native(conv.NewConversation(a.Message())) != native(conv.NewConversation(want)):
				t.Errorf("%s: another answer:\n%s", file, diff(native(conv.NewConversation(want)), native(conv.NewConversation(a.Message()))))
			}
		}
	})
}

// A tool whose name the protocol does not allow is called by its own name again.
func TestCompleteRestoresNames(t *testing.T) {
	c := conv.Prompt("When is high water?")
	c.Tools = []conv.ToolDefinition{{Name: "tides.today!", Parameters: `{"type":"object"}`}}
	x := &standIn{}
	o := providers.CallOptions{Exchange: x, Key: "sk-planted"}
	_, _ = providers.Complete(t.Context(), "anthropic/claude-sonnet-5", c, o)
	_, name, _ := strings.Cut(string(x.asked.Body), `"tools":[{"name":"`)
	if name, _, _ = strings.Cut(name, `"`); name == "" || name == "tides.today!" {
		t.Fatalf("asked %s", x.asked.Body)
	}
	x.answer = `{"id":"m","type":"message","role":"assistant","model":"claude-sonnet-5","stop_reason":"tool_use","stop_sequence":null,
		"content":[{"type":"tool_use","id":"toolu_1","name":"` + name + `","input":{}}],"usage":{"input_tokens":1,"output_tokens":1}}`
	m, err := providers.Complete(t.Context(), "anthropic/claude-sonnet-5", c, o)
	if err != nil || m.ToolCalls()[0].Name != "tides.today!" {
		t.Errorf("%+v, %v", m, err)
	}
	for e, err := range providers.Stream(t.Context(), "anthropic/claude-sonnet-5", c, o) {
		if call, ok := e.Block.(*conv.ToolCall); err != nil || ok && call.Name != "tides.today!" {
			t.Errorf("%+v, %v", e, err)
		}
	}
}

// Leaving the loop ends the call: nothing more is read.
func TestLeavingAStreamEndsTheCall(t *testing.T) {
	body := &counting{chunk: `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"."},"finish_reason":null}]}` + "\n\n"}
	x := providers.ExchangeFunc(func(context.Context, *providers.WireRequest) (*providers.WireResponse, error) {
		return &providers.WireResponse{Status: 200, Body: body}, nil
	})
	events := 0
	for _, err := range providers.Stream(t.Context(), "deepseek/deepseek-chat", conv.Prompt("hi"), providers.CallOptions{Exchange: x, Key: "k"}) {
		if events++; err != nil {
			t.Fatal(err)
		}
		if events == 3 {
			break
		}
	}
	if !body.closed || body.reads > 3000 {
		t.Errorf("closed %t, after %d reads", body.closed, body.reads)
	}
}

// counting is an endless body.
type counting struct {
	chunk  string
	reads  int
	closed bool
}

func (c *counting) Read(b []byte) (int, error) {
	if c.reads++; c.reads > 1e6 {
		return 0, io.EOF
	}
	return copy(b, c.chunk), nil
}

func (c *counting) Close() error {
	c.closed = true
	return nil
}

// Attempts that failed are diagnostics of the answer.
func TestRetriesAreDiagnostics(t *testing.T) {
	attempts := 0
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		if attempts++; attempts < 3 {
			w.Header().Set("Retry-After-Ms", "1")
			w.WriteHeader(529)
			return
		}
		fmt.Fprint(w, brief)
	})
	for _, test := range []func(providers.CallOptions) *conv.AssistantMessage{
		func(o providers.CallOptions) *conv.AssistantMessage {
			m, err := providers.Complete(t.Context(), "deepseek/deepseek-chat", conv.Prompt("hi"), o)
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
		func(o providers.CallOptions) *conv.AssistantMessage {
			var a conv.Assembler
			for e, err := range providers.Stream(t.Context(), "deepseek/deepseek-chat", conv.Prompt("hi"), o) {
				if a.Add(e); err != nil {
					t.Fatal(err)
				}
			}
			return a.Message()
		},
	} {
		attempts = 0
		m := test(providers.CallOptions{BaseURL: url, Key: "k"})
		if len(m.Diagnostics) != 2 || m.Diagnostics[0].Type != "call_retried" || m.Diagnostics[0].Timestamp == 0 || !strings.HasPrefix(m.Diagnostics[1].Message, "deepseek/deepseek-chat: status 529; attempt 3 of 4 in ") {
			t.Errorf("%+v", m.Diagnostics)
		}
	}
}

// What the call changed in the history is noted, and what no call sends is not.
func TestCompleteNotesWhatItChanges(t *testing.T) {
	answer := conv.AssistantText("450.")
	answer.ID, answer.Provider, answer.Model = "a1", "anthropic", "claude-sonnet-5"
	answer.Content = append([]conv.AssistantContent{&conv.ThinkingContent{Thinking: "20 * 18 + 5 * 18", ThinkingSignature: "EqQBCg=="}}, answer.Content...)
	c := conv.NewConversation(conv.UserText("25 * 18?"), answer, conv.UserText("Check that."))
	notes := &note.Notes{}
	x := &standIn{answer: brief}
	if _, err := providers.Complete(t.Context(), "mistral/mistral-large-latest", c, providers.CallOptions{Exchange: x, Key: "k", Notes: notes}); err != nil {
		t.Fatal(err)
	}
	if list := notes.List(); len(list) != 1 || list[0].Code != note.CodeThinking {
		t.Errorf("%v", list)
	}
	o := providers.CallOptions{Exchange: x, Key: "k", Thinking: format.ThinkingText}
	if _, err := providers.Complete(t.Context(), "mistral/mistral-large-latest", c, o); err != nil || !strings.Contains(string(x.asked.Body), "20 * 18 + 5 * 18") {
		t.Errorf("%v, %s", err, x.asked.Body)
	}
}

// Without a model, the conversation or the environment names it.
func TestCompleteFindsTheModel(t *testing.T) {
	answered := conv.NewConversation(conv.UserText("hi"), &conv.AssistantMessage{Provider: "deepseek", Model: "deepseek-chat", Content: []conv.AssistantContent{&conv.TextContent{Text: "hi"}}}, conv.UserText("go on"))
	asking := conv.Prompt("hi")
	asking.Request = &conv.Request{Model: "mistral/mistral-large-latest"}
	for _, test := range []struct {
		c      *conv.Conversation
		getenv func(string) string
		want   string
	}{
		{asking, only("CONVO_MODEL", "xai/grok-5"), "mistral"},
		{answered, only("CONVO_MODEL", "xai/grok-5"), "deepseek"},
		{conv.Prompt("hi"), only("CONVO_MODEL", "deepseek/deepseek-chat"), "deepseek"},
		{conv.Prompt("hi"), only("MISTRAL_API_KEY", "k"), "mistral"},
	} {
		x := &standIn{answer: brief}
		m, err := providers.Complete(t.Context(), "", test.c, providers.CallOptions{Exchange: x, Getenv: test.getenv, Key: "k"})
		if err != nil || m.Provider != test.want {
			t.Errorf("%+v, %v; want %s", m, err, test.want)
		}
	}
}

// A server on this machine is found.
func TestCompleteLocal(t *testing.T) {
	x := providers.ExchangeFunc(func(_ context.Context, r *providers.WireRequest) (*providers.WireResponse, error) {
		body := brief
		switch {
		case !strings.Contains(r.URL, ":11434/"):
			return nil, &providers.WireError{Kind: providers.Unreachable, What: "nothing listens there"}
		case r.Method == "GET":
			body = `{"object":"list","data":[{"id":"llama3.2:latest","object":"model","owned_by":"library"}]}`
		}
		return &providers.WireResponse{Status: 200, Body: io.NopCloser(strings.NewReader(body))}, nil
	})
	m, err := providers.Complete(t.Context(), "local:", conv.Prompt("hi"), providers.CallOptions{Exchange: x, Getenv: only("", "")})
	if err != nil || m.Provider != "ollama" || m.Model != "llama3.2:latest" {
		t.Errorf("%+v, %v", m, err)
	}
}

// roundTripper is a transport that answers every request.
type roundTripper struct{ asked []string }

func (r *roundTripper) RoundTrip(q *http.Request) (*http.Response, error) {
	r.asked = append(r.asked, q.URL.String())
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(brief)), Request: q}, nil
}

// A client sends through the caller's transport.
func TestClientTakesATransport(t *testing.T) {
	transport := &roundTripper{}
	client := providers.NewClient(providers.UsualLimits())
	client.Transport = transport
	m, err := providers.Complete(t.Context(), "deepseek/deepseek-chat", conv.Prompt("hi"), providers.CallOptions{Exchange: client, Key: "k", Getenv: only("", "")})
	if err != nil || m.Text() != "High at noon." || len(transport.asked) != 1 || transport.asked[0] != "https://api.deepseek.com/v1/chat/completions" {
		t.Errorf("%v, %+v, %v", transport.asked, m, err)
	}
}

// The model of a call is in its request, also if the conversation names none or
// another.
func TestTheCallsModelIsInTheRequest(t *testing.T) {
	other := conv.Prompt("hi")
	other.Request = &conv.Request{Model: "m-2"}
	for protocol := range vendors {
		for _, c := range []*conv.Conversation{conv.Prompt("hi"), other} {
			x := &standIn{status: 400}
			_, _ = providers.Reply(t.Context(), x, call(protocol, "https://example.com", false), c, nil)
			if asked := x.asked.URL + string(x.asked.Body); !strings.Contains(asked, "m-1") || strings.Contains(asked, "m-2") {
				t.Errorf("%s: asked %s", protocol, asked)
			}
		}
	}
}
