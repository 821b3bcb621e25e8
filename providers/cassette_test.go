package providers_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"

	"convo/conv"
	"convo/providers"
)

// A cassette repeats what a server answered, in each protocol, whole and
// streamed: the same message, usage and end.
func TestCassetteAnswersAsTheServerDid(t *testing.T) {
	answers(t, func(t *testing.T, protocol, dir string) {
		if providers.ProtocolOf(protocol) == nil {
			return // not called yet
		}
		for _, file := range []string{"/response.json", "/stream.sse"} {
			body := read(t, dir+file)
			url := server(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Request-Id", "req_1")
				w.Header().Set("Set-Cookie", "planted")
				_, _ = w.Write(body)
			})
			c := call(protocol, url, file == "/stream.sse")
			q := conv.Prompt("What is the tide?")
			q.Request = &conv.Request{Model: "m-1", MaxTokens: "100"}
			q = c.Asked(q, nil)

			var tape bytes.Buffer
			recording, err := providers.ReadCassette(nil)
			if err != nil {
				t.Fatal(err)
			}
			live := recording.Around(providers.NewClient(providers.Limits{}), providers.CassetteRecord, &tape)
			want, err := providers.Reply(t.Context(), live, c, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(tape.String(), "planted") {
				t.Errorf("a secret is kept:\n%s", &tape)
			}
			recorded, err := providers.ReadCassette(tape.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			c.BaseURL, c.Key = "https://elsewhere.example"+strings.TrimPrefix(c.BaseURL, url), ""
			got, err := providers.Reply(t.Context(), recorded.Around(nil, providers.CassetteReplay, nil), c, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if answerJSON(got) != answerJSON(want) {
				t.Errorf("got %s\nwant %s", answerJSON(got), answerJSON(want))
			}
		}
	})
}

// An error is recorded like any other answer.
func TestCassetteRecordsFailures(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"error":{"message":"Rate limit reached for sk-planted"}}`))
	})
	c := call("openai-chat", url, true)
	var tape bytes.Buffer
	recording, _ := providers.ReadCassette(nil)
	x := recording.Around(providers.NewClient(providers.Limits{}), providers.CassetteRecord, &tape)
	_, want := providers.Reply(t.Context(), x, c, conv.Prompt("?"), nil)
	recorded, err := providers.ReadCassette(tape.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	_, got := providers.Reply(t.Context(), recorded.Around(nil, providers.CassetteReplay, nil), c, conv.Prompt("?"), nil)
	var failed *providers.CallError
	if !errors.As(got, &failed) || failed.Status != 429 || failed.RetryAfter.Seconds() != 7 || got.Error() != want.Error() {
		t.Errorf("got %v, want %v", got, want)
	}
	if strings.Contains(tape.String(), "sk-planted") {
		t.Errorf("a secret is kept:\n%s", &tape)
	}
}
