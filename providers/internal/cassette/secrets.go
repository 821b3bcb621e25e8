package cassette

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"convo/providers/internal/wire"
)

// secretsOf returns a request's secrets: those it declares, and those in its
// address and headers.
func secretsOf(r *wire.Request) wire.Secrets {
	all := slices.Clone(r.Private())
	for name, values := range r.Header {
		for _, v := range values {
			if wire.SecretHeader(name) {
				all = append(all, v, v[strings.LastIndexByte(v, ' ')+1:])
			}
		}
	}
	return wire.SecretsOf(all...)
}

// pathOf returns an address without its host and without what may be secret.
func pathOf(address *url.URL) string {
	query := address.Query()
	for name := range query {
		if wire.SecretParameter(name) {
			query.Del(name)
		}
	}
	if len(query) == 0 {
		return address.EscapedPath()
	}
	return address.EscapedPath() + "?" + query.Encode()
}

// maskPieces hides secrets in a text that came in chunks, also across chunks.
// The chunks end where they did.
func maskPieces(s wire.Secrets, pieces [][]byte) [][]byte {
	whole := bytes.Join(pieces, nil)
	hideSplit(s.Long(), whole)
	var out [][]byte
	var piece []byte
	at, n, end := 0, 0, 0
	for at < len(whole) {
		for end <= at {
			end += len(pieces[n])
			n++
		}
		size, found := s.Next(whole[at:])
		if found {
			piece = append(piece, wire.Mask...)
		} else {
			size = min(size, end-at)
			piece = append(piece, whole[at:at+size]...)
		}
		if at += size; at >= end && len(piece) > 0 {
			out, piece = append(out, piece), nil
		}
	}
	return out
}

// hideSplit hides secrets that come in several strings of one field, such as
// the deltas of a stream. It needs to know no format.
func hideSplit(s wire.Secrets, whole []byte) {
	if len(s) == 0 {
		return
	}
	for _, f := range stringsOf(whole) {
		if !s.Hide(f.text) {
			continue
		}
		at := 0
		for _, p := range f.places {
			at += copy(whole[p.start:p.end], f.text[at:])
		}
	}
}

// field is all strings that are values of fields with one name, as they are
// written in JSON.
type field struct {
	text   []byte
	places []place
}

// place is where a part of a text stands.
type place struct{ start, end int }

// stringsOf returns the strings of a stream or document by the names of their
// fields.
func stringsOf(whole []byte) map[string]*field {
	all, key := map[string]*field{}, ""
	for at := 0; at < len(whole); {
		if whole[at] != '"' {
			at++
			continue
		}
		p := place{at + 1, stringEnd(whole, at+1)}
		at = p.end + 1
		if at < len(whole) && whole[p.end] == '"' && bytes.HasPrefix(bytes.TrimLeft(whole[at:min(at+8, len(whole))], " \t"), []byte(":")) {
			key = string(whole[p.start:p.end])
			continue
		}
		f := all[key]
		if f == nil {
			f = &field{}
			all[key] = f
		}
		f.text = append(f.text, whole[p.start:p.end]...)
		f.places = append(f.places, p)
	}
	return all
}

// stringEnd returns where a string ends: at its quote, or where its line does.
func stringEnd(b []byte, at int) int {
	for at < len(b) && b[at] != '"' && b[at] != '\n' {
		if b[at] == '\\' {
			at++
		}
		at++
	}
	return min(at, len(b))
}
