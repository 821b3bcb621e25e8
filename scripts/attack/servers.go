package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// protocol is a way to ask: a model, and where its server is set.
type protocol struct {
	model, variable     string
	begin, delta, ended string // of a stream; %s is the text
}

var asked = []protocol{
	{
		"deepseek/deepseek-chat", "DEEPSEEK_BASE_URL", "",
		`data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"%s"},"finish_reason":null}]}` + "\n\n",
		`data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n",
	},
	{
		"openai/gpt-5.4", "OPENAI_BASE_URL",
		`data: {"type":"response.created","response":{"id":"r","object":"response","status":"in_progress","output":[]}}` + "\n\n" +
			`data: {"type":"response.output_item.added","output_index":0,"item":{"id":"m","type":"message","role":"assistant","content":[]}}` + "\n\n" +
			`data: {"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}}` + "\n\n",
		`data: {"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":"%s"}` + "\n\n",
		`data: {"type":"response.completed","response":{"id":"r","object":"response","status":"completed","output":[{"id":"m","type":"message","role":"assistant","content":[{"type":"output_text","text":"hi"}]}]}}` + "\n\n",
	},
	{
		"anthropic/claude-sonnet-4-5", "ANTHROPIC_BASE_URL",
		"event: message_start\ndata: " + `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"m","usage":{"input_tokens":1,"output_tokens":1}}}` + "\n\n" +
			"event: content_block_start\ndata: " + `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\n",
		"event: content_block_delta\ndata: " + `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%s"}}` + "\n\n",
		"event: content_block_stop\ndata: " + `{"type":"content_block_stop","index":0}` + "\n\nevent: message_delta\ndata: " +
			`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}` + "\n\nevent: message_stop\ndata: " + `{"type":"message_stop"}` + "\n\n",
	},
	{
		"google/gemini-3.8-flash", "GOOGLE_GEMINI_BASE_URL", "",
		`data: {"candidates":[{"content":{"parts":[{"text":"%s"}],"role":"model"},"index":0}]}` + "\n\n",
		`data: {"candidates":[{"content":{"parts":[{"text":"."}],"role":"model"},"finishReason":"STOP","index":0}]}` + "\n\n",
	},
}

// says is an event that says a text, which is in JSON's escapes.
func (p *protocol) says(text string) string { return strings.ReplaceAll(p.delta, "%s", text) }

// visit is one request of a hostile server.
type visit struct {
	http.ResponseWriter
	*http.Request
	protocol
	other string // the address of another host
}

// say writes at once, and reports whether the client is still there.
func (v *visit) say(text string) bool {
	if _, err := fmt.Fprint(v.ResponseWriter, text); err != nil {
		return false
	}
	v.ResponseWriter.(http.Flusher).Flush()
	return v.Context().Err() == nil
}

// forever says a text again and again, until the client is gone.
func (v *visit) forever(text string, pause time.Duration) {
	for end := time.Now().Add(30 * time.Second); v.say(text) && time.Now().Before(end); {
		time.Sleep(pause)
	}
}

// raw says bytes instead of an HTTP answer, and breaks the connection.
func (v *visit) raw(text string) {
	conn, _, err := v.ResponseWriter.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	_, _ = conn.Write([]byte(text))
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
}

// hold waits until the client is gone.
func (v *visit) hold() {
	select {
	case <-v.Context().Done():
	case <-time.After(30 * time.Second):
	}
}

// askAll asks n hostile servers, some at a time.
func (a *attack) askAll(n int) {
	var stolen atomic.Int64
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var text strings.Builder
		_ = r.Header.Write(&text)
		if strings.Contains(text.String()+r.URL.String(), key) {
			stolen.Add(1)
		}
		w.WriteHeader(http.StatusTeapot)
	}))
	defer thief.Close()
	names := make(chan int)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range names {
				before := stolen.Load()
				r := a.ask(i, strings.Replace(thief.URL, "127.0.0.1", "localhost", 1))
				a.tellIf(stolen.Load() != before, "server "+hostiles[i%len(hostiles)].name, r, "sends the key to another host")
			}
		})
	}
	for i := range n {
		names <- i
	}
	close(names)
	all.Wait()
	a.servers += n
}

// limits are short, so that an attack is over soon.
var limits = []string{"--timeout", "2s", "--idle-timeout", "1s", "--max-event", "256k", "--max-answer", "1MB", "--retry", "1"}

// ask asks the hostile server of a number.
func (a *attack) ask(i int, other string) *run {
	h := hostiles[i%len(hostiles)]
	p := asked[(i+i/len(hostiles))%len(asked)]
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // or else it is not seen that the client is gone
		h.do(&visit{w, r, p, other})
	}))
	server.Config.ErrorLog = quiet
	server.Start()
	defer server.Close()
	defer server.CloseClientConnections()
	view := [][]string{nil, {"--errors", "json"}, {"-t", "text"}, {"-vv"}, {"-t", "anthropic-stream"}, {"--no-stream"}}[i%6]
	r := &run{
		args:  append(append([]string{"reply", "-m", p.model}, limits...), view...),
		stdin: `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`,
		env:   []string{p.variable + "=" + server.URL + "/v1"},
		limit: 15 * time.Second, // two attempts, a wait, and a busy machine
	}
	a.do("server "+h.name+" "+p.model, r)
	return r
}
