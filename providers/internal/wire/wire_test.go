package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// quick is a client with short waits.
func quick(limits Limits) *Client {
	c := New(limits)
	c.Rand = func(time.Duration) time.Duration { return time.Millisecond }
	return c
}

func post(url string) *Request {
	return &Request{
		Method: http.MethodPost, URL: url, Body: []byte(`{"q":1}`),
		Header:  http.Header{"Authorization": {"Bearer sk-planted-secret"}},
		Secrets: []string{"sk-planted-secret"},
	}
}

// answers is a server that gives these answers in order, and counts the
// requests.
func answers(t *testing.T, list ...http.HandlerFunc) (url string, asked *atomic.Int32) {
	asked = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(asked.Add(1))
		body, _ := io.ReadAll(r.Body)
		if string(body) != `{"q":1}` {
			t.Errorf("attempt %d sent %q", n, body)
		}
		list[min(n, len(list))-1](w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, "status %d", code)
	}
}

func TestWhatIsTriedAgain(t *testing.T) {
	for _, test := range []struct {
		name    string
		answers []http.HandlerFunc
		asked   int32
		status  int
	}{
		{"an answer is final", []http.HandlerFunc{status(200)}, 1, 200},
		{"a refusal is final", []http.HandlerFunc{status(400)}, 1, 400},
		{"a missing key is final", []http.HandlerFunc{status(401)}, 1, 401},
		{"a rate limit is not", []http.HandlerFunc{status(429), status(200)}, 2, 200},
		{"nor an overload", []http.HandlerFunc{status(529), status(503), status(200)}, 3, 200},
		{"nor a conflict or a time-out", []http.HandlerFunc{status(409), status(408), status(200)}, 3, 200},
		{"what is not implemented stays so", []http.HandlerFunc{status(501)}, 1, 501},
		{"in the end the last answer counts", []http.HandlerFunc{status(500)}, 4, 500},
		{"the server may forbid it", []http.HandlerFunc{status(500, "X-Should-Retry", "false")}, 1, 500},
		{"the server may ask for it", []http.HandlerFunc{status(400, "X-Should-Retry", "true"), status(200)}, 2, 200},
		{"too long a wait is none of ours", []http.HandlerFunc{status(429, "Retry-After", "3600")}, 1, 429},
		{"a short one is", []http.HandlerFunc{status(429, "Retry-After-Ms", "5"), status(200)}, 2, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			url, asked := answers(t, test.answers...)
			resp, err := quick(Limits{Retries: 3, MaxWait: time.Minute}).Do(t.Context(), post(url))
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.Status != test.status || asked.Load() != test.asked || string(body) != fmt.Sprint("status ", test.status) {
				t.Errorf("status %d after %d attempts: %q", resp.Status, asked.Load(), body)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for header, want := range map[[2]string]time.Duration{
		{"Retry-After", "3"}:                             3 * time.Second,
		{"Retry-After", "1.5"}:                           1500 * time.Millisecond,
		{"Retry-After", "Sat, 21 Nov 2026 12:00:20 GMT"}: 20 * time.Second,
		{"Retry-After", "Sat, 21 Nov 2026 11:00:00 GMT"}: 0,
		{"Retry-After-Ms", "250"}:                        250 * time.Millisecond,
	} {
		got, ok := RetryAfter(http.Header{header[0]: {header[1]}}, now)
		if !ok || got != want {
			t.Errorf("%v: %v, %v", header, got, ok)
		}
	}
	for text, want := range map[string]time.Duration{
		"1e300": longestAsked, "1e999": longestAsked, "Inf": longestAsked, "+infinity": longestAsked, "9223372036855": longestAsked,
		"1e9": longestAsked, "9999999999": longestAsked, "1e-300": 0, "0": 0, "-0": 0,
		"Fri, 31 Dec 9999 23:59:59 GMT": longestAsked,
	} {
		if got, ok := RetryAfter(http.Header{"Retry-After": {text}}, now); !ok || got != want {
			t.Errorf("Retry-After %q: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"1e300", "Inf", "1e13"} {
		if got, ok := RetryAfter(http.Header{"Retry-After-Ms": {text}}, now); !ok || got != longestAsked {
			t.Errorf("Retry-After-Ms %q: %v, %v", text, got, ok)
		}
	}
	both := http.Header{"Retry-After-Ms": {"NaN", "1500"}, "Retry-After": {"1", "-5", "Sat, 21 Nov 2026 12:00:02 GMT"}}
	if got, ok := RetryAfter(both, now); !ok || got != 2*time.Second {
		t.Errorf("the longest of several: %v, %v", got, ok)
	}
	for _, nothing := range []string{"", "soon", "-1", "NaN", "-Inf", "-1e300", "-1e999", "0x", "1,5"} {
		if got, ok := RetryAfter(http.Header{"Retry-After": {nothing}}, now); ok {
			t.Errorf("%q: %v", nothing, got)
		}
	}
}

// A wait that is longer than our patience is never taken for none: the server is
// not asked again, and the caller learns how long it would be.
func TestAnEndlessWaitIsNotNone(t *testing.T) {
	for _, header := range [][]string{{"Retry-After", "1e300"}, {"Retry-After-Ms", "Inf"}, {"Retry-After", "9999999999"}, {"Retry-After-Ms", "NaN", "Retry-After", "61"}} {
		url, asked := answers(t, status(429, header...), status(200))
		resp, err := quick(Limits{Retries: 3, MaxWait: time.Minute}).Do(t.Context(), post(url))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.Status != 429 || asked.Load() != 1 || resp.Patience() <= time.Minute {
			t.Errorf("%v: status %d after %d attempts, %v", header, resp.Status, asked.Load(), resp.Patience())
		}
	}
}

// A server that asks for no wait gets our own.
func TestNoWaitIsOurs(t *testing.T) {
	for _, header := range []string{"0", "Sat, 21 Nov 2015 11:00:00 GMT", "-1", "NaN"} {
		url, _ := answers(t, status(429, "Retry-After", header), status(200))
		c, waited := quick(Limits{Retries: 1, MaxWait: time.Minute}), time.Duration(0)
		c.Notify = func(r Retry) time.Duration { waited = r.Wait; return 0 }
		resp, err := c.Do(t.Context(), post(url))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.Status != 200 || waited != time.Millisecond {
			t.Errorf("%q: status %d after %v", header, resp.Status, waited)
		}
	}
}

// An error that waiting cannot change is not retried, whatever its status.
func TestAFinalErrorIsFinal(t *testing.T) {
	url, asked := answers(t, status(429))
	r := post(url)
	r.Final = func(status int, body []byte) bool { return status == 429 && string(body) == "status 429" }
	resp, err := quick(Limits{Retries: 3}).Do(t.Context(), r)
	if err != nil || resp.Status != 429 || asked.Load() != 1 {
		t.Errorf("%v after %d attempts", err, asked.Load())
	}
}

func TestAnAnswerThatBeganIsNotAskedForAgain(t *testing.T) {
	url, asked := answers(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "first")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	resp, err := quick(Limits{Retries: 3}).Do(t.Context(), post(url))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	var e *Error
	if string(got) != "first" || !errors.As(err, &e) || e.Kind != Unreachable || e.What != "the connection broke" || asked.Load() != 1 {
		t.Errorf("%q, %v after %d attempts", got, err, asked.Load())
	}
}

func kindOf(err error) (Kind, string) {
	var e *Error
	if !errors.As(err, &e) {
		return -1, fmt.Sprint(err)
	}
	return e.Kind, e.What
}

func TestTheCallerMayGiveUp(t *testing.T) {
	url, _ := answers(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := quick(Limits{Retries: 3}).Do(ctx, post(url))
	if kind, _ := kindOf(err); kind != Aborted {
		t.Error(err)
	}
}

func TestNobodyListens(t *testing.T) {
	const url = "http://127.0.0.1:1" // another process may be given a port that was free before
	told := 0
	c := quick(Limits{Retries: 2})
	c.Notify = func(r Retry) time.Duration { told++; return 0 }
	_, err := c.Do(t.Context(), post(url))
	if kind, what := kindOf(err); kind != Unreachable || !strings.Contains(what, "connection refused") || told != 2 {
		t.Error(err, told)
	}
}

// A key never goes to another host or over an unencrypted line.
func TestTheKeyStaysWithItsHost(t *testing.T) {
	stolen := false
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { stolen = true }))
	defer thief.Close()
	url, asked := answers(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, thief.URL+"/v1", http.StatusTemporaryRedirect)
	})
	_, err := quick(Limits{Retries: 2}).Do(t.Context(), post(url))
	if kind, what := kindOf(err); kind != Refused || !strings.Contains(what, "another host") || stolen || asked.Load() != 1 {
		t.Error(err, stolen, asked.Load())
	}
	for _, address := range []string{"http://example.org/v1", "http://10.0.0.1/v1", "ftp://localhost/", "localhost:8080", "::"} {
		_, err := quick(Limits{}).Do(t.Context(), post(address))
		if kind, _ := kindOf(err); kind != Forbidden {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestARedirectOnTheSameHostIsFollowed(t *testing.T) {
	url, asked := answers(t,
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/v2", http.StatusPermanentRedirect) },
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/v2" || r.Header.Get("Authorization") == "" {
				t.Error(r.URL, r.Header)
			}
		})
	if resp, err := quick(Limits{}).Do(t.Context(), post(url)); err != nil || resp.Status != 200 || asked.Load() != 2 {
		t.Error(err)
	}
}

func TestACertificateNobodySigned(t *testing.T) {
	s := httptest.NewUnstartedServer(status(200))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	_, err := quick(Limits{Retries: 3}).Do(t.Context(), post(s.URL))
	if kind, what := kindOf(err); kind != Refused || !strings.Contains(what, "certificate") {
		t.Error(err)
	}
}

// The key does not come back in a header, such as the id of a request.
func TestAKeyInAHeaderIsHidden(t *testing.T) {
	url, _ := answers(t, status(200, "X-Request-Id", "for sk-planted-secret", "Retry-After", "3"))
	resp, err := quick(Limits{}).Do(t.Context(), post(url))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := resp.Header.Get("X-Request-Id"); got != "for ***" || resp.Header.Get("Retry-After") != "3" {
		t.Error(resp.Header)
	}
}

func TestNoSecretIsTold(t *testing.T) {
	url, _ := answers(t, status(200, "X-Echo", "Bearer sk-planted-secret", "Set-Cookie", "session=abc"))
	var told strings.Builder
	c := quick(Limits{})
	c.Trace = func(line string) { told.WriteString(line + "\n") }
	r := post(url + "/v1?key=sk-planted-secret")
	if _, err := c.Do(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"sk-planted-secret", "session=abc"} {
		if strings.Contains(told.String(), secret) {
			t.Errorf("%q is told:\n%s", secret, told.String())
		}
	}
	for _, want := range []string{"> POST http", "key=***", "> Authorization: ***", `> {"q":1}`, "< 200", "< X-Echo: Bearer ***"} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not told:\n%s", want, told.String())
		}
	}
}
