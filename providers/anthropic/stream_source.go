package anthropic

import (
	"bufio"
	"encoding/base64"
	"io"
	"iter"

	"convo/conv/rawjson"
	"convo/conv/sse"
)

// payloads passes the data of each event in r: of server-sent events, or of
// JSON Lines that are events or what Bedrock wraps them in.
func payloads(r io.Reader) iter.Seq2[sse.Event, error] {
	in := bufio.NewReader(r)
	if first, err := firstByte(in); err == nil && first == '{' {
		return lines(in)
	}
	return sse.Events(in)
}

// firstByte is the first byte of r that is no white space, which stays in r
// with what comes before it.
func firstByte(in *bufio.Reader) (byte, error) {
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			return 0, err
		}
		switch c := head[n-1]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c, nil
		}
	}
}

func lines(in *bufio.Reader) iter.Seq2[sse.Event, error] {
	return func(yield func(sse.Event, error) bool) {
		for {
			line, err := in.ReadBytes('\n')
			if c := rawjson.NewCursor(line); c.Kind() != rawjson.Invalid && !yield(sse.Event{Data: unwrap(string(line))}, nil) {
				return
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(sse.Event{}, err)
				return
			}
		}
	}
}

// unwrap takes an event out of {"chunk":{"bytes":"<base64>"}}, which is how
// Bedrock's event stream looks when each message is written as JSON.
func unwrap(line string) string {
	outer := rawjson.Raw(line)
	c := rawjson.NewCursor([]byte(line))
	for key := range c.Fields {
		if key == "chunk" && c.Kind() == rawjson.Object {
			outer = c.Raw()
		}
	}
	bytes := ""
	c = rawjson.NewCursor([]byte(outer))
	for key := range c.Fields {
		if key == "bytes" && c.Kind() == rawjson.String {
			bytes = c.Str()
		}
	}
	if data, err := base64.StdEncoding.DecodeString(bytes); err == nil && len(data) > 0 {
		return string(data)
	}
	return line
}
