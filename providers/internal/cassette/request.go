package cassette

import (
	"bytes"
	"net/url"

	"convo/conv/rawjson"
	"convo/providers/internal/wire"
)

// request is what of a request is kept and compared. Host and header are not
// part of it, so that a recording serves whoever asks, and from wherever.
type request struct {
	method, path string
	body         string // JSON in one spelling
}

// volatile are the members of a body that name who asks or group what is
// asked, and have no part in the answer (the API references of OpenAI,
// Anthropic and Google: metadata, user and the like).
var volatile = []string{"metadata", "user", "safety_identifier", "prompt_cache_key", "labels"}

// asked is a request as it is kept, and its secrets.
func asked(r *wire.Request) (*request, secrets) {
	address, err := url.Parse(r.URL)
	if err != nil {
		address = &url.URL{} // the wire says what is wrong with it
	}
	s := secretsOf(r, address)
	return normal(r.Method, s.mask(pathOf(address)), []byte(s.mask(string(r.Body)))), s
}

// pathOf is an address without its host and without what may be secret.
func pathOf(address *url.URL) string {
	query := address.Query()
	for name := range query {
		if secretParameter(name) {
			query.Del(name)
		}
	}
	if len(query) == 0 {
		return address.EscapedPath()
	}
	return address.EscapedPath() + "?" + query.Encode()
}

// normal is a request in one spelling. A body that is no JSON is a string.
func normal(method, path string, body []byte) *request {
	c := rawjson.NewCursor(body)
	v := readValue(c)
	if c.End() != nil {
		v = value{kind: rawjson.String, text: string(rawjson.AppendQuoted(nil, string(bytes.ToValidUTF8(body, []byte("\ufffd")))))}
	}
	v.without(volatile)
	w := rawjson.NewWriter(nil)
	v.write(w)
	return &request{method, path, string(w.Bytes())}
}

// key is equal for requests that are the same.
func (r *request) key() string { return r.where() + "\n" + r.body }

// where is a request without its body, for people.
func (r *request) where() string { return r.method + " " + r.path }
