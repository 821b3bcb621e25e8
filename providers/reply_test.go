package providers_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"convo/conv"
	"convo/providers"
)

// server answers each call with what answer writes, after checking the request.
func server(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a server notices that the client is gone only after reading
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func call(format, url string, streamed bool) *providers.Call {
	return &providers.Call{
		Protocol: providers.ProtocolOf(format), Provider: "acme", Model: "m-1",
		BaseURL: url, Key: "sk-planted", Streamed: streamed,
	}
}

func ask(t *testing.T, c *providers.Call, on func(conv.Event)) (*conv.AssistantMessage, error) {
	t.Helper()
	return askWithin(t, providers.Limits{}, c, on)
}

func askWithin(t *testing.T, limits providers.Limits, c *providers.Call, on func(conv.Event)) (*conv.AssistantMessage, error) {
	t.Helper()
	q := conv.Prompt("What is the tide?")
	q.Request = &conv.Request{Model: "m-1", MaxTokens: "100"}
	return providers.Reply(t.Context(), providers.NewClient(limits), c, c.Asked(q, nil), on)
}

// Each protocol asks as its servers expect, and reads each recorded answer in
// the test data as its formats read it, whole and streamed.
func TestReplyReadsWhatServersAnswer(t *testing.T) {
	answers(t, func(t *testing.T, protocol, dir string) {
		if providers.ProtocolOf(protocol) == nil {
			return // not called yet
		}
		for _, kind := range []struct{ file, format, contentType string }{
			{"/response.json", protocol + "-response", "application/json"},
			{"/stream.sse", protocol + "-stream", "text/event-stream"},
		} {
			body := read(t, dir+kind.file)
			url := server(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", kind.contentType)
				w.Header().Set("X-Request-Id", "req_1")
				_, _ = w.Write(body)
			})
			var a conv.Assembler
			got, err := ask(t, call(protocol, url, kind.file == "/stream.sse"), a.Add)
			if err != nil {
				t.Fatal(err)
			}
			if got.Provider != "acme" || got.Model != "m-1" || got.ProviderRequestID != "req_1" {
				t.Errorf("signed by %q, %q, %q", got.Provider, got.Model, got.ProviderRequestID)
			}
			want := decoded(t, lookup(t, kind.format), body, nil)
			told := &conv.Conversation{Messages: []conv.Message{a.Message()}}
			if native(told) != native(want) {
				t.Errorf("%s: what is told is another answer:\n%s", kind.format, diff(native(want), native(told)))
			}
		}
	})
}

func TestReplyAsks(t *testing.T) {
	for _, test := range []struct {
		format   string
		streamed bool
		path     string
		header   map[string]string
		body     string
	}{
		{"openai-chat", true, "/v1/chat/completions", map[string]string{"Authorization": "Bearer sk-planted"}, `"stream":true,"stream_options":{"include_usage":true}`},
		{"openai-chat", false, "/v1/chat/completions", nil, `{"model":"m-1","messages":[{"role":"user","content":"What is the tide?"}],"max_tokens":100}`},
		{"openai-responses", true, "/v1/responses", map[string]string{"Authorization": "Bearer sk-planted"}, `"max_output_tokens":100,"stream":true}`},
		{"openai-responses", false, "/v1/responses", nil, `{"model":"m-1","input":"What is the tide?","max_output_tokens":100}`},
		{"anthropic", true, "/v1/messages", map[string]string{"X-Api-Key": "sk-planted", "Anthropic-Version": "2023-06-01"}, `"stream":true`},
	} {
		var path, body string
		var header http.Header
		url := server(t, func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			path, header, body = r.URL.Path, r.Header, string(b)
			w.WriteHeader(http.StatusTeapot)
		})
		if strings.HasPrefix(test.format, "openai") {
			url += "/v1"
		}
		_, _ = ask(t, call(test.format, url, test.streamed), nil)
		if path != test.path || !strings.Contains(body, test.body) {
			t.Errorf("%s: asked %s for %s", test.format, path, body)
		}
		for name, value := range test.header {
			if header.Get(name) != value {
				t.Errorf("%s: %s is %q", test.format, name, header.Get(name))
			}
		}
	}
}

// If an answer breaks off, what came is returned, with the reason.
func TestReplyKeepsWhatCame(t *testing.T) {
	const begin = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m-1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"High\"},\"finish_reason\":null}]}\n\n"
	for name, test := range map[string]struct {
		then http.HandlerFunc
		idle time.Duration
		stop conv.StopReason
		fail string
	}{
		"the connection breaks": {func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, 0, conv.StopAborted, "the connection broke"},
		"nothing more comes":    {func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 2 * time.Second, conv.StopAborted, "nothing came for 2s"},
		"the server fails": {func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "data: {\"error\":{\"message\":\"upstream died\",\"code\":502}}\n\n")
		}, 0, conv.StopError, ""},
		"it just ends": {func(w http.ResponseWriter, r *http.Request) {}, 0, conv.StopAborted, ""},
	} {
		t.Run(name, func(t *testing.T) {
			url := server(t, func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprint(w, begin)
				w.(http.Flusher).Flush()
				test.then(w, r)
			})
			m, err := askWithin(t, providers.Limits{Idle: test.idle}, call("openai-chat", url, true), nil)
			if m == nil || m.Text() != "High" || m.StopReason != test.stop {
				t.Fatalf("%+v, %v", m, err)
			}
			if (err == nil) != (test.fail == "") || err != nil && err.Error() != test.fail {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestReplyGivesUpWhenToldTo(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	c := call("anthropic", url, true)
	_, err := providers.Reply(ctx, providers.NewClient(providers.Limits{}), c, conv.Prompt("hi"), nil)
	var failed *providers.WireError
	if !errors.As(err, &failed) || failed.Error() != "aborted" {
		t.Error(err)
	}
}

func TestReplyToldOfAFailure(t *testing.T) {
	for _, test := range []struct {
		status int
		body   string
		want   string
	}{
		{401, `{"error":{"message":"Incorrect API key provided: sk-planted.","type":"invalid_request_error","code":"invalid_api_key"}}`, "Incorrect API key provided: ***. (invalid_api_key)"},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: Field required"}}`, "max_tokens: Field required (invalid_request_error)"},
		{404, `[{"error":{"code":404,"message":"no such model","status":"NOT_FOUND"}}]`, "no such model (NOT_FOUND)"},
		{502, "<html>bad gateway</html>", "Bad Gateway"},
		{400, `{"detail":"Invalid"}`, "Invalid"},
	} {
		url := server(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(test.status)
			fmt.Fprint(w, test.body)
		})
		_, err := ask(t, call("openai-chat", url, true), nil)
		var failed *providers.CallError
		if !errors.As(err, &failed) || failed.Status != test.status || err.Error() != test.want {
			t.Errorf("%d: %v", test.status, err)
		}
	}
}

func TestReplyThatIsNone(t *testing.T) {
	for body, want := range map[string]string{
		"":                            "the answer is empty",
		" \n":                         "the answer is empty",
		"<html>":                      "the answer is a web page: is the base URL right?",
		"data: [DONE]\n\n":            "the stream has no Chat Completions chunks",
		`{"object":"list","data":[]}`: "",
	} {
		url := server(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, body) })
		m, err := ask(t, call("openai-chat", url, true), nil)
		if err == nil || m != nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, %v", body, m, err)
		}
	}
}
