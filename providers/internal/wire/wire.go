// Package wire moves bytes to a server and back: HTTP, time limits, retries. It
// knows no conversation, no vendor and no environment; clock and random numbers
// are parameters.
//
// The rule of the room: nothing that leaves here holds a secret, and once an
// answer has begun, its request is not sent again.
package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Client calls servers. The zero value is not ready; see [New].
type Client struct {
	Limits
	Now    func() time.Time                    // for dates in Retry-After
	Rand   func(n time.Duration) time.Duration // returns a random wait below n
	Notify func(Retry) time.Duration           // called before each wait, which is at least what it returns, if not nil
	Trace  func(line string)                   // gets what goes over the wire, secrets masked, if not nil

	// Transport makes one attempt; New sets one with its own connection pool.
	Transport http.RoundTripper
}

// Limits say how long and how often a client tries. Zero means no limit.
type Limits struct {
	Retries int           // attempts after the first
	Connect time.Duration // for connecting to the server
	Idle    time.Duration // without progress of a streamed answer that has begun; without Whole, from the start
	Whole   time.Duration // for everything with retries; for a streamed answer, until it begins
	Event   int64         // bytes of one event of a stream
	Answer  int64         // bytes of an answer, unpacked
	MaxWait time.Duration // the longest wait before a retry; if the server asks for more, there is no retry
}

// New returns a client with its own connection pool. It uses the system's
// proxies.
func New(limits Limits) *Client {
	return &Client{
		Limits: limits, Now: time.Now, Rand: randomWait,
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: limits.Connect}).DialContext,
			TLSHandshakeTimeout: limits.Connect,
			ForceAttemptHTTP2:   true,
			MaxIdleConnsPerHost: 1024, // no connection that a call may use again is closed
			IdleConnTimeout:     90 * time.Second,
		},
	}
}

// CloseIdle closes the connections that no call uses.
func (c *Client) CloseIdle() { (&http.Client{Transport: c.Transport}).CloseIdleConnections() }

// Header is the header of a message.
type Header = http.Header

// StatusText explains a status, "" if it is unknown.
func StatusText(status int) string { return http.StatusText(status) }

// Request is one call.
type Request struct {
	Method, URL string
	Header      http.Header
	Body        []byte
	Secrets     []string // texts that no message may show
	Streamed    bool     // the answer is streamed, so that Idle counts
	PlainText   bool     // allow http to another machine
	// Final reports whether another attempt after an error answer is useless,
	// whatever its status.
	Final func(status int, body []byte) bool

	private *Secrets // what Private has found
}

// Response is an answer. Its Body is read as it arrives and must be closed.
// Errors of reading it are *Error.
type Response struct {
	Status   int
	Attempts int // how often the request was sent; 0: not known
	Header   http.Header
	Body     io.ReadCloser
}

// Do sends a request, again if that may help, until there is an answer or no
// hope. It returns an answer with any status, or an *Error.
func (c *Client) Do(ctx context.Context, r *Request) (*Response, error) {
	if err := r.permitted(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	call := &exchange{Client: c, request: r, cancel: cancel, private: r.Private()}
	call.whole.start(c.Whole, func() { cancel(errWhole) })
	send, err := retryablehttp.NewRequestWithContext(ctx, r.Method, r.URL, r.Body)
	if err != nil {
		defer call.end()
		return nil, call.failure(ctx, err)
	}
	send.Header.Set("User-Agent", "convo")
	for key, values := range r.Header {
		send.Header[key] = values
	}
	call.trace(send.Request)
	resp, err := call.client().Do(send)
	if err != nil {
		defer call.end()
		return nil, call.tried(call.failure(ctx, err))
	}
	call.traceAnswer(resp)
	return &Response{Status: resp.StatusCode, Attempts: call.attempts, Header: call.masked(resp.Header), Body: &body{
		Reader: newRedacting(resp.Body, call.private), Closer: resp.Body, call: call, ctx: ctx,
		pace: pace{mostEvent: c.Event, mostAnswer: c.Answer},
	}}, nil
}

// masked returns a header without the secrets of the request, which some
// servers put into ids and messages.
func (x *exchange) masked(h http.Header) http.Header {
	if len(x.private) == 0 {
		return h
	}
	out := make(http.Header, len(h))
	for name, values := range h {
		for _, v := range values {
			out[name] = append(out[name], x.mask(v))
		}
	}
	return out
}

// exchange is the state of one Do.
type exchange struct {
	*Client
	request *Request
	private Secrets
	cancel  context.CancelCauseFunc
	whole   limitTimer
	idle    limitTimer

	attempts int
}

// end releases what an exchange holds.
func (x *exchange) end() {
	x.whole.stop()
	x.idle.stop()
	x.cancel(nil)
}

// came records that the answer goes on, not just with a comment.
func (x *exchange) came() {
	switch {
	case !x.request.Streamed:
	case x.idle.timer == nil:
		x.whole.stop()
		x.startIdle()
	default:
		x.whole.stop()
		x.idle.reset()
	}
}

func (x *exchange) startIdle() { x.idle.start(x.Idle, func() { x.cancel(errIdle) }) }

// RoundTrip makes one attempt.
func (x *exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	if x.request.Streamed && x.Whole <= 0 {
		x.startIdle()
	}
	return x.Transport.RoundTrip(r)
}

// client is the retrying client of one exchange.
func (x *exchange) client() *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient:   &http.Client{Transport: x, CheckRedirect: x.redirect},
		RetryMax:     x.Retries,
		CheckRetry:   x.again,
		Backoff:      x.wait,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
}

var (
	errWhole = errors.New("time limit")
	errIdle  = errors.New("idle limit")
)

// body is the body of an answer. Its errors are *Error.
type body struct {
	io.Reader
	io.Closer
	call *exchange
	ctx  context.Context
	pace pace
	err  error // that ended reading
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.Reader.Read(p)
	if n > 0 {
		good, goesOn, large := b.pace.take(p[:n])
		if n, b.err = good, large; goesOn {
			b.call.came()
		}
		b.call.traceBody(p[:n])
	}
	if b.err != nil {
		return n, b.err
	}
	if err != nil && err != io.EOF {
		err = b.call.failure(b.ctx, err)
	}
	return n, err
}

func (b *body) Close() error {
	b.call.end()
	return b.Closer.Close()
}

// limitTimer ends an exchange that takes too long.
type limitTimer struct {
	timer *time.Timer
	limit time.Duration
}

// start starts the timer, unless there is no limit.
func (t *limitTimer) start(limit time.Duration, over func()) {
	t.stop()
	if limit > 0 {
		t.limit, t.timer = limit, time.AfterFunc(limit, over)
	}
}

func (t *limitTimer) reset() {
	if t.timer != nil {
		t.timer.Reset(t.limit)
	}
}

func (t *limitTimer) stop() {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}

// errorBodyMax is how many bytes of an error's body are read.
const errorBodyMax = 256 << 10

// peek reads the body of an error answer and puts it back.
func peek(resp *http.Response) []byte {
	b, _ := io.ReadAll(io.LimitReader(resp.Body, errorBodyMax))
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(b))
	return b
}
