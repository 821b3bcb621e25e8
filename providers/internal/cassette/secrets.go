package cassette

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strings"

	"convo/conv/rawjson"
	"convo/providers/internal/wire"
)

// secrets are the texts that must not be kept, the longest first.
type secrets []string

// secretsOf returns a request's secrets: those it declares, and those in its
// address and headers, each in every spelling in which an answer may repeat it.
func secretsOf(r *wire.Request, address *url.URL) secrets {
	plain := slices.Clone(r.Secrets)
	for name, values := range r.Header {
		for _, v := range values {
			if wire.SecretHeader(name) {
				plain = append(plain, v, v[strings.LastIndexByte(v, ' ')+1:])
			}
		}
	}
	if password, ok := address.User.Password(); ok {
		plain = append(plain, password)
	}
	for name, values := range address.Query() {
		if secretParameter(name) {
			plain = append(plain, values...)
		}
	}
	var s secrets
	for _, p := range plain {
		quoted := string(rawjson.AppendQuoted(nil, p))
		for _, spelled := range []string{p, quoted[1 : len(quoted)-1], url.QueryEscape(p), url.PathEscape(p)} {
			if len(spelled) > 3 && !slices.Contains(s, spelled) {
				s = append(s, spelled)
			}
		}
	}
	slices.SortStableFunc(s, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return s
}

// secretParameter reports whether a parameter of an address may be secret, by
// its name.
func secretParameter(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"key", "token", "secret", "sig", "pass", "auth", "cred"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// mask hides the secrets in a text.
func (s secrets) mask(text string) string {
	for _, secret := range s {
		text = strings.ReplaceAll(text, secret, wire.Mask)
	}
	return text
}

// maskPieces hides the secrets in a text that came in chunks, also across
// chunks. The chunks end where they did.
func (s secrets) maskPieces(pieces [][]byte) [][]byte {
	whole := bytes.Join(pieces, nil)
	if !slices.ContainsFunc(s, func(secret string) bool { return bytes.Contains(whole, []byte(secret)) }) {
		return pieces
	}
	var out [][]byte
	var piece []byte
	at, n, end := 0, 0, 0
	for at < len(whole) {
		for end <= at {
			end += len(pieces[n])
			n++
		}
		if i := s.at(whole[at:]); i >= 0 {
			piece = append(piece, wire.Mask...)
			at += len(s[i])
		} else {
			piece = append(piece, whole[at])
			at++
		}
		if at >= end && len(piece) > 0 {
			out, piece = append(out, piece), nil
		}
	}
	return out
}

// at returns the index of the secret that a text begins with, -1 if there is
// none.
func (s secrets) at(text []byte) int {
	return slices.IndexFunc(s, func(secret string) bool { return bytes.HasPrefix(text, []byte(secret)) })
}
