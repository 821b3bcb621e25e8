package commands

import (
	"bytes"
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
	told := &notice{text: "attempt 2", came: make(chan struct{})}
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
			select {
			case <-told.came: // the other call knows
			case <-r.Context().Done():
			}
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

// notice is a stderr on which a text is waited for.
type notice struct {
	text string
	came chan struct{} // closed when the text came
	all  []byte
}

func (n *notice) Write(b []byte) (int, error) {
	before := bytes.Contains(n.all, []byte(n.text))
	n.all = append(n.all, b...)
	if !before && bytes.Contains(n.all, []byte(n.text)) {
		close(n.came)
	}
	return len(b), nil
}
