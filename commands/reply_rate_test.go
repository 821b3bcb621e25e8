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

// rated is a server that notes when each item comes.
type rated struct {
	mu    sync.Mutex
	came  []time.Time
	items []string
	head  func(n int, h http.Header) (status int) // of the nth answer, from 0
	wait  func(n int) time.Duration               // before the nth answer
}

func (s *rated) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	n := len(s.came)
	s.came = append(s.came, time.Now())
	s.items = append(s.items, regexp.MustCompile(`item \d+`).FindString(string(body)))
	s.mu.Unlock()
	if s.wait != nil {
		time.Sleep(s.wait(n))
	}
	if s.head != nil {
		if status := s.head(n, w.Header()); status != 200 {
			w.WriteHeader(status)
			return
		}
	}
	fmt.Fprint(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}],"usage":{"prompt_tokens":600,"completion_tokens":400,"total_tokens":1000}}`)
}

// reply asks the server for the answers to some conversations, and returns how long
// that took.
func (s *rated) reply(t *testing.T, conversations int, args ...string) time.Duration {
	t.Helper()
	server := httptest.NewServer(s)
	defer server.Close()
	var lines strings.Builder
	for i := range conversations {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"item %d."}]}]}`+"\n", i)
	}
	cmd := exec.Command("convo", append([]string{"reply", "-q", "-m", "m", "--base-url", server.URL + "/v1"}, args...)...)
	cmd.Stdin = strings.NewReader(lines.String())
	begun := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), `"text":"ok"`) != conversations {
		t.Errorf("%v: %s", err, out)
	}
	return time.Since(begun)
}

// A tenth of a second is between 600 calls a minute, however many workers there are.
// What a worker was late may be made up for.
func TestCallsAMinute(t *testing.T) {
	s := &rated{}
	const calls, least = 12, 11*100*time.Millisecond - 50*time.Millisecond
	if took := s.reply(t, calls, "-j", "8", "--rpm", "600"); took < least {
		t.Errorf("%d calls took %v", calls, took)
	}
}

// Further attempts are calls, too: six calls of which one is refused are seven.
func TestFurtherAttemptsAreCalls(t *testing.T) {
	s := &rated{head: func(n int, h http.Header) int {
		if h.Set("Retry-After-Ms", "1"); n == 0 {
			return 429
		}
		return 200
	}}
	const least = 6*200*time.Millisecond - 50*time.Millisecond
	if took := s.reply(t, 6, "-j", "6", "--rpm", "300"); took < least || len(s.came) != 7 {
		t.Errorf("%d calls took %v", len(s.came), took)
	}
}

// The tokens of an answer count instead of the estimate, which knows nothing of its
// length: 1000 of 600k a minute are a tenth of a second.
func TestTokensAMinute(t *testing.T) {
	s := &rated{}
	const least = 9*100*time.Millisecond - 50*time.Millisecond
	if took := s.reply(t, 10, "--tpm", "600k"); took < least {
		t.Errorf("10 calls took %v", took)
	}
	// The first estimate is a limit of 200,000 tokens, which is far too much: the
	// second call waits for what the first had, and not for 20 seconds.
	if took := (&rated{}).reply(t, 6, "-j", "3", "--tpm", "600k", "--max-tokens", "200000"); took > 15*time.Second {
		t.Errorf("6 calls took %v", took)
	}
}

// When a server says that nothing is left, no worker calls it until there is.
func TestAllCallsHeedRateLimits(t *testing.T) {
	const wait = 700 * time.Millisecond
	for name, headers := range map[string][]string{
		"OpenAI": {"X-Ratelimit-Remaining-Requests", "0", "X-Ratelimit-Reset-Requests", "700ms"},
		"tokens": {"X-Ratelimit-Limit-Tokens", "1000", "X-Ratelimit-Remaining-Tokens", "0", "X-Ratelimit-Reset-Tokens", "70s"},
	} {
		s := &rated{
			head: func(n int, h http.Header) int {
				for i := 0; n == 0 && i < len(headers); i += 2 {
					h.Set(headers[i], headers[i+1])
				}
				return 200
			},
			wait: func(n int) time.Duration { return time.Duration(min(n, 1)) * 200 * time.Millisecond },
		}
		s.reply(t, 6, "-j", "2")
		for n := 2; n < len(s.came); n++ {
			if after := s.came[n].Sub(s.came[0]); after < wait {
				t.Errorf("%s: call %d came %v after one whose answer asked for %v", name, n, after, wait)
			}
		}
	}
}
