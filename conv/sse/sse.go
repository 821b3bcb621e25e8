// Package sse reads and writes server-sent events as the HTML standard (9.2.6)
// defines them. It knows nothing of conversations. An event may have any size.
package sse

import (
	"bytes"
	"io"
	"iter"
	"sync"
)

// Event is one event of a stream.
type Event struct {
	Name string // from the event: line; "" if it is missing
	Data string // from the data: lines, joined by newlines
}

// Looks reports whether an input that begins with head looks like an event stream.
func Looks(head []byte) bool {
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(head, []byte(field)) {
			return true
		}
	}
	return false
}

// Events reads events until the end of r, each as soon as its blank line
// arrives. A last event without its blank line counts. A read error comes last,
// without an event: the unfinished event is dropped. If r has a method
// Rest() string, which takes all that is left, the events share its memory.
func Events(r io.Reader) iter.Seq2[Event, error] {
	if whole, ok := r.(atRest); ok {
		return in(whole.Rest())
	}
	return func(yield func(Event, error) bool) {
		in := stream{r: r, start: true}
		lent := buffers.Get().(*buffer)
		in.buf, in.data = lent.lines[:0], lent.data[:0]
		defer func() {
			if cap(in.buf)+cap(in.data) <= mostLent {
				lent.lines, lent.data = in.buf, in.data
				buffers.Put(lent)
			}
		}()
		for {
			line, err := in.line()
			if err != nil && err != io.EOF {
				yield(Event{}, err)
				return
			}
			if e, ok := in.take(line); ok && !yield(e, nil) {
				return
			}
			if err == io.EOF {
				if e, ok := in.take(nil); ok {
					yield(e, nil)
				}
				return
			}
		}
	}
}

// buffer is the memory of a stream, which the next stream uses again: events hold
// copies. A buffer that had to grow beyond mostLent is not kept.
type buffer struct{ lines, data []byte }

const mostLent = 64 << 10

var buffers = sync.Pool{New: func() any { return &buffer{lines: make([]byte, 0, 16<<10)} }}

// stream is a reader that is cut into lines, and the event being read.
type stream struct {
	r     io.Reader
	buf   []byte
	pos   int  // of the next line in buf
	start bool // nothing was read: a byte order mark may come
	cr    bool // the last line ended in \r: a \n after it belongs to it

	name  string
	data  []byte
	found bool // a data line
}

// line returns the next line, which is valid until the next call. It returns the
// last line, which may be empty, together with io.EOF.
func (s *stream) line() ([]byte, error) {
	seen := s.pos // nothing from pos to here ends a line
	for {
		if s.cr && s.pos < len(s.buf) {
			if s.cr = false; s.buf[s.pos] == '\n' {
				s.pos++
			}
			seen = s.pos
		}
		if n := LineEnd(s.buf[seen:]); n >= 0 {
			line := s.buf[s.pos : seen+n]
			s.cr = s.buf[seen+n] == '\r'
			s.pos = seen + n + 1
			return s.unmarked(line), nil
		}
		s.room()
		seen = len(s.buf)
		if err := s.fill(); err != nil {
			line := s.buf[s.pos:]
			s.pos = len(s.buf)
			return s.unmarked(line), err
		}
	}
}

// room makes room at the end of buf. It moves what is left to the front.
func (s *stream) room() {
	left := s.buf[s.pos:]
	if len(left) == cap(s.buf) {
		s.buf = make([]byte, 0, 2*cap(s.buf))
	}
	s.buf = s.buf[:copy(s.buf[:cap(s.buf)], left)]
	s.pos = 0
}

// fill reads at least one byte, or returns why it cannot.
func (s *stream) fill() error {
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}

// unmarked returns the first line of the stream without a byte order mark.
func (s *stream) unmarked(line []byte) []byte {
	if s.start {
		s.start = false
		return bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line
}

// LineEnd returns the index of the first \n or \r of a text, or -1. It searches one
// window at a time, so that a rare line end costs no pass over everything.
func LineEnd(b []byte) int {
	for i := 0; i < len(b); i += 512 {
		w := b[i:min(i+512, len(b))]
		n := bytes.IndexByte(w, '\n')
		if n >= 0 {
			w = w[:n]
		}
		if r := bytes.IndexByte(w, '\r'); r >= 0 {
			n = r
		}
		if n >= 0 {
			return i + n
		}
	}
	return -1
}

// take adds a line to the event. A blank line ends the event, and so does a line that
// begins another one (see [begins]). Without a data line there is no event.
func (s *stream) take(line []byte) (Event, bool) {
	field, value, _ := bytes.Cut(line, []byte{':'})
	value = bytes.TrimPrefix(value, []byte{' '})
	var e Event
	ended := len(line) == 0 || s.found && begins(string(field), s.name, value, s.data)
	if ended {
		e = Event{Name: s.name, Data: string(s.data)}
		ended, s.name, s.data, s.found = s.found, "", s.data[:0], false
	}
	switch string(field) {
	case "event":
		s.name = string(value)
	case "data":
		if s.found {
			s.data = append(s.data, '\n')
		}
		s.data = append(s.data, value...)
		s.found = true
	}
	return e, ended
}

// begins reports whether a line of a field begins another event, after one with data whose
// blank line is missing: many programs that log a stream leave out blank lines. No JSON goes
// on with a bracket after a closing brace.
func begins[T string | []byte](field, name string, value, data T) bool {
	return len(data) > 0 && data[len(data)-1] == '}' &&
		(field == "event" && name != "" || field == "data" && len(value) > 0 && (value[0] == '{' || value[0] == '['))
}
