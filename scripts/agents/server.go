package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"convo/scripts/must"
)

// A server plays the models of all vendors. It keeps every request.
type server struct {
	address string // http://127.0.0.1:port

	mu       sync.Mutex
	dir      string // where requests are written
	number   int
	requests []*request
	stalled  chan struct{} // receives when an answer hangs or a long call starts
}

// serve starts a server on a port of this machine.
func serve() *server {
	listener := must.Get(net.Listen("tcp", "127.0.0.1:8123"))
	s := &server{address: "http://" + listener.Addr().String(), stalled: make(chan struct{}, 100)}
	go func() { _ = http.Serve(listener, s) }()
	return s
}

// begin forgets the requests, and writes those to come into a folder.
func (s *server) begin(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dir, s.requests = dir, nil
	for len(s.stalled) > 0 {
		<-s.stalled
	}
	must.Do(os.RemoveAll(dir))
	must.Do(os.MkdirAll(dir, 0o755))
}

// seen is the requests since begin.
func (s *server) seen() []*request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*request(nil), s.requests...)
}

// keep parses a request, writes it down and gives it a number.
func (s *server) keep(path string, body []byte) (*request, int, error) {
	r, err := parse(path, body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.number++
	protocol := "other"
	if err == nil {
		protocol = r.protocol
		s.requests = append(s.requests, r)
	}
	name := filepath.Join(s.dir, fmt.Sprintf("%04d-%s.json", s.number, protocol))
	if !json.Valid(body) {
		body, _ = json.Marshal(string(body))
	}
	answer := ""
	if err == nil {
		answer = plan(r, s.number).text
	}
	kept, _ := json.Marshal(map[string]any{"path": path, "body": json.RawMessage(body), "answer": answer})
	if e := os.WriteFile(name, kept, 0o644); e != nil {
		fmt.Fprintln(os.Stderr, "agents:", e)
	}
	return r, s.number, err
}

func (s *server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if req.Method != http.MethodPost {
		if strings.Contains(req.URL.Path, "/models") {
			_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"m1","object":"model","created":1,"owned_by":"us"}],"models":[]}`)
			return
		}
		w.WriteHeader(http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	switch {
	case strings.HasSuffix(req.URL.Path, "/count_tokens"):
		_, _ = io.WriteString(w, `{"input_tokens":20}`)
		return
	case strings.HasSuffix(req.URL.Path, ":countTokens"):
		_, _ = io.WriteString(w, `{"totalTokens":20}`)
		return
	}
	r, n, err := s.keep(req.URL.Path, body)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	s.answer(w, req, plan(r, n), r)
}

// answer writes an answer the way that the request wants it.
func (s *server) answer(w http.ResponseWriter, req *http.Request, a answer, r *request) {
	if !r.stream {
		_, _ = io.Copy(w, bytes.NewReader(a.rest(r.protocol)))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range a.stream(r.protocol) {
		_, _ = io.WriteString(w, e)
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
	slow := len(a.calls) > 0 && strings.Contains(a.calls[0].args, "sleep 60")
	if a.hang || slow {
		s.stalled <- struct{}{}
	}
	if a.hang {
		select {
		case <-req.Context().Done():
		case <-time.After(time.Minute):
		}
	}
}
