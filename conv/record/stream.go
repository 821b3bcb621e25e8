package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
)

// Wire reads the events of one format's streams.
type Wire[P any] interface {
	// Take reads one event of the wire. An error at the last one means that
	// the stream was cut within it.
	Take(event P) error

	// Broken ends an answer whose stream could not be read on, or returns the
	// error to report instead.
	Broken(err error) error

	// End ends an answer that its stream did not end.
	End()
}

// Answers is where a Wire is with its answers, and passes their events on.
type Answers struct {
	Notes *conv.Notes
	Known bool // something of an answer came, and not yet its end
	Ended int  // answers that came to their end
	Units int  // events of the wire that were taken, the current one too

	yield func(conv.Event, error) bool
	left  bool
}

// Send passes an event on. Done or error ends the answer.
func (a *Answers) Send(e conv.Event) {
	if e.Type == conv.EventDone || e.Type == conv.EventError {
		a.Known = false
		a.Ended++
	}
	if !a.left {
		a.left = !a.yield(e, nil)
	}
}

// Left reports whether nobody listens any more.
func (a *Answers) Left() bool { return a.left }

// fail passes an error on.
func (a *Answers) fail(err error) {
	if !a.left {
		a.left = true
		a.yield(conv.Event{}, err)
	}
}

// Stream is a stream of a format, as it arrives.
type Stream[P any] struct {
	Unit   string              // what the wire calls its events, for errors; "": nothing
	Events iter.Seq2[P, error] // of the wire
	Notes  *conv.Notes         // may be nil
	Read   func(*Answers) Wire[P]

	// Whole, if set, tells what an event lacks that was cut. Then errors of
	// Take are final.
	Whole func(P) error

	// None, if set, is the error if no event was one of the format.
	None error
}

// Answers passes the events of the answers in a stream. An event that is cut
// is the end of a stream that was cut: nothing may come after it.
func (s Stream[P]) Answers(yield func(conv.Event, error) bool) {
	a := &Answers{Notes: s.Notes, yield: yield}
	wire := s.Read(a)
	var cut error
	for event, err := range s.Events {
		switch {
		case err != nil:
			if err := wire.Broken(err); err != nil {
				a.fail(err)
			}
			return
		case cut != nil:
			a.fail(cut)
			return
		}
		if err, final := s.take(a, wire, event); final && err != nil {
			a.fail(err)
		} else {
			cut = err
		}
		if a.left {
			return
		}
	}
	switch {
	case a.Known:
		wire.End()
	case cut != nil:
		a.fail(cut)
	case a.Ended > 0:
	case s.None != nil:
		a.fail(s.None)
	case a.Units == 0:
		a.fail(errors.New("no " + s.Unit + "s"))
	default:
		a.fail(errors.New("none of the " + s.Unit + "s is one of this format"))
	}
}

// take reads one event of the wire, and tells whether an error is final.
func (s Stream[P]) take(a *Answers, wire Wire[P], event P) (err error, final bool) {
	a.Units++
	if s.Whole != nil {
		if err := s.Whole(event); err != nil {
			return s.at(a.Units, err), false
		}
	}
	if err := wire.Take(event); err != nil {
		return s.at(a.Units, err), s.Whole != nil
	}
	return nil, false
}

// at is an error with the number of its event.
func (s Stream[P]) at(n int, err error) error {
	if s.Unit == "" {
		return err
	}
	return fmt.Errorf("%s %d: %w", s.Unit, n, err)
}

// DecodeStream reads a stream to its end: the Decode of a format that has
// Events.
func DecodeStream(events func(io.Reader, *conv.Notes) iter.Seq2[conv.Event, error]) func([]byte, *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
		return conv.Assemble(events(bytes.NewReader(data), notes))
	}
}

// WriteAnswer writes the last answer of a conversation as the events of a
// stream: the Write of a format that has an Emit.
func WriteAnswer(emit func(*rawjson.Writer) conv.EventWriter) func(*rawjson.Writer, *conv.Conversation) {
	return func(w *rawjson.Writer, c *conv.Conversation) {
		out := emit(w)
		for e := range conv.Replay(LastAnswer(c)) {
			out.Event(e)
		}
		out.Close()
	}
}

// LastAnswer is the last answer of a conversation; an empty one if Fit left
// none.
func LastAnswer(c *conv.Conversation) *conv.AssistantMessage {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if m, ok := c.Messages[i].(*conv.AssistantMessage); ok {
			return m
		}
	}
	return &conv.AssistantMessage{}
}

// BeginFrame opens a server-sent event whose data is an object. Without a
// name it has only data.
func BeginFrame(w *rawjson.Writer, name string) {
	if name != "" {
		w.Text("event: ")
		w.Text(name)
		w.Text("\n")
	}
	w.Text("data: ")
	w.BeginObject()
}

// EndFrame closes the event that BeginFrame opened.
func EndFrame(w *rawjson.Writer) {
	w.EndObject()
	w.Text("\n\n")
}
