package format

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"strings"

	"convo/conv/rawjson"
	"convo/conv/sse"
)

// Payloads yields the events of r as soon as they are complete: the data of server-sent
// events, unless it is empty or [DONE]; the elements of a list; or objects, one a line or
// one after the other. What is cut off comes as it is. An error is one of reading.
func Payloads(r io.Reader) iter.Seq2[[]byte, error] {
	first, r := begun(r)
	switch first {
	case '[':
		return rawjson.NewFrames(r, 0).Elements
	case '{':
		return values(r)
	default:
		return frames(r)
	}
}

// Events is [sse.EventsOrLines] that also reads the elements of a list.
func Events(r io.Reader, unwrap func(line string) string) iter.Seq2[sse.Event, error] {
	return func(yield func(sse.Event, error) bool) {
		first, r := begun(r)
		if first != '[' {
			sse.EventsOrLines(r, unwrap)(yield)
			return
		}
		for b, err := range rawjson.NewFrames(r, 0).Elements {
			if !yield(sse.Event{Data: string(b)}, err) {
				return
			}
		}
	}
}

// begun is the first byte of r that is not white space, and a reader of all.
func begun(r io.Reader) (first byte, all io.Reader) {
	whole, ok := r.(*rawjson.AtRest)
	if !ok {
		in := bufio.NewReader(r)
		return firstByte(in), in
	}
	text := whole.Rest()
	if head := strings.TrimLeft(text, " \t\r\n\ufeff"); head != "" {
		first = head[0]
	}
	return first, rawjson.NewAtRest(rawjson.BytesOf(text))
}

// firstByte is the first byte of r that is not white space. It stays in r.
func firstByte(in *bufio.Reader) byte {
	for n := 1; ; n++ {
		head, _ := in.Peek(n)
		if len(head) < n {
			return 0
		}
		if !bytes.ContainsRune([]byte(" \t\r\n\ufeff"), rune(head[n-1])) && head[n-1] < 0x80 {
			return head[n-1]
		}
	}
}

func frames(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for e, err := range sse.Events(r) {
			if (err != nil || e.Data != "" && e.Data != "[DONE]") && !yield(rawjson.BytesOf(e.Data), err) {
				return
			}
		}
	}
}

func values(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f := rawjson.NewFrames(r, 0)
		for {
			b, err := f.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for v := range b.Values() {
				if !yield(bytes.TrimRight(v.Data, " \t\r\n"), nil) {
					return
				}
			}
		}
	}
}
