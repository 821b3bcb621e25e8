package commands

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A thousand conversations are answered by a server that is overloaded for
// one in twenty and fails for another one. Two times the process is killed
// on the way, where a crash may happen: anywhere, and with half a line in the
// journal. What it was seen to have got is never asked for again, and in the
// end all is there, in order.
func TestBulkSurvivesKills(t *testing.T) {
	const items, jobs = 1000, 8
	s := &bulkServer{answered: make([]int, items), asked: make([]int, items)}
	server := httptest.NewServer(s)
	defer server.Close()
	dir := t.TempDir()
	input, journal := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "run.journal")
	var lines strings.Builder
	for i := range items {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"item %d."}]}]}`+"\n", i)
	}
	if err := os.WriteFile(input, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	start := func() (cmd *exec.Cmd, out *bytes.Buffer) {
		out = &bytes.Buffer{}
		cmd = exec.Command("convo", "reply", "-q", "-j", strconv.Itoa(jobs), "--resume", journal, "-m", "m", "--base-url", server.URL+"/v1", input)
		cmd.Stdout, cmd.Stderr = out, os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, out
	}
	kill := func(cmd *exec.Cmd) (kept map[int]bool) {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		s.until(t, func() bool { return s.serving == 0 })
		kept = journaled(t, journal)
		if len(kept) == 0 || len(kept) == items {
			t.Fatalf("killed in the middle, %d answers are kept", len(kept))
		}
		return kept
	}

	// Killed anywhere: what the server sent and nobody kept is what was on
	// its way.
	cmd, _ := start()
	s.until(t, func() bool { return s.total >= 200 })
	kept := kill(cmd)
	lost := map[int]bool{}
	for i, n := range s.answers() {
		if n > 0 && !kept[i] {
			lost[i] = true
		}
	}
	if len(lost) > jobs {
		t.Errorf("%d answers were lost, and at most %d were on their way", len(lost), jobs)
	}

	// Killed while the server is silent: nothing is on its way.
	s.silent(600)
	cmd, _ = start()
	s.until(t, func() bool { return s.total == 600 && len(journaled(t, journal)) == 600-len(lost) })
	kill(cmd)
	f, err := os.OpenFile(journal, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(`{"of":"1:999:1:1#1","digest":"half a li`)
	if err := firstOf(err, f.Close()); err != nil {
		t.Fatal(err)
	}

	s.silent(0)
	cmd, out := start()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	for i, n := range s.answers() {
		if n != 1 && !(n == 2 && lost[i]) {
			t.Errorf("item %d was answered %d times", i, n)
		}
	}
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(got) != items {
		t.Fatalf("%d conversations came out", len(got))
	}
	for i, line := range got {
		if !strings.Contains(line, fmt.Sprintf(`"text":"item %d."`, i)) || !strings.Contains(line, fmt.Sprintf(`"text":"answer %d."`, i)) {
			t.Fatalf("line %d is %s", i+1, line)
		}
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// journaled are the items whose answers a journal has.
func journaled(t *testing.T, name string) map[int]bool {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	kept := map[int]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\{"of":"1:(\d+):1:1#1".*\}$`).FindAllStringSubmatch(string(data), -1) {
		line, _ := strconv.Atoi(m[1])
		kept[line-1] = true
	}
	return kept
}

// bulkServer answers "item N." with "answer N.", for some only the second
// time, and keeps count.
type bulkServer struct {
	mu       sync.Mutex
	asked    []int
	answered []int
	begun    int // answers
	total    int // answers that were sent
	serving  int
	limit    int // the answers after which it says nothing; 0 is none
}

func (s *bulkServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	item := regexp.MustCompile(`item (\d+)\.`).FindSubmatch(body)
	if err != nil || item == nil {
		return
	}
	i, _ := strconv.Atoi(string(item[1]))
	s.mu.Lock()
	s.serving++
	defer s.served()
	s.asked[i]++
	first, silent := s.asked[i] == 1, false
	fails := first && (i%20 == 3 || i%20 == 7)
	if !fails {
		s.begun++
		silent = s.limit > 0 && s.begun > s.limit
	}
	s.mu.Unlock()
	switch {
	case silent:
		<-r.Context().Done()
		return
	case fails:
		w.Header().Set("Retry-After-Ms", "2")
		w.WriteHeader(map[int]int{3: 429, 7: 500}[i%20])
		fmt.Fprint(w, `{"error":{"message":"later"}}`)
		return
	}
	fmt.Fprintf(w, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"answer %d.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", i)
	s.mu.Lock()
	s.answered[i]++
	s.total++
	s.mu.Unlock()
}

func (s *bulkServer) served() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serving--
}

// silent makes it say nothing after so many answers in all.
func (s *bulkServer) silent(after int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit, s.begun = after, s.total
}

func (s *bulkServer) answers() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]int(nil), s.answered...)
}

func (s *bulkServer) until(t *testing.T, done func() bool) {
	t.Helper()
	for ; ; time.Sleep(2 * time.Millisecond) { // for ever if it is never done
		s.mu.Lock()
		ok := done()
		s.mu.Unlock()
		if ok {
			return
		}
	}
}
