package commands

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// What a model says is passed on within 10 ms, each piece by itself. A busy
// machine may keep one waiting, so it is the usual one that counts.
func TestReplyIsPrompt(t *testing.T) {
	const pieces, limit = 15, 10 * time.Millisecond
	question := filepath.Join(t.TempDir(), "question.json")
	if err := os.WriteFile(question, []byte(`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"?"}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for to, lines := range map[string]int{"text": 1, "openai-chat-stream": 2} {
		sent := make(chan time.Time, pieces)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			for i := range pieces {
				time.Sleep(15 * time.Millisecond)
				sent <- time.Now()
				fmt.Fprintf(w, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%d\\n\"},\"finish_reason\":null}]}\n\n", i)
				w.(http.Flusher).Flush()
			}
		}))
		cmd := exec.Command("convo", "reply", "-t", to, "-m", "m", "--base-url", server.URL+"/v1", question)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var waits []time.Duration
		in := bufio.NewScanner(out)
		if lines > 1 { // a stream has a first event of its own
			in.Scan()
			in.Scan()
		}
		for range pieces {
			for range lines {
				in.Scan()
			}
			waits = append(waits, time.Since(<-sent))
		}
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
		server.Close()
		slices.Sort(waits)
		if usual := waits[len(waits)/2]; usual > limit || usual < 0 {
			t.Errorf("-t %s: usually %v, at most %v", to, usual, waits[len(waits)-1])
		}
	}
}
