package wire

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// inMemory is a server without a network that gives these answers in order. In a
// synctest bubble time passes only while everybody waits, so these tests find the
// same on a busy machine.
type inMemory struct {
	answers []http.HandlerFunc
	asked   int
	at      sync.WaitGroup // answers that are being written
}

func (s *inMemory) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := s.answers[min(s.asked, len(s.answers)-1)]
	s.asked++
	in, out := io.Pipe()
	w := &pipeWriter{PipeWriter: out, header: http.Header{}, begun: make(chan int, 1)}
	stop := context.AfterFunc(r.Context(), func() { in.CloseWithError(context.Cause(r.Context())) })
	s.at.Go(func() {
		defer stop()
		answer(w, r)
		w.WriteHeader(http.StatusOK)
		out.CloseWithError(context.Cause(r.Context())) // nil closes it as usual, a server that is left cannot end its answer
	})
	select {
	case code := <-w.begun:
		return &http.Response{StatusCode: code, Header: w.header, Body: in, Request: r}, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// pipeWriter writes the body of an answer, each piece when the one before is
// read.
type pipeWriter struct {
	*io.PipeWriter
	header http.Header
	begun  chan int
	sent   bool
}

func (w *pipeWriter) Header() http.Header { return w.header }
func (w *pipeWriter) Flush()              {}

func (w *pipeWriter) WriteHeader(code int) {
	if !w.sent {
		w.sent = true
		w.begun <- code
	}
}

func (w *pipeWriter) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.PipeWriter.Write(b)
}

// heard is what an answer was, and how long it took.
type heard struct {
	text  string
	err   error
	after time.Duration
	asked int
}

// listen asks a server in memory.
func listen(t *testing.T, limits Limits, streamed bool, answers ...http.HandlerFunc) (h heard) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		server := &inMemory{answers: answers}
		c := quick(limits)
		c.Transport = server
		r := post("http://localhost/v1")
		r.Streamed = streamed
		began := time.Now()
		resp, err := c.Do(t.Context(), r)
		h.err = err
		if err == nil {
			var text []byte
			text, h.err = io.ReadAll(resp.Body)
			h.text = string(text)
			resp.Body.Close()
		}
		h.after, h.asked = time.Since(began), server.asked
		server.at.Wait()
	})
	return h
}

// repeated writes text again and again until the client has enough.
func repeated(text string, every time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "data: first\n\n")
		w.(http.Flusher).Flush()
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, text); err != nil {
				return
			}
			if every > 0 {
				w.(http.Flusher).Flush()
				time.Sleep(every)
			}
		}
	}
}

// Comments, which say nothing, do not keep an answer alive.
func TestCommentsAreIdleness(t *testing.T) {
	for _, noise := range []string{": ping\n\n", "\n", " ", "retry: 1\n\n"} {
		h := listen(t, Limits{Idle: 80 * time.Millisecond, Whole: 20 * time.Second}, true, repeated(noise, 5*time.Millisecond))
		if kind, what := kindOf(h.err); kind != Timeout || what != "nothing came for 80ms" || !strings.HasPrefix(h.text, "data: first\n\n"+noise) {
			t.Errorf("%q: %v", noise, h.err)
		}
		if h.after != 80*time.Millisecond {
			t.Errorf("%q: ended after %v", noise, h.after)
		}
	}
}

// Neither does a byte of a line now and then.
func TestADripIsIdleness(t *testing.T) {
	h := listen(t, Limits{Idle: 150 * time.Millisecond, Whole: 20 * time.Second}, true, repeated("data:x", 5*time.Millisecond))
	if kind, _ := kindOf(h.err); kind != Timeout || h.after != 150*time.Millisecond {
		t.Errorf("%d bytes, %v after %v", len(h.text), h.err, h.after)
	}
}

// An event that is large and comes slowly is progress: a kilobyte of it comes
// within the limit.
func TestALargeSlowEventIsNotIdleness(t *testing.T) {
	h := listen(t, Limits{Idle: 300 * time.Millisecond}, true, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "data: ")
		for range 400 {
			fmt.Fprint(w, strings.Repeat("x", 512))
			time.Sleep(149 * time.Millisecond)
		}
		fmt.Fprint(w, "\n\n")
	})
	if h.err != nil || len(h.text) != 204_808 {
		t.Error(len(h.text), h.err)
	}
}

// Events keep it alive, however long it is in all.
func TestEventsAreNotIdleness(t *testing.T) {
	h := listen(t, Limits{Idle: 200 * time.Millisecond, Whole: time.Second}, true, func(w http.ResponseWriter, r *http.Request) {
		for range 200 {
			fmt.Fprint(w, "data: x\n\n")
			time.Sleep(199 * time.Millisecond)
		}
	})
	if h.err != nil || len(h.text) != 1800 {
		t.Error(len(h.text), h.err)
	}
}

func TestLimits(t *testing.T) {
	silent := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "data: first")
		<-r.Context().Done()
	}
	for _, test := range []struct {
		limits   Limits
		streamed bool
		want     string
		after    time.Duration
	}{
		{Limits{Idle: 40 * time.Millisecond, Whole: 10 * time.Second}, true, "nothing came for 40ms", 40 * time.Millisecond},
		{Limits{Idle: 40 * time.Millisecond}, true, "nothing came for 40ms", 40 * time.Millisecond},
		{Limits{Idle: 900 * time.Millisecond, Whole: 400 * time.Millisecond}, true, "nothing came for 900ms", 900 * time.Millisecond}, // an answer that has begun may be slow
		{Limits{Idle: time.Millisecond, Whole: 400 * time.Millisecond}, false, "no answer within 400ms", 400 * time.Millisecond},
	} {
		h := listen(t, test.limits, test.streamed, silent)
		if kind, what := kindOf(h.err); h.text != "data: first" || kind != Timeout || what != test.want || h.after != test.after {
			t.Errorf("%q, %v after %v", h.text, h.err, h.after)
		}
	}
}

// Until an answer begins, only the whole time counts, not the idle time.
func TestAnAnswerThatDoesNotBegin(t *testing.T) {
	h := listen(t, Limits{Idle: 10 * time.Millisecond, Whole: 60 * time.Millisecond}, true,
		func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if kind, what := kindOf(h.err); kind != Timeout || what != "no answer within 60ms" || h.after != 60*time.Millisecond {
		t.Errorf("%v after %v", h.err, h.after)
	}
}

// The wait before a retry is not idle time.
func TestWaitingIsNotIdleness(t *testing.T) {
	h := listen(t, Limits{Retries: 1, Idle: 60 * time.Millisecond}, true, status(429, "Retry-After-Ms", "120"), status(200))
	if h.err != nil || h.text != "status 200" || h.asked != 2 || h.after != 120*time.Millisecond {
		t.Errorf("%q, %v after %v and %d attempts", h.text, h.err, h.after, h.asked)
	}
}
