package commands

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A run of several calls at once fails at its first conversation. What models
// are answering by then is paid for: it is waited for and kept, in order, and
// nothing more is asked.
func TestLateFailureKeepsWhatIsOnItsWay(t *testing.T) {
	const items, jobs = 40, 3
	s := &lateServer{two: make(chan struct{})}
	server := httptest.NewServer(s)
	defer server.Close()
	dir := t.TempDir()
	input, output := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "out.jsonl")
	var lines strings.Builder
	for i := range items {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"item %02d."}]}]}`+"\n", i)
	}
	if err := os.WriteFile(input, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("convo", "reply", "-j", fmt.Sprint(jobs), "--retry", "0", "-m", "m", "--base-url", server.URL+"/v1", "-o", output, input)
	cmd.Stderr = &s.said
	err := cmd.Run()
	if err == nil || !strings.Contains(err.Error(), "exit status 11") {
		t.Errorf("ended with %v", err)
	}
	if !regexp.MustCompile(`(?s)waiting for [23] answers that the models have begun\n.*in.jsonl:1:1: m: HTTP 400.*out.jsonl.partial`).MatchString(s.said.String()) {
		t.Errorf("said: %s", &s.said)
	}
	if _, err := os.Stat(output); err == nil {
		t.Error("the file is there")
	}
	kept, err := os.ReadFile(output + ".partial")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^.*"item (\d+)\.".*"text":"answer (\d+)\.".*$`).FindAllStringSubmatch(string(kept), -1) {
		if m[1] != m[2] {
			t.Errorf("item %s has answer %s", m[1], m[2])
		}
		got = append(got, m[1])
	}
	// One more may be asked for before the failure is seen.
	answered := s.answered()
	if !slices.Equal(got, answered) || len(got) < jobs-1 || len(got) > jobs || strings.Count(string(kept), "\n") != len(got) {
		t.Errorf("%q were answered, and kept is %s", answered, kept)
	}
}

// lateServer refuses item 00 when two others are asked for, and answers the
// others when convo has said that it failed, the last first.
type lateServer struct {
	mu    sync.Mutex
	asked []string
	two   chan struct{} // closed when two others are asked for
	said  heard         // by convo
}

func (s *lateServer) answered() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.asked)
	return s.asked
}

func (s *lateServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	item := regexp.MustCompile(`item (\d+)\.`).FindSubmatch(body)
	if err != nil || item == nil {
		return
	}
	if string(item[1]) == "00" {
		<-s.two
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"message":"No."}}`)
		return
	}
	s.mu.Lock()
	s.asked = append(s.asked, string(item[1]))
	n := len(s.asked)
	s.mu.Unlock()
	if n == 2 {
		close(s.two)
	}
	s.said.wait("waiting for", r.Context().Done())
	time.Sleep(time.Duration(500/n) * time.Millisecond)
	fmt.Fprintf(w, `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"answer %s."},"finish_reason":"stop"}]}`, item[1])
}
