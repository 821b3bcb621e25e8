package record

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Wire reads the events of a format's streams.
type Wire[P any] interface {
	// Take reads one event. An error at the last event means that the stream was
	// cut inside it.
	Take(event P) error

	// Broken ends an answer whose stream failed, or returns the error to report
	// instead.
	Broken(err error) error

	// End ends an answer that its stream did not end.
	End()
}

// Answers is the state of a Wire's answers. It passes their events on.
type Answers struct {
	Notes *note.Notes
	Known bool // an answer began and has not ended
	Ended int  // how many answers ended
	Units int  // how many events were taken, with the current one

	yield func(conv.Event, error) bool
	left  bool
	head  *conv.AssistantMessage // of the start event
}

// Send passes an event on. The event done or error ends the answer.
func (a *Answers) Send(e conv.Event) {
	if e.Type == conv.EventStart {
		a.head = e.Message
	}
	if e.Type == conv.EventDone || e.Type == conv.EventError {
		a.Known = false
		a.Ended++
		if head, tail := a.head, e.Message; head != nil && tail != nil {
			a.Rename("response id", head.ResponseID, tail.ResponseID)
			a.Rename("model", head.Model, tail.Model)
			a.Recount(head.Usage, tail.Usage)
		}
		a.head = nil
	}
	if !a.left {
		a.left = !a.yield(e, nil)
	}
}

// Rename notes a name that a stream gives in two ways.
func (a *Answers) Rename(what, old, now string) {
	if old != "" && now != "" && old != now {
		a.Notes.Info(note.CodeID, note.Recovered, -1, what+" that changes in a stream", now)
	}
}

// Recount notes a usage that is smaller than an earlier one: counts are totals.
func (a *Answers) Recount(old, now *conv.Usage) {
	if old != nil && now != nil && (now.Input < old.Input || now.Output < old.Output ||
		now.CacheRead < old.CacheRead || now.CacheWrite < old.CacheWrite) {
		a.Notes.Info(note.CodeUsage, note.Recovered, -1, "usage that shrinks in a stream", "")
	}
}

// fail passes an error on.
func (a *Answers) fail(err error) {
	if !a.left {
		a.left = true
		a.yield(conv.Event{}, err)
	}
}

// Stream is a stream of a format while it arrives.
type Stream[P any] struct {
	Unit   string              // the wire's word for an event, for errors; "" omits it
	Events iter.Seq2[P, error] // the wire's events
	Notes  *note.Notes         // may be nil
	Read   func(*Answers) Wire[P]

	// Whole, if set, is an error for an event that was cut. Then errors of Take
	// are final.
	Whole func(P) error

	// None, if set, is the error if no event belongs to the format.
	None error
}

// Answers passes on the events of the answers in a stream. Only the last event
// may be cut.
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
		a.fail(errors.New("no " + s.Unit + " is of this format"))
	}
}

// take reads one event. final reports whether an error cannot be a cut.
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

// at adds the number of the event to an error.
func (s Stream[P]) at(n int, err error) error {
	if s.Unit == "" {
		return err
	}
	return fmt.Errorf("%s %d: %w", s.Unit, n, err)
}

// DecodeStream is the Decode of a format that has Events.
func DecodeStream(events func(io.Reader, *note.Notes) iter.Seq2[conv.Event, error]) func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return format.Assemble(events(rawjson.NewAtRest(data), notes))
	}
}

// WriteAnswer is the Write of a format that has an Emit: it writes the last
// answer of a conversation as a stream.
func WriteAnswer(emit func(*rawjson.Writer) format.EventWriter) func(*rawjson.Writer, *conv.Conversation) {
	return func(w *rawjson.Writer, c *conv.Conversation) {
		out := emit(w)
		for e := range format.Replay(LastAnswer(c)) {
			out.Event(e)
		}
		out.Close()
	}
}

// LastAnswer is the last answer of a conversation, or an empty one.
func LastAnswer(c *conv.Conversation) *conv.AssistantMessage {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if m, ok := c.Messages[i].(*conv.AssistantMessage); ok {
			return m
		}
	}
	return &conv.AssistantMessage{}
}

// BeginFrame opens a server-sent event with an object as its data. name may be
// "".
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
