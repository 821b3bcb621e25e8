// Package sse reads and writes server-sent events. It knows no conversation.
package sse

import (
	"bytes"
	"io"
	"iter"
)

// Event is one event of a stream.
type Event struct {
	Name string // of the event: line; "" if there was none
	Data string // the data: lines, joined by newlines
}

// Looks reports whether an input that begins with head is an event stream.
func Looks(head []byte) bool {
	for _, field := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(head, []byte(field)) {
			return true
		}
	}
	return false
}

// Events reads events until the end of r, each as soon as it is complete.
// A last event without its blank line counts. Read errors end it in silence.
func Events(r io.Reader) iter.Seq[Event] { panic("to come") }
