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
	"testing"
)

// What a model says is passed on at once: each piece is out before the next
// one is in, for the server does not send it earlier.
func TestReplyIsPrompt(t *testing.T) {
	const pieces = 15
	question := filepath.Join(t.TempDir(), "question.json")
	if err := os.WriteFile(question, []byte(`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"?"}]}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for to, lines := range map[string]int{"text": 1, "openai-chat-stream": 2} {
		seen := make(chan bool, pieces)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			for i := range pieces {
				fmt.Fprintf(w, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%d\\n\"},\"finish_reason\":null}]}\n\n", i)
				w.(http.Flusher).Flush()
				select {
				case <-seen:
				case <-r.Context().Done():
					return
				}
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
		in := bufio.NewScanner(out)
		if lines > 1 { // a stream has a first event of its own
			in.Scan()
			in.Scan()
		}
		for i := range pieces {
			for range lines {
				if !in.Scan() {
					t.Fatalf("-t %s: piece %d was held back", to, i)
				}
			}
			seen <- true
		}
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
		server.Close()
	}
}
