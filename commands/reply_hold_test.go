package commands

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A server that says when to come again is left alone until then, by all of
// the calls that are made at once.
func TestAllCallsHeedRetryAfter(t *testing.T) {
	const wait = 700 * time.Millisecond
	var mu sync.Mutex
	var refused time.Time
	came := map[string]time.Duration{}
	told := &heard{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		item := regexp.MustCompile(`item \d`).FindString(string(body))
		mu.Lock()
		first := item == "item 0" && refused.IsZero()
		switch {
		case first:
			refused = time.Now()
		case !refused.IsZero():
			came[item] = time.Since(refused)
		}
		mu.Unlock()
		if first {
			w.Header().Set("Retry-After-Ms", fmt.Sprint(wait.Milliseconds()))
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		if item == "item 1" {
			told.wait("attempt 2", r.Context().Done()) // the other call knows
		}
		fmt.Fprint(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}`)
	}))
	defer server.Close()
	var lines strings.Builder
	for i := range 4 {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"item %d"}]}]}`+"\n", i)
	}
	cmd := exec.Command("convo", "reply", "-v", "-j", "2", "-m", "m", "--base-url", server.URL+"/v1")
	cmd.Stdin, cmd.Stderr = strings.NewReader(lines.String()), told
	if out, err := cmd.Output(); err != nil || strings.Count(string(out), `"text":"ok"`) != 4 {
		t.Errorf("%v: %s", err, out)
	}
	for _, item := range []string{"item 2", "item 3"} {
		if came[item] < wait*9/10 {
			t.Errorf("%s came %v after the server had asked for %v", item, came[item], wait)
		}
	}
}

// heard is what a program has said so far on stderr.
type heard struct {
	mu  sync.Mutex
	all []byte
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, b...)
	return len(b), nil
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.all)
}

// wait waits until the program has said a text, or something is over.
func (h *heard) wait(text string, over <-chan struct{}) {
	for !strings.Contains(h.String(), text) {
		select {
		case <-over:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}
