package providers

import (
	"cmp"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/format"
)

// tape is a cassette of VCR in JSON, with which tests replay calls. Those of vcrpy have
// interactions, those of VCR for Ruby, Rust and R and of Betamax http_interactions:
//
//	{"version":1,"interactions":[{"request":{"method":"POST","uri":"…","body":"{…}"},
//	 "response":{"status":{"code":200,"message":"OK"},"body":{"string":"{…}"}}}]}
//
// A body is a string, an object with a string, in Base64 or not, or JSON at parsed_body,
// where a test had it parsed. Most cassettes are YAML, which yq makes JSON of. The facts
// are those of the writers' documents and of cassettes.
func tape() *recording {
	return &recording{
		name: "vcr", about: "cassette of VCR in JSON", what: "a cassette", entry: "exchange",
		list: []string{"interactions"}, other: "http_interactions",
		detect: func(p *format.Probe) bool {
			return p.Shows("interactions[].request.uri", "interactions[].request.url", "http_interactions[].request.uri")
		},
		exchange: taped,
	}
}

func taped(entry conv.Raw) exchange {
	request, response := entry.Lookup("request"), entry.Lookup("response")
	x := exchange{url: cmp.Or(request.Lookup("uri").Text(), request.Lookup("url").Text()), request: tapedBody(request), answer: tapedBody(response)}
	for _, key := range []string{"status.code", "status_code", "code", "status"} {
		if n, ok := conv.Number(response.Lookup(key)).Int(); ok {
			x.status = n
			break
		}
	}
	for _, layout := range []string{time.RFC3339, time.RFC1123, time.RFC1123Z} {
		if t, err := time.Parse(layout, entry.Lookup("recorded_at").Text()); err == nil {
			x.ended = t.UnixMilli()
		}
	}
	return x
}

// tapedBody is the body of a request or a response.
func tapedBody(side conv.Raw) string {
	body := side.Lookup("body")
	switch {
	case strings.HasPrefix(string(body), `"`):
		return body.Text()
	case side.Lookup("parsed_body") != "":
		return string(side.Lookup("parsed_body"))
	case body.Lookup("base64_string") != "":
		return unpacked(body.Lookup("base64_string").Text())
	}
	return cmp.Or(body.Lookup("string").Text(), side.Lookup("content").Text())
}
