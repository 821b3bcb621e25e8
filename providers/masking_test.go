package providers_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"convo/conv"
	"convo/providers"
)

const planted = "sk-planted/0123456789"

// chatDelta is an event of a Chat Completions stream; delta is JSON.
func chatDelta(delta string) string {
	return `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m-1","choices":[{"index":0,"delta":` + delta + `,"finish_reason":null}]}` + "\n\n"
}

// deltasOf is all text that events carry, by block.
func deltasOf(all []conv.Event) (text string) {
	for _, e := range all {
		text += e.Delta
	}
	return text
}

// A key that a server repeats, however it spells or splits it, is neither in the
// answer nor in its events.
func TestAKeyThatComesBackInDeltasIsHidden(t *testing.T) {
	for name, test := range map[string]struct{ stream, want string }{
		"split":        {chatDelta(`{"content":"the key sk-pl"}`) + chatDelta(`{"content":"anted"}`) + chatDelta(`{"content":"/0123456789."}`), "the key *********************."},
		"one by one":   {chatDelta(`{"content":"s"}`) + chatDelta(`{"content":"k-planted/012345678"}`) + chatDelta(`{"content":"9"}`), "*********************"},
		"escaped":      {chatDelta(`{"content":"\u0073k-planted\/01"}`) + chatDelta(`{"content":"23456789"}`), "*********************"},
		"reasoning":    {chatDelta(`{"reasoning_content":"sk-planted/"}`) + chatDelta(`{"reasoning_content":"0123456789"}`), "*********************"},
		"begun":        {chatDelta(`{"content":"sk-plant"}`) + chatDelta(`{"content":"s"}`), "sk-plants"},
		"begun at end": {chatDelta(`{"content":"it is sk-planted/"}`), "it is sk-planted/"},
		"arguments": {
			chatDelta(`{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"a\":\"\\u0"}}]}`) +
				chatDelta(`{"tool_calls":[{"index":0,"function":{"arguments":"073k-planted\\/01234"}}]}`) +
				chatDelta(`{"tool_calls":[{"index":0,"function":{"arguments":"56789\"}"}}]}`),
			`{"a":"***************************"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			url := server(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Request-Id", "for "+planted)
				fmt.Fprint(w, test.stream, `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
			})
			c := call("openai-chat", url, true)
			c.Key = planted
			var all []conv.Event
			var a conv.Assembler
			m, err := ask(t, c, func(e conv.Event) { all = append(all, e); a.Add(e) })
			if err != nil {
				t.Fatal(err)
			}
			got := native(&conv.Conversation{Messages: []conv.Message{m}})
			live := a.Message()
			live.ProviderRequestID, live.Provider, live.Model = m.ProviderRequestID, m.Provider, m.Model
			if other := native(&conv.Conversation{Messages: []conv.Message{live}}); other != got {
				t.Errorf("what is told is another answer:\n%s", diff(got, other))
			}
			begun := strings.HasPrefix(name, "begun")
			if m.ProviderRequestID != "for ***" || !begun && strings.Contains(got, "planted") {
				t.Error(got)
			}
			if quoted, _ := json.Marshal(test.want); deltasOf(all) != test.want || !strings.Contains(got, strings.Trim(string(quoted), `"`)) && !strings.Contains(got, test.want) {
				t.Errorf("%q, %s", deltasOf(all), got)
			}
		})
	}
}

// Errors do not show the key either.
func TestAKeyThatComesBackInAnErrorIsHidden(t *testing.T) {
	for _, answer := range []string{
		`{"error":{"message":"key sk-planted\/0123456789 is wrong","code":"\u0073k-planted/0123456789"}}`,
		`{"error":{"message":"key s\u006b-planted%2F0123456789 is wrong"}}`,
	} {
		url := server(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Request-Id", planted)
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, answer)
		})
		c := call("openai-chat", url, true)
		c.Key = planted
		_, err := ask(t, c, nil)
		var failed *providers.CallError
		if !errors.As(err, &failed) || !strings.Contains(failed.Message, "is wrong") || strings.Contains(fmt.Sprintf("%+v", *failed), "planted") {
			t.Errorf("%s: %+v", answer, err)
		}
	}
}

// The secrets of a base URL are as secret as a key.
func TestThePasswordOfABaseURLIsHidden(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		fmt.Fprintf(w, `{"id":"c","object":"chat.completion","created":1,"model":"m-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"%s %s %s %s"}}]}`, user, password, r.URL.Query().Get("sig"), r.Header.Get("Authorization"))
	})
	c := call("openai-chat", strings.Replace(url, "://", "://me:pass-word-0123456789@", 1)+"?sig=signed-0123456789", false)
	c.Key = ""
	m, err := ask(t, c, nil)
	if err != nil || len(m.Content) != 1 {
		t.Fatal(m, err)
	}
	got := m.Content[0].(*conv.TextContent).Text
	if !strings.HasPrefix(got, "me **") || !strings.Contains(got, " Basic ***") || strings.Trim(got, "me* Basic") != "" {
		t.Error(got)
	}
}
