// Package terminal is what people see: streams from which no text controls the
// terminal, widths of texts, colours, and words as they are typed in a shell.
package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"unicode/utf8"
)

// Stream is stdout, stderr or a device that a user named. It is the one place
// where text from outside is kept from controlling a terminal: what a
// terminal would obey is written as an escape of JSON, such as \u001b. In a
// pipe or a file every byte stays as it is, unless it is [Safe].
type Stream struct {
	File     *os.File
	Terminal bool
	out      io.Writer

	mu   sync.Mutex
	buf  []byte
	held []byte // the start of a character, or a carriage return

	status  bool    // a line of progress stands where the cursor is
	midline bool    // the cursor is not at the start of a line
	beside  *Stream // of the same terminal

	gathers bool // see Gather
}

// NewStream is the stream of a file.
func NewStream(f *os.File, terminal bool) *Stream {
	return &Stream{File: f, Terminal: terminal, out: f}
}

// Escaping is a stream that keeps from out what a terminal would obey, whether out
// leads to one or not.
func Escaping(out io.Writer) *Stream {
	s := &Stream{Terminal: true, out: out}
	if stream, ok := out.(*Stream); ok {
		s.File = stream.File
	}
	return s
}

// Share says that the terminal of s, if it is one, is that of another stream as well:
// a line of progress of the one goes away when the other writes.
func (s *Stream) Share(other *Stream) {
	if s.Terminal && s.beside == nil {
		s.beside, other.beside = other, s
	}
}

// Beneath is what a stream writes to, of which a terminal obeys everything.
func (s *Stream) Beneath() io.Writer { return s.out }

// Like is a stream that writes to out what this one would write.
func (s *Stream) Like(out io.Writer) *Stream { return &Stream{Terminal: s.Terminal, out: out} }

// Write passes on b, which may begin and end inside a character.
func (s *Stream) Write(b []byte) (int, error) {
	if !s.Terminal && s.gathers {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.buf = append(s.buf, b...)
		return len(b), s.flush()
	}
	if !s.Terminal {
		return s.out.Write(b)
	}
	if s.beside != nil {
		s.beside.ClearStatus()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unstatus()
	s.add(b)
	if len(b) > 0 {
		s.midline = b[len(b)-1] != '\n'
	}
	return len(b), s.flush()
}

// Status shows a line that goes away when something else is written. It waits while
// what was written before is not a whole line.
func (s *Stream) Status(line string) {
	if s.beside != nil && s.beside.isMidline() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.midline {
		return
	}
	s.unstatus()
	s.add([]byte(line))
	s.status = true
	_ = s.flush()
}

func (s *Stream) isMidline() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.midline
}

// ClearStatus takes the line of Status away.
func (s *Stream) ClearStatus() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unstatus()
	_ = s.flush()
}

// unstatus takes the line of Status away with the next write.
func (s *Stream) unstatus() {
	if s.status {
		s.buf = append(s.buf, "\r\x1b[K"...)
		s.status = false
	}
}

// End writes what waits for the rest of a character.
func (s *Stream) End() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.held {
		s.buf = appendEscape(s.buf, rune(c))
	}
	s.held, s.gathers = nil, false
	return s.flush()
}

// gathered is how many bytes a stream gathers, about.
const gathered = 32 << 10

// Gather lets many short writes become few, until Release.
func (s *Stream) Gather() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gathers = true
}

// Release writes what was gathered.
func (s *Stream) Release() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gathers = false
	return s.flush()
}

func (s *Stream) flush() error {
	if len(s.buf) == 0 || s.gathers && len(s.buf) < gathered {
		return nil
	}
	_, err := s.out.Write(s.buf)
	s.buf = s.buf[:0]
	return err
}

// add escapes b and keeps it for the next write.
func (s *Stream) add(b []byte) {
	if len(s.held) > 0 {
		b, s.held = append(s.held, b...), nil
	}
	for len(b) > 0 {
		switch {
		case b[0] == '\r' && len(b) > 1 && b[1] == '\n':
			b = b[1:]
			continue
		case b[0] == '\r' && len(b) == 1, !utf8.FullRune(b):
			s.held = append([]byte(nil), b...)
			return
		}
		r, size := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && size == 1:
			s.buf = appendEscape(s.buf, rune(b[0]))
		case r != '\n' && r != '\t' && obeyed(r):
			s.buf = appendEscape(s.buf, r)
		default:
			s.buf = append(s.buf, b[:size]...)
		}
		b = b[size:]
	}
}

// Paint writes an escape sequence of our own to a stream or product.
func Paint(w io.Writer, code string) error {
	s := Of(w)
	if s == nil {
		_, err := io.WriteString(w, code)
		return err
	}
	if s.beside != nil {
		s.beside.ClearStatus()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unstatus()
	s.buf = append(s.buf, code...)
	return s.flush()
}

// paintAfter keeps text and an escape sequence of our own for the next write.
func (s *Stream) paintAfter(text []byte, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(text)
	s.buf = append(s.buf, code...)
}

// Of is the terminal that a writer leads to, or nil. A writer that passes on to
// another says to which by a method Leads.
func Of(w io.Writer) *Stream {
	if p, ok := w.(interface{ Leads() io.Writer }); ok {
		w = p.Leads()
	}
	if s, ok := w.(*Stream); ok && s.Terminal {
		return s
	}
	return nil
}

// obeyed reports whether a terminal acts on a character instead of showing
// it: controls, and what reorders or breaks lines.
func obeyed(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f:
		return true
	}
	return r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

func appendEscape(b []byte, r rune) []byte { return fmt.Appendf(b, `\u%04x`, r) }

// Printable is one line of s that nothing obeys: file names, keys and
// messages of servers come from outside.
func Printable(s string) string {
	var b []byte
	for i, r := range s {
		switch {
		case r == utf8.RuneError && s[i] != "\uFFFD"[0]:
			b = appendEscape(b, rune(s[i]))
		case obeyed(r):
			b = appendEscape(b, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}
