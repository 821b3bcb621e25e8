package wire

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// mask hides the request's secrets in a text for people.
func (x *exchange) mask(s string) string { return masked(s, x.request.Secrets) }

// Mask replaces a secret.
const Mask = "***"

func masked(s string, secrets []string) string {
	for _, secret := range secrets {
		if len(secret) > 3 {
			s = strings.ReplaceAll(s, secret, Mask)
		}
	}
	return s
}

// trace prints a request: its line, headers and body.
func (x *exchange) trace(r *http.Request) {
	if x.Trace == nil {
		return
	}
	x.Trace(x.mask("> " + r.Method + " " + r.URL.String()))
	x.traceHeader("> ", r.Header)
	x.Trace(x.mask("> " + string(x.request.Body)))
}

func (x *exchange) traceAnswer(r *http.Response) {
	if x.Trace != nil {
		x.Trace("< " + strconv.Itoa(r.StatusCode))
		x.traceHeader("< ", r.Header)
	}
}

// traceBody prints what came, a line a piece.
func (x *exchange) traceBody(piece []byte) {
	if x.Trace != nil {
		x.Trace("< " + x.mask(string(piece)))
	}
}

func (x *exchange) traceHeader(mark string, h http.Header) {
	for _, key := range slices.Sorted(maps.Keys(h)) {
		value := strings.Join(h[key], ", ")
		if SecretHeader(key) {
			value = Mask
		}
		x.Trace(mark + key + ": " + x.mask(value))
	}
}

// SecretHeader reports whether a header's value is secret.
func SecretHeader(key string) bool {
	switch strings.ToLower(key) {
	case "authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key", "cookie", "set-cookie":
		return true
	}
	return false
}
