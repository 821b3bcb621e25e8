package providers

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/providers/internal/protocol"
	"convo/providers/internal/wire"
)

// FailureKind is what can be done about a failure.
type FailureKind = protocol.Kind

// The kinds of a [CallError].
const (
	Rejected  = protocol.Rejected
	Overflow  = protocol.Overflow
	Auth      = protocol.Auth
	Credit    = protocol.Credit
	NotFound  = protocol.NotFound
	Temporary = protocol.Temporary
)

// The kinds of a [WireError].
const (
	Unreachable = wire.Unreachable
	TimedOut    = wire.Timeout
	Aborted     = wire.Aborted
	Misled      = wire.Refused
	Forbidden   = wire.Forbidden
	TooLarge    = wire.TooLarge
)

// CallError is an error answer of a server.
type CallError struct {
	protocol.Failure
	Status     int
	Attempts   int // how often the request was sent; 0: not known
	RequestID  string
	RetryAfter time.Duration // the wait that the server asks for; 0: none
}

func (e *CallError) Error() string {
	what := e.Message
	if what == "" {
		what = wire.StatusText(e.Status)
	}
	if what == "" {
		what = "the server sent nothing more"
	}
	if e.Code != "" && !strings.Contains(what, e.Code) {
		what += " (" + e.Code + ")"
	}
	return what
}

// HTTP returns the status and how often the request was sent: HTTP 429 after 4
// attempts. It is "" if the server reported the error in a stream.
func (e *CallError) HTTP() string {
	switch {
	case e.Status == 0:
		return ""
	case e.Attempts > 1:
		return fmt.Sprintf("HTTP %d after %d attempts", e.Status, e.Attempts)
	}
	return "HTTP " + strconv.Itoa(e.Status)
}

// failed reads an error answer.
func failed(resp *wire.Response, private wire.Secrets) error {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	e := &CallError{Failure: protocol.ReadFailure(resp.Status, body), Status: resp.Status, Attempts: resp.Attempts, RequestID: private.Mask(requestID(resp.Header)), RetryAfter: resp.Patience()}
	e.Message, e.Code = private.Mask(e.Message), private.Mask(e.Code)
	return e
}

// requestID returns the provider's id of an exchange.
func requestID(h wire.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Goog-Request-Id", "Apim-Request-Id", "Cf-Ray"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// FailureInStream is the error that a stream reports instead of an answer.
func FailureInStream(m *conv.AssistantMessage) *CallError {
	e := &CallError{Failure: protocol.Failure{Message: m.ErrorMessage}, RequestID: m.ProviderRequestID}
	if m.StopDetail != nil {
		e.Code = m.StopDetail.Raw
	}
	e.Kind = protocol.KindInStream(e.Code, e.Message)
	return e
}
