package cassette

import (
	"bytes"
	"net/url"

	"convo/conv/rawjson"
	"convo/providers/internal/wire"
)

// request is what is kept and compared of a request. It has no host and no
// header, so that a recording serves any caller.
type request struct {
	method, path string
	body         string // normalized JSON
}

// volatile are the fields of a body that identify the caller or group requests,
// and do not affect the answer (the API references of OpenAI, Anthropic and
// Google: metadata, user and the like).
var volatile = []string{"metadata", "user", "safety_identifier", "prompt_cache_key", "labels"}

// asked is a request as it is kept, and its secrets.
func asked(r *wire.Request) (*request, wire.Secrets) {
	address, err := url.Parse(r.URL)
	if err != nil {
		address = &url.URL{} // wire reports what is wrong with it
	}
	s := secretsOf(r)
	return normal(r.Method, s.Mask(pathOf(address)), []byte(s.Mask(string(r.Body)))), s
}

// normal normalizes a request. A body that is not JSON becomes a string.
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

// key is equal for equal requests.
func (r *request) key() string { return r.where() + "\n" + r.body }

// where is the method and path of a request, for people.
func (r *request) where() string { return r.method + " " + r.path }
