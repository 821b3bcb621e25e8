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
	isRefused := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return !refused.IsZero()
	}
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
			for !isRefused() {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(wait / 2) // until the other call knows
		}
		fmt.Fprint(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}`)
	}))
	defer server.Close()
	var lines strings.Builder
	for i := range 4 {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"item %d"}]}]}`+"\n", i)
	}
	cmd := exec.Command("convo", "reply", "-j", "2", "-m", "m", "--base-url", server.URL+"/v1")
	cmd.Stdin = strings.NewReader(lines.String())
	if out, err := cmd.Output(); err != nil || strings.Count(string(out), `"text":"ok"`) != 4 {
		t.Errorf("%v: %s", err, out)
	}
	for _, item := range []string{"item 2", "item 3"} {
		if came[item] < wait*9/10 {
			t.Errorf("%s came %v after the server had asked for %v", item, came[item], wait)
		}
	}
}
