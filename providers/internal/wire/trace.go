package wire

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// mask hides the request's secrets in a text for people.
func (x *exchange) mask(s string) string { return x.private.Mask(s) }

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
