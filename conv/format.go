package conv

import (
	"io"
	"iter"

	"convo/conv/rawjson"
	"convo/conv/shape"
)

// Format is one foreign shape of a conversation, or the native one. A nil
// function is something that the format cannot do.
type Format struct {
	Name   string // the id that -f and -t take
	Family string // whose residue and opaque blocks it speaks
	About  string // one line for people
	Unit   Unit
	Holds  Holds
	Rules  Rules // of the servers that take it

	// Protocol is the wire that its servers answer by, "" if it has none.
	Protocol Protocol

	// Detect grades an input by its outline, and says what it goes by with
	// Probe.Shows. It knows what is the format's own and what the format
	// holds, and nothing of other formats.
	Detect func(*Probe) Grade

	// Options are ways to write the format that its name chooses, as in
	// ag-ui+encrypted-content.
	Options []Option

	// Reduce does without what only this format lacks, and Holds does not say.
	// Package conv/fit runs it last and once. The conversation is its own, the
	// messages in it are not. Nil has nothing to do.
	Reduce func(*Conversation, *Notes) *Conversation

	// Brief is for formats that only people read: what they leave out is
	// told in short, a line a code.
	Brief bool

	// Between stands between two conversations of one output.
	Between string

	// Decode reads one unit of input, which must not change afterwards.
	Decode func(data []byte, notes *Notes) iter.Seq2[*Conversation, error]

	// Branches reads one conversation for each leaf of an input that is a
	// tree, where Decode reads the path to the leaf that was last gone on
	// with and notes what it leaves out. Nil: the format has no branches.
	Branches func(data []byte, notes *Notes) iter.Seq2[*Conversation, error]

	// Shape is what the text of one unit has to be, as the format's servers
	// or readers demand. Nil: nobody says.
	Shape func() *shape.Shape

	// Lint is the rules of the servers that take the format, for conv/lint.
	// Nil: nobody knows any.
	Lint func() []LintRule

	// Texts passes the JSON texts of a unit that is a stream, of each of which
	// Shape is. Nil: the unit is one text.
	Texts func(data []byte) iter.Seq[[]byte]

	// Write writes a conversation that was fit. It cannot fail.
	Write func(*rawjson.Writer, *Conversation)

	// Events reads a stream as it arrives. A stream that ends early or
	// reports a failure ends in an event that says so; an error is for
	// bytes that are no such stream.
	Events func(r io.Reader, notes *Notes) iter.Seq2[Event, error]

	// Emit writes a stream as its events come.
	Emit func(*rawjson.Writer) EventWriter
}

// Option is a way to write a format: +Name after the format's name turns it
// on, -Name turns it off. Set changes the format so.
type Option struct {
	Name  string
	About string // one line for people, with the default in parentheses
	Set   func(f *Format, on bool)
}

// Unit is what one piece of input is.
type Unit int

// The units.
const (
	DocumentUnit Unit = iota // each JSON value is one
	SessionUnit              // all lines together are one
	StreamUnit               // an event stream
)

// EventWriter writes events as a foreign stream.
type EventWriter interface {
	Event(Event)
	// Close ends a stream that saw neither Done nor Failed as cut off.
	Close()
}

// One is the Seq2 of a Decode that found one conversation or failed.
func One(c *Conversation, err error) iter.Seq2[*Conversation, error] {
	return func(yield func(*Conversation, error) bool) { yield(c, err) }
}
