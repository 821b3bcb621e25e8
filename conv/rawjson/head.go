package rawjson

import (
	"bytes"
	"io"
	"strings"
)

// HeadSize is how many bytes of an input Head shows, if it has as many.
const HeadSize = 64 << 10

// Head returns the beginning of what is left without taking it: at least
// HeadSize bytes, if as many are left.
func (f *Frames) Head() ([]byte, error) {
	return f.Ahead(HeadSize)
}

// Ahead returns the beginning of what is left without taking it: at least size
// bytes, if as many are left.
func (f *Frames) Ahead(size int) ([]byte, error) {
	f.begin()
	for len(f.buf) < size && f.fill() {
	}
	return f.buf, f.err
}

// First returns the beginning of what is left without taking it, up to the end
// of the first value, so that it waits no longer than needed for a slow pipe.
// If the value is not an object or array, it ends at the first blank line.
// A value longer than size is cut.
func (f *Frames) First(size int) ([]byte, error) {
	f.begin()
	var s valueScanner
	for {
		head := f.buf[:min(len(f.buf), size)]
		lead := len(head) - len(bytes.TrimLeft(head, " \t\r\n"))
		if value := head[lead:]; len(value) > 0 {
			if value[0] != '{' && value[0] != '[' {
				return f.Paragraphs(1, size)
			}
			if n := s.scan(value); n > 0 {
				return head[:lead+n], f.err
			}
		}
		if len(head) == size || !f.fill() {
			return head, f.err
		}
	}
}

// Follows returns the first byte of what is left that is not white space, 0 and
// false if there is none. It does not wait for more input from a pipe.
func (f *Frames) Follows() (first byte, ok bool) {
	for {
		if rest := bytes.TrimLeft(f.buf, " \t\r\n"); len(rest) > 0 {
			return rest[0], true
		}
		if f.eof || f.size == 0 || !f.fill() {
			return 0, false
		}
	}
}

// Element returns the beginning of what is left without taking it, up to the
// end of the first element, if it is an array of objects. It returns nil for
// other values, and if the element is longer than HeadSize.
func (f *Frames) Element() []byte {
	f.begin()
	var s valueScanner
	for {
		array := bytes.TrimLeft(f.buf, " \t\r\n")
		if len(array) > 0 && array[0] != '[' {
			return nil
		}
		if len(array) > 1 {
			element := bytes.TrimLeft(array[1:], " \t\r\n")
			if len(element) > 0 && element[0] != '{' {
				return nil
			}
			if n := s.scan(element); n > 0 {
				return f.buf[:len(f.buf)-len(element)+n]
			}
		}
		if len(f.buf) >= HeadSize || !f.fill() {
			return nil
		}
	}
}

// Paragraphs returns the beginning of what is left without taking it, up to the
// nth blank line: n events of an event stream. It is cut at size.
func (f *Frames) Paragraphs(n, size int) ([]byte, error) {
	f.begin()
	some := false // a line that is not blank came since the last blank one
	for seen, i := 0, 0; ; {
		head := f.buf[:min(len(f.buf), size)]
		for ; i < len(head); i++ {
			if head[i] != '\n' && head[i] != '\r' {
				continue
			}
			line := head[seen:i]
			if head[i] == '\r' && i+1 < len(head) && head[i+1] == '\n' {
				i++
			}
			blank := len(line) == 0
			if blank && some {
				n--
			}
			if seen, some = i+1, !blank; n <= 0 {
				return head[:seen], f.err
			}
		}
		if len(head) == size || !f.fill() {
			return head, f.err
		}
	}
}

// Reader reads all that is left as it arrives.
func (f *Frames) Reader() io.Reader {
	f.begin()
	return io.MultiReader(bytes.NewReader(f.buf), f.r)
}

// begin skips a byte order mark, and the head of a recorded HTTP message. Offsets
// count them.
func (f *Frames) begin() {
	if f.begun {
		return
	}
	f.begun = true
	const mark = "\ufeff"
	if f.startsWith(mark) {
		f.take(len(mark))
		f.behind = nil
	}
	for f.startsWith("HTTP/") || f.startsWith("POST ") {
		head, _ := f.Paragraphs(1, HeadSize)
		line, _, _ := bytes.Cut(head, []byte("\n"))
		if !bytes.Contains(line, []byte("HTTP/")) || !bytes.HasSuffix(head, []byte("\n\n")) && !bytes.HasSuffix(head, []byte("\n\r\n")) {
			return
		}
		f.take(len(head))
	}
}

// startsWith waits for no more input than it needs.
func (f *Frames) startsWith(start string) bool {
	for len(f.buf) < len(start) && strings.HasPrefix(start, string(f.buf)) && f.fill() {
	}
	return bytes.HasPrefix(f.buf, []byte(start))
}
