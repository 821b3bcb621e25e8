package gemini

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"

	"convo/conv/rawjson"
	"convo/conv/sse"
)

// payloads yields the chunks in r: the data of server-sent events, the
// elements of a JSON array, or JSON values in sequence.
func payloads(r io.Reader) iter.Seq2[[]byte, error] {
	if whole, ok := r.(*rawjson.AtRest); ok {
		return atRest(whole)
	}
	in := bufio.NewReader(r)
	switch first, err := firstByte(in); {
	case err == nil && (first == '[' || first == '{'):
		return values(in)
	default:
		return events(in)
	}
}

// atRest yields the chunks in a text that is all there. Server-sent events are
// not copied.
func atRest(whole *rawjson.AtRest) iter.Seq2[[]byte, error] {
	text := whole.Rest()
	again := rawjson.NewAtRest(rawjson.BytesOf(text))
	if head := strings.TrimLeft(text, " \t\r\n"); strings.HasPrefix(head, "[") || strings.HasPrefix(head, "{") {
		return values(bufio.NewReader(again))
	}
	return events(again)
}

func events(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for e, err := range sse.Events(r) {
			if !yield(rawjson.BytesOf(e.Data), err) {
				return
			}
		}
	}
}

// firstByte is the first byte of r that is not white space. It stays in r.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c, in.UnreadByte()
		}
	}
}

// errAfter reports bytes after the end of an array of chunks.
var errAfter = errors.New("unexpected bytes after the array")

// values yields each object of an array or of a sequence as soon as it is
// complete. An object that is cut off is yielded as it is.
func values(in *bufio.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		ended := false
		for first := true; ; first = false {
			c, err := firstByte(in)
			switch {
			case err == io.EOF:
				return
			case err != nil:
				yield(nil, err)
				return
			case ended:
				yield(nil, errAfter)
				return
			case first && c == '[', !first && c == ',':
				_, _ = in.ReadByte()
				continue
			case !first && c == ']':
				_, _ = in.ReadByte()
				ended = true
				continue
			}
			value, err := value(in)
			if err != nil && err != io.EOF {
				yield(nil, err)
				return
			}
			if !yield(value, nil) {
				return
			}
		}
	}
}

// value reads an object to its end, or anything else to the end of r.
func value(in *bufio.Reader) ([]byte, error) {
	var v []byte
	depth, inside, escaped := 0, false, false
	for {
		c, err := in.ReadByte()
		if err != nil {
			return v, err
		}
		v = append(v, c)
		switch {
		case escaped:
			escaped = false
		case inside:
			escaped, inside = c == '\\', c != '"'
		case c == '"':
			inside = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth <= 0 {
				return v, nil
			}
		}
	}
}
