package wire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Retry reports a failed attempt and the wait before the next.
type Retry struct {
	Status int    // 0: no answer
	Err    string // why there was no answer, secrets masked
	Wait   time.Duration
	Asked  bool // the server asked for this wait
	Next   int  // number of the next attempt, from 2
	Of     int
}

// Why says why the attempt failed.
func (r *Retry) Why() string {
	if r.Status > 0 {
		return "status " + strconv.Itoa(r.Status)
	}
	return r.Err
}

// The first and the longest wait if the server names none.
const (
	firstWait = 500 * time.Millisecond
	usualWait = 8 * time.Second
)

// again decides whether to try again. It is called only before a byte of a good
// answer is read.
func (x *exchange) again(ctx context.Context, resp *http.Response, err error) (bool, error) {
	x.attempts++
	switch {
	case ctx.Err() != nil:
		return false, nil
	case err != nil:
		x.idle.stop()
		return !permanent(err), nil
	case resp.StatusCode < 400:
		return false, nil
	}
	body := peek(resp)
	x.idle.stop()
	if !x.retryable(resp, body) {
		return false, nil
	}
	asked, ok := x.retryAfter(resp.Header)
	return !ok || x.MaxWait <= 0 || asked <= x.MaxWait, nil
}

// retryable reports whether another attempt may avoid an error answer. The
// vendors' own SDKs obey the header.
func (x *exchange) retryable(resp *http.Response, body []byte) bool {
	switch resp.Header.Get("X-Should-Retry") {
	case "true":
		return true
	case "false":
		return false
	}
	if x.request.Final != nil && x.request.Final(resp.StatusCode, body) {
		return false
	}
	return Temporary(resp.StatusCode)
}

// Temporary reports whether a status means to try again later: 408, 409, 429
// and server errors, also 529 (overloaded).
func Temporary(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}

// permanent reports whether another attempt would fail in the same way.
func permanent(err error) bool {
	var (
		unknown  x509.UnknownAuthorityError
		hostname x509.HostnameError
		invalid  x509.CertificateInvalidError
		verify   *tls.CertificateVerificationError
		record   tls.RecordHeaderError
		own      *Error
	)
	return errors.As(err, &unknown) || errors.As(err, &hostname) || errors.As(err, &invalid) ||
		errors.As(err, &verify) || errors.As(err, &record) || errors.As(err, &own)
}

// wait returns the wait before the next attempt: what the server asks for, else
// a random time below a limit that doubles.
func (x *exchange) wait(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	limit := min(firstWait<<min(attempt, 10), usualWait)
	wait := x.Rand(limit)
	told := Retry{Next: attempt + 2, Of: x.Retries + 1}
	if resp != nil {
		told.Status = resp.StatusCode
		if asked, ok := x.retryAfter(resp.Header); ok && asked > 0 {
			wait, told.Asked = asked, true
		}
	}
	told.Wait = wait
	if x.Notify != nil {
		wait = max(wait, x.Notify(told))
	}
	return wait
}

func randomWait(n time.Duration) time.Duration { return rand.N(n) + time.Millisecond }

// longestAsked limits the wait that a server asks for, to 31 years.
const longestAsked = 1e9 * time.Second

// RetryAfter returns the longest wait that a server asks for: Retry-After-Ms, or
// Retry-After in seconds or as a date, at most 31 years.
func RetryAfter(h http.Header, now time.Time) (longest time.Duration, ok bool) {
	ask := func(wait time.Duration) { longest, ok = max(longest, min(wait, longestAsked)), true }
	for _, text := range h.Values("Retry-After-Ms") {
		if wait, ok := asked(text, time.Millisecond); ok {
			ask(wait)
		}
	}
	for _, text := range h.Values("Retry-After") {
		if wait, ok := asked(text, time.Second); ok {
			ask(wait)
		} else if t, err := http.ParseTime(strings.TrimSpace(text)); err == nil {
			ask(t.Sub(now))
		}
	}
	return longest, ok
}

// asked reads a number of units. A number too large for a Duration, also
// infinity, is the longest wait.
func asked(text string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange), !(n >= 0): // NaN, too
		return 0, false
	case n >= float64(longestAsked/unit):
		return longestAsked, true
	}
	return time.Duration(n * float64(unit)), true
}

// Patience is the [RetryAfter] of an answer by the server's own clock, 0 if
// there is none.
func (r *Response) Patience() time.Duration {
	now, err := http.ParseTime(r.Header.Get("Date"))
	if _, at := http.ParseTime(r.Header.Get("Retry-After")); err != nil && at == nil {
		return 0
	}
	after, _ := RetryAfter(r.Header, now)
	return after
}

func (x *exchange) retryAfter(h http.Header) (time.Duration, bool) { return RetryAfter(h, x.Now()) }
