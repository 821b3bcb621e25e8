package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"time"
)

var quiet = log.New(io.Discard, "", 0)

// hostile is something that a server may do.
type hostile struct {
	name string
	do   func(*visit)
}

// hostiles are asked one after the other, each in another protocol in every
// turn.
var hostiles = []hostile{
	{"silent", func(v *visit) { v.hold() }},
	{"silent-after-header", func(v *visit) { v.say(""); v.hold() }},
	{"silent-midway", func(v *visit) { v.say(v.begin + v.says("hi")); v.hold() }},
	{"drip", func(v *visit) {
		for _, c := range v.begin + v.says(strings.Repeat("x", 200)) {
			if !v.say(string(c)) {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}},
	{"comments", func(v *visit) { v.forever(": ping\n\n", time.Millisecond) }},
	{"blank-lines", func(v *visit) { v.forever("\n", 0) }},
	{"endless-text", func(v *visit) { v.say(v.begin); v.forever(v.says(strings.Repeat("x", 4000)), 0) }},
	{"endless-empty-text", func(v *visit) { v.say(v.begin); v.forever(v.says(""), 0) }},
	{"endless-event", func(v *visit) { v.say("data: "); v.forever(strings.Repeat("x", 64<<10), 0) }},
	{"endless-lines-of-an-event", func(v *visit) { v.forever("data: [\n", 0) }},
	{"endless-json", func(v *visit) { v.json(200, `{"a":"`); v.forever(strings.Repeat("x", 64<<10), 0) }},
	{"endless-error", func(v *visit) { v.json(400, `{"error":{"message":"`); v.forever(strings.Repeat("x", 64<<10), 0) }},
	{"gzip-bomb", func(v *visit) { v.gzipped(strings.Repeat("\x00", 1<<20), 512, "text/event-stream") }},
	{"gzip-bomb-error", func(v *visit) {
		v.ResponseWriter.Header().Set("Content-Encoding", "gzip")
		v.ResponseWriter.WriteHeader(400)
		zip(v.ResponseWriter, strings.Repeat("x", 1<<20), 256)
	}},
	{"gzip-cut", func(v *visit) { v.encoded("gzip", zipped(v.begin + v.says("hi"))[:20]) }},
	{"gzip-lie", func(v *visit) { v.encoded("gzip", "not gzip at all") }},
	{"encoding-unknown", func(v *visit) { v.encoded("br", "\x0b\x02\x80hi\x03") }},
	{"gzip-twice", func(v *visit) { v.encoded("gzip, gzip", zipped(zipped(v.begin+v.says("hi")+v.ended))) }},
	{"chunks-broken", func(v *visit) { v.raw(ok("Transfer-Encoding: chunked") + "zz\r\nhi\r\n") }},
	{"chunk-huge", func(v *visit) { v.raw(ok("Transfer-Encoding: chunked") + "ffffffffffffff\r\nhi") }},
	{"chunk-negative", func(v *visit) { v.raw(ok("Transfer-Encoding: chunked") + "-5\r\nhi\r\n0\r\n\r\n") }},
	{"length-too-long", func(v *visit) { v.raw(ok("Content-Length: 9999") + v.begin + v.says("hi")) }},
	{"length-too-short", func(v *visit) { v.raw(ok("Content-Length: 9") + v.begin + v.says("hi")) }},
	{"length-negative", func(v *visit) { v.raw(ok("Content-Length: -9") + "{}") }},
	{"length-twice", func(v *visit) { v.raw(ok("Content-Length: 2\r\nContent-Length: 3") + "{}") }},
	{"length-huge", func(v *visit) { v.raw(ok("Content-Length: 99999999999999999999") + "{}") }},
	{"no-http", func(v *visit) { v.raw("SSH-2.0-OpenSSH_9.9\r\n") }},
	{"http-0.9", func(v *visit) { v.raw("hi") }},
	{"nothing", func(v *visit) { v.raw("") }},
	{"header-huge", func(v *visit) { v.raw(ok("X-A: "+strings.Repeat("a", 4<<20)) + "{}") }},
	{"headers-many", func(v *visit) { v.raw(ok(strings.Repeat("X-A: a\r\n", 100_000)+"X-B: b") + "{}") }},
	{"continue-endless", func(v *visit) { v.raw(strings.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 100_000)) }},
	{"switching", func(v *visit) {
		v.raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n")
	}},
	{"redirect-302", func(v *visit) { v.redirect(302, v.other+"/v1") }},
	{"redirect-307", func(v *visit) { v.redirect(307, v.other+"/v1") }},
	{"redirect-308-with-key", func(v *visit) { v.redirect(308, v.other+"/"+v.key()) }},
	{"redirect-scheme-relative", func(v *visit) { v.redirect(307, strings.TrimPrefix(v.other, "http:")+"/v1") }},
	{"redirect-user", func(v *visit) {
		v.redirect(303, strings.Replace(v.other, "http://", "http://"+v.key()+":x@", 1))
	}},
	{"redirect-loop", func(v *visit) { v.redirect(307, v.URL.String()) }},
	{"redirect-file", func(v *visit) { v.redirect(302, "file:///etc/passwd") }},
	{"redirect-nowhere", func(v *visit) { v.redirect(302, "http://%zz/") }},
	{"html", func(v *visit) { v.typed("text/html", "<html><h1>Sign in</h1>\x1b[31m") }},
	{"image", func(v *visit) { v.typed("image/png", "\x89PNG\r\n\x1a\n") }},
	{"typeless", func(v *visit) { v.raw(ok("Content-Type: \x01") + v.begin + v.says("hi") + v.ended) }},
	{"empty", func(v *visit) { v.ResponseWriter.WriteHeader(200) }},
	{"no-content", func(v *visit) { v.ResponseWriter.WriteHeader(204) }},
	{"partial-content", func(v *visit) { v.json(206, "{") }},
	{"not-modified", func(v *visit) { v.ResponseWriter.WriteHeader(304) }},
	{"status-999", func(v *visit) { v.json(999, "[]") }},
	{"error-null", func(v *visit) { v.json(400, `{"error":null}`) }},
	{"error-list", func(v *visit) { v.json(500, `[[[{"error":[1,{"message":{}}]}]]]`) }},
	{"error-deep", func(v *visit) { v.json(400, strings.Repeat(`{"error":`, 90_000)) }},
	{"error-controls", func(v *visit) {
		v.json(401, `{"error":{"message":"\u001b[31m\u0000\u202e\u009b","code":"\u001b]0;x\u0007"}}`)
	}},
	{"error-echo", func(v *visit) { v.json(401, `{"error":{"message":"no: `+v.key()+`","code":"`+v.key()+`"}}`) }},
	{"error-echo-escaped", func(v *visit) { v.json(400, `{"error":{"message":"no: `+spelled(v.key())+`"}}`) }},
	{"error-echo-base64", func(v *visit) {
		v.json(401, `{"error":{"message":"no: `+base64.StdEncoding.EncodeToString([]byte("user:"+v.key()))+`"}}`)
	}},
	{"error-echo-broken", func(v *visit) { v.json(400, v.key()) }},
	{"echo-headers", func(v *visit) {
		for name, values := range v.Request.Header {
			v.ResponseWriter.Header()["X-Echo-"+name] = values
		}
		v.ResponseWriter.Header().Set("X-Request-Id", v.key())
		v.json(429, `{}`)
	}},
	{"echo-request-id", func(v *visit) {
		v.ResponseWriter.Header().Set("X-Request-Id", v.key())
		v.say(v.begin + v.says("hi") + v.ended)
	}},
	{"echo-text", func(v *visit) { v.say(v.begin + v.says(v.key()) + v.ended) }},
	{"echo-escaped", func(v *visit) { v.say(v.begin + v.says(spelled(v.key())) + v.ended) }},
	{"echo-split", func(v *visit) {
		v.say(v.begin)
		for _, c := range v.key() {
			v.say(v.says(string(c)))
		}
		v.say(v.ended)
	}},
	{"echo-split-cut", func(v *visit) {
		v.say(v.begin)
		for i := 0; i+3 <= len(v.key()); i += 3 {
			v.say(v.says(v.key()[i : i+3]))
		}
	}},
	{"retry-after-huge", func(v *visit) { v.again("1e300") }},
	{"retry-after-negative", func(v *visit) { v.again("-1") }},
	{"retry-after-nan", func(v *visit) { v.again("NaN") }},
	{"retry-after-date", func(v *visit) { v.again("Fri, 31 Dec 9999 23:59:59 GMT") }},
	{"retry-after-past", func(v *visit) { v.again("Thu, 01 Jan 1970 00:00:00 GMT") }},
	{"retry-after-text", func(v *visit) { v.again("soon \x1b[31m") }},
	{"retry-after-inf", func(v *visit) { v.again("Infinity") }},
	{"half-event", func(v *visit) { v.say(v.begin + v.says("hi")[:20]) }},
	{"half-answer", func(v *visit) { v.say(v.begin + v.says("hi")) }},
	{"half-answer-reset", func(v *visit) { v.raw(ok("Content-Type: text/event-stream") + v.begin + v.says("hi")[:9]) }},
	{"done-first", func(v *visit) { v.say("data: [DONE]\n\n" + v.begin + v.says("hi") + v.ended) }},
	{"end-first", func(v *visit) { v.say(v.ended + v.begin + v.says("hi")) }},
	{"no-begin", func(v *visit) { v.say(v.says("hi") + v.ended) }},
	{"all-twice", func(v *visit) { v.say(strings.Repeat(v.begin+v.says("hi")+v.ended, 2)) }},
	{"surrogates", func(v *visit) { v.say(v.begin + v.says(`\ud800\udc00\udc00\ud800`) + v.ended) }},
	{"not-utf8", func(v *visit) { v.say(v.begin + v.says("\xff\xc0\x80") + v.ended) }},
	{"controls", func(v *visit) { v.say(v.begin + v.says(`\u0000\u001b[2J\u009b31m\u202e`) + v.ended) }},
	{"deep", func(v *visit) { v.say("data: " + strings.Repeat("[", 100_000) + "\n\n") }},
	{"huge-number", func(v *visit) { v.say("data: " + `{"index":` + strings.Repeat("9", 100_000) + "}\n\n" + v.begin) }},
	{"huge-index", func(v *visit) {
		v.say(strings.NewReplacer(`index":0`, `index":9007199254740993`).Replace(v.begin+v.says("hi")) + v.ended)
	}},
	{"negative-index", func(v *visit) { v.say(strings.ReplaceAll(v.begin+v.says("hi"), `index":0`, `index":-1`) + v.ended) }},
	{"odd-types", func(v *visit) { v.say(strings.ReplaceAll(v.begin+v.says("hi")+v.ended, `"hi"`, `{"a":[null]}`)) }},
	{"nulls", func(v *visit) { v.say(strings.ReplaceAll(v.begin+v.says("hi"), `0`, `null`) + v.ended) }},
	{"fields-twice", func(v *visit) {
		v.say(strings.ReplaceAll(v.begin+v.says("hi")+v.ended, `data: {`, `data: {"type":"x","type":[],`))
	}},
	{"bom", func(v *visit) { v.say("\ufeff" + v.begin + v.says("hi") + v.ended) }},
	{"nul", func(v *visit) { v.say("\x00\x00" + v.begin + v.says("hi") + v.ended + "\x1a") }},
	{"carriage-returns", func(v *visit) { v.say(strings.ReplaceAll(v.begin+v.says("hi")+v.ended, "\n", "\r")) }},
	{"error-in-stream", func(v *visit) {
		v.say(v.begin + "event: error\ndata: " + `{"type":"error","error":{"message":"` + v.key() + `"}}` + "\n\n")
	}},
	{"usage-overflow", func(v *visit) {
		v.say(v.begin + v.says("hi") + `data: {"usage":{"prompt_tokens":9223372036854775807,"completion_tokens":1e400,"output_tokens":-9}}` + "\n\n" + v.ended)
	}},
	{"many-events", func(v *visit) { v.say(v.begin + strings.Repeat(v.says("x"), 4000) + v.ended) }},
	{"tool-call-odd", func(v *visit) {
		v.say(`data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"index":99999999,"id":"../\u0000","function":{"name":"../../bin/sh","arguments":"{\"a\":"}}]},"finish_reason":"tool_calls"}]}` + "\n\n" + v.ended)
	}},
	{"trailers", func(v *visit) {
		v.raw(ok("Transfer-Encoding: chunked\r\nTrailer: X-Key") + "2\r\n{}\r\n0\r\nX-Key: " + v.key() + "\r\n\r\n")
	}},
	{"cookies", func(v *visit) {
		v.ResponseWriter.Header().Set("Set-Cookie", "k="+v.key())
		v.json(503, `{}`)
	}},
}

// key is what the client sent as its key.
func (v *visit) key() string { return key }

func (v *visit) json(status int, text string) {
	v.ResponseWriter.Header().Set("Content-Type", "application/json")
	v.ResponseWriter.WriteHeader(status)
	v.say(text)
}

func (v *visit) typed(kind, text string) {
	v.ResponseWriter.Header().Set("Content-Type", kind)
	v.say(text)
}

func (v *visit) redirect(status int, to string) {
	v.ResponseWriter.Header().Set("Location", to)
	v.ResponseWriter.WriteHeader(status)
}

// again is an error with a wait.
func (v *visit) again(after string) {
	v.ResponseWriter.Header().Set("Retry-After", after)
	v.json(http.StatusTooManyRequests, `{"error":{"message":"slow down"}}`)
}

func (v *visit) encoded(how, text string) {
	v.ResponseWriter.Header().Set("Content-Encoding", how)
	v.say(text)
}

func (v *visit) gzipped(part string, times int, kind string) {
	v.ResponseWriter.Header().Set("Content-Encoding", "gzip")
	v.ResponseWriter.Header().Set("Content-Type", kind)
	zip(v.ResponseWriter, part, times)
}

func zip(w io.Writer, part string, times int) {
	z := gzip.NewWriter(w)
	for range times {
		if _, err := io.WriteString(z, part); err != nil {
			return
		}
	}
	_ = z.Close()
}

func zipped(text string) string {
	var b bytes.Buffer
	zip(&b, text, 1)
	return b.String()
}

// ok is the head of a good answer with a header line.
func ok(line string) string { return "HTTP/1.1 200 OK\r\n" + line + "\r\n\r\n" }

// spelled is a text in escapes of JSON.
func spelled(text string) string {
	var b strings.Builder
	for _, c := range text {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}
