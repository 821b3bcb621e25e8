package wire

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
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
