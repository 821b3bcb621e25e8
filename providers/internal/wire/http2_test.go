package wire

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Calls at once to a server that speaks HTTP/2 share one connection.
func TestCallsShareAConnection(t *testing.T) {
	const calls = 8
	var connections atomic.Int64
	var all sync.WaitGroup
	all.Add(calls)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor != 2 {
			t.Error(r.Proto)
		}
		if r.URL.Path == "/at-once" {
			all.Done()
			all.Wait() // all calls are under way
		}
	}))
	s.EnableHTTP2 = true
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.StartTLS()
	defer s.Close()
	c := quick(Limits{})
	c.Transport.(*http.Transport).TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig
	ask := func(path string) {
		resp, err := c.Do(t.Context(), post(s.URL+path))
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.Status != 200 {
			t.Error(resp.Status, err)
		}
		resp.Body.Close()
	}
	ask("/first")
	var asked sync.WaitGroup
	for range calls {
		asked.Go(func() { ask("/at-once") })
	}
	asked.Wait()
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// Many calls at once use their connections again, over HTTP/1.1 and HTTP/2. A server
// of HTTP/2 takes 250 calls on one connection, so that some more connections are made
// in the first rounds.
func TestManyCallsUseConnectionsAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand TLS handshakes")
	}
	const atOnce, warm, rounds = 512, 4, 8
	for _, http2 := range []bool{false, true} {
		var connections atomic.Int64
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(20 * time.Millisecond)
		}))
		s.EnableHTTP2 = http2
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				connections.Add(1)
			}
		}
		c := quick(Limits{Connect: time.Minute})
		if http2 {
			s.StartTLS()
			c.Transport.(*http.Transport).TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig
		} else {
			s.Start()
		}
		before := int64(0)
		for i := range rounds {
			if i == warm {
				before = connections.Load()
			}
			var all sync.WaitGroup
			for range atOnce {
				all.Go(func() {
					resp, err := c.Do(t.Context(), post(s.URL))
					if err != nil {
						t.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				})
			}
			all.Wait()
		}
		if n := connections.Load() - before; n > 0 {
			t.Errorf("HTTP/2 %v: %d times %d calls make %d connections besides the %d before", http2, rounds-warm, atOnce, n, before)
		}
		c.CloseIdle()
		s.Close()
	}
}
