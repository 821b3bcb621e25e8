package sse

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"strings"
)

// EventsOrLines reads events. If r begins with an object, it reads JSON Lines,
// and each value is the data of an event; it skips other lines. unwrap, if set,
// takes the event out of a line.
func EventsOrLines(r io.Reader, unwrap func(line string) string) iter.Seq2[Event, error] {
	if whole, ok := r.(atRest); ok {
		text := whole.Rest()
		if head := text[:min(len(text), mostSpace)]; !strings.HasPrefix(strings.TrimLeft(head, space), "{") {
			return in(text)
		}
		r = strings.NewReader(text)
	}
	return func(yield func(Event, error) bool) {
		in := bufio.NewReaderSize(r, mostSpace)
		if first, err := firstByte(in); err == nil && first == '{' {
			lines(in, unwrap)(yield)
			return
		}
		Events(in)(yield)
	}
}

const space = " \t\r\n"

// mostSpace is how many bytes of white space may come before JSON Lines.
const mostSpace = 4096

// firstByte returns the first byte of r that is not white space. It takes
// nothing from r.
func firstByte(in *bufio.Reader) (byte, error) {
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			return 0, err
		}
		if c := head[n-1]; strings.IndexByte(space, c) < 0 {
			return c, nil
		}
	}
}

func lines(in *bufio.Reader, unwrap func(string) string) iter.Seq2[Event, error] {
	event := func(line []byte) Event {
		if unwrap != nil {
			return Event{Data: unwrap(string(line))}
		}
		return Event{Data: string(line)}
	}
	return func(yield func(Event, error) bool) {
		for {
			line, err := in.ReadBytes('\n')
			if beginsValue(line) && !yield(event(line), nil) {
				return
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}

// beginsValue reports whether a line begins like JSON.
func beginsValue(line []byte) bool {
	line = bytes.TrimLeft(line, space)
	return len(line) > 0 && strings.IndexByte(`{["-0123456789tfn`, line[0]) >= 0
}
