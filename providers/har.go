package providers

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/sse"
)

// archive is the HTTP archive (HAR), which browsers and proxies save.
//
//	{"log":{"entries":[{"startedDateTime":"…","request":{"url":"…","postData":{"text":"{…}"}},
//	 "response":{"status":200,"content":{"mimeType":"text/event-stream","text":"data: {…}\n\n"}}}]}}
//
// The facts are those of the specification of HAR 1.2, and of what Chrome adds to it.
func archive() *recording {
	return &recording{
		name: "har", about: "HTTP archive with calls of models", what: "an HTTP archive", entry: "exchange",
		list:     []string{"log", "entries"},
		detect:   func(p *format.Probe) bool { return p.Shows("log.entries[].request") },
		exchange: archived,
	}
}

// archived is an entry of an archive. Chrome keeps the events of a stream in a list.
func archived(entry conv.Raw) exchange {
	x := exchange{
		url: entry.Lookup("request.url").Text(), request: entry.Lookup("request.postData.text").Text(),
		answer: entry.Lookup("response.content.text").Text(),
	}
	x.status, _ = conv.Number(entry.Lookup("response.status")).Int()
	if entry.Lookup("response.content.encoding").Text() == "base64" {
		x.answer = unpacked(x.answer)
	}
	if x.answer == "" {
		var stream []byte
		for e := range entry.Lookup("_eventSourceMessages").Elements {
			stream = sse.Append(stream, e.Lookup("eventName").Text(), e.Lookup("data").Text())
		}
		x.answer = string(stream)
	}
	if began, err := time.Parse(time.RFC3339, entry.Lookup("startedDateTime").Text()); err == nil {
		took, _ := conv.Number(entry.Lookup("time")).Float()
		x.ended = began.UnixMilli() + int64(min(max(took, 0), 1e9))
	}
	return x
}

// unpacked is a body in Base64, which may be compressed.
func unpacked(text string) string {
	b, _ := base64.StdEncoding.DecodeString(text)
	if z, err := gzip.NewReader(bytes.NewReader(b)); err == nil {
		b, _ = io.ReadAll(io.LimitReader(z, maxUnpacked))
	}
	return string(b)
}

// maxUnpacked is the most that a compressed body may come to. Longer ones are cut, so that
// they are no answers.
const maxUnpacked = 64 << 20
