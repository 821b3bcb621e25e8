package wire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
)

// Error says why there is no answer, or only a part of one.
type Error struct {
	Kind Kind
	What string // for people, secrets masked
	Hint string
	Err  error // the error of the context that ended the call; nil: it did not
}

func (e *Error) Error() string { return e.What }

func (e *Error) Unwrap() error { return e.Err }

// Kind is the cause of an *Error.
type Kind int

// The kinds.
const (
	Unreachable Kind = iota // no connection, or one that broke
	Timeout                 // a time limit
	Aborted                 // the caller canceled
	Refused                 // the server does something forbidden: a redirect, a bad certificate
	Forbidden               // the address is forbidden
	TooLarge                // more bytes than a limit allows
)

// failure describes why an exchange failed.
func (x *exchange) failure(ctx context.Context, err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	switch cause := context.Cause(ctx); {
	case cause == errIdle:
		return &Error{Kind: Timeout, What: "nothing came for " + x.Idle.String(), Hint: "--idle-timeout changes the limit"}
	case cause == errWhole:
		return &Error{Kind: Timeout, What: "no answer within " + x.Whole.String(), Hint: "--timeout changes the limit"}
	case cause != nil:
		return &Error{Kind: Aborted, What: "aborted", Err: ctx.Err()}
	}
	e := &Error{Kind: Unreachable, What: x.mask(reason(err))}
	if permanent(err) {
		e.Kind = Refused
	}
	return e
}

// tried adds to an error how often the request was sent, if more than once.
func (x *exchange) tried(err error) error {
	var e *Error
	if errors.As(err, &e) && x.attempts > 1 && e.Kind != Aborted {
		e.What += " (" + strconv.Itoa(x.attempts) + " attempts)"
	}
	return err
}

// reason returns the innermost cause, which says more than the layers around
// it.
func reason(err error) string {
	var (
		dns    *net.DNSError
		op     *net.OpError
		cert   *tls.CertificateVerificationError
		host   x509.HostnameError
		record tls.RecordHeaderError
		loc    *url.Error
	)
	switch {
	case errors.As(err, &dns):
		return "the host " + dns.Name + " is not known"
	case errors.As(err, &host), errors.As(err, &cert):
		return "the server's certificate is not valid: " + inner(err)
	case errors.As(err, &record):
		return "the server does not speak TLS (is it http, not https?)"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens there: connection refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "the connection broke"
	case errors.As(err, &op) && op.Timeout():
		return "no connection in time"
	case errors.As(err, &loc):
		return inner(loc.Err)
	}
	return inner(err)
}

func inner(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}

// permitted refuses an address that would send a key unencrypted.
func (r *Request) permitted() error {
	u, err := url.Parse(r.URL)
	switch {
	case err != nil || u.Host == "":
		return &Error{Kind: Forbidden, What: "not an address: " + r.Private().Mask(shown(r.URL))}
	case u.Scheme == "https", u.Scheme == "http" && (r.PlainText || loopback(u.Hostname())):
		return nil
	case u.Scheme == "http":
		return &Error{Kind: Forbidden, What: "plain http to " + u.Host + " is not encrypted", Hint: "use https, or add --insecure"}
	}
	return &Error{Kind: Forbidden, What: "want an https address, not " + u.Scheme}
}

// shown returns a text that is no address, without what may be a secret in it.
func shown(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address[strings.LastIndexByte(address, '@')+1:]
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// redirect follows only to the same host, and only if the request stays the
// same: a key goes to nobody else.
func (x *exchange) redirect(next *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case next.URL.Host != first.URL.Host || next.URL.Scheme != first.URL.Scheme:
		return &Error{Kind: Refused, What: "the server redirects to another host, " + x.mask(next.URL.Host) + ", but the key is only for this one", Hint: "set the right address with --base-url"}
	case next.Method != first.Method || len(via) > 5:
		return &Error{Kind: Refused, What: "the server redirects to another address on " + first.URL.Host, Hint: "set the right address with --base-url"}
	}
	return nil
}
