package format

import (
	"cmp"
	"io"
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// Format is one foreign format of conversations, or the native one. A nil
// function is something that the format cannot do.
type Format struct {
	Name         string // the id that -f and -t take
	Family       string // the family whose residue and opaque blocks it knows
	About        string // description in one line
	Unit         Unit
	Capabilities Capabilities
	Rules        Rules // of the servers that accept it

	History History // what becomes of a history that was compacted

	// Protocol is the wire that its servers answer with, "" if there is none.
	Protocol conv.Protocol

	// Detect grades an input by its outline, and names the reasons with
	// Probe.Shows. It only knows the format itself, and nothing about other
	// formats.
	Detect func(*Probe) Grade

	// Options are variants of writing the format, chosen after its name, as in
	// ag-ui+encrypted-content.
	Options []Option

	// Mention is a line of text that says what was there, for a block that the
	// format cannot hold. Nil: nothing stands in its place.
	Mention func(conv.Block) string

	// Omits chooses the messages that are left out for those who read. Nil: all stay.
	Omits func(conv.Message) bool

	// Reduce removes what this format cannot hold and Holds cannot express.
	// Package conv/fit calls it once, at the end. The conversation may be changed,
	// the messages in it may not. Nil: there is nothing to remove.
	Reduce func(*conv.Conversation, *note.Notes) *conv.Conversation

	// Brief is for formats that only people read: what they leave out is reported
	// in short, one line for each code.
	Brief bool

	// Shared is for formats that people pass on: convo says if an output holds secrets.
	Shared bool

	// Separator is written between two conversations of one output.
	Separator string

	// SingleDocument says that an output holds one conversation.
	SingleDocument bool

	// Site writes several conversations into one folder, with a page that leads to
	// all of them. Nil: the format has no such page.
	Site *Site

	// Lists says that a list in an input is many conversations. Each element of it is a
	// unit of its own.
	Lists bool

	// Log says that a line may be an entry that has no conversation.
	Log bool

	// Members are patterns of the names of files with conversations in a zip archive, as
	// conversations.json. nil: the format comes in none.
	Members []string

	// Asset is the beginning of the name of the file that has the data of media, beside
	// the conversations or in the same archive; "" if none has. nil: data is in the input.
	Asset func(*conv.Media) string

	// Decode reads one unit of input, which must not change afterwards.
	Decode func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error]

	// Branches reads one conversation for each leaf of an input that is a tree.
	// Decode only reads the path to the current leaf, and notes what it leaves
	// out. Nil: the format has no branches.
	Branches func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error]

	// BranchSizes returns how many conversations Branches reads, and the bytes of input in
	// them: what several share counts for each. Nil: nobody knows before.
	BranchSizes func(data []byte) (branches int, size int64)

	// Helpers names the files with the sessions of helpers that the session in a
	// file started: folders and patterns of names in them, as DIR/agent-*.jsonl.
	// Nil: the format keeps them in the file itself.
	Helpers func(file string) []string

	// SkipFile reports whether a file in a folder of sessions holds none by its path,
	// so that a command that reads folders skips it. Nil: none does.
	SkipFile func(file string) bool

	// GuestFamily is the path of the file that says more of the session in a file, "" if
	// none does. TakeBeside takes what it says, and reports whether it says anything.
	// Nil: a session says all.
	Sidecar     func(file string) string
	ReadSidecar func(c *conv.Conversation, text []byte) bool

	// Shape is what the format's servers or readers require of the text of one
	// unit. Nil: nothing is known.
	Shape func() *shape.Shape

	// Lint is the rules of the servers that accept the format, for conv/lint.
	// Nil: no rule is known.
	Lint func() []LintRule

	// JSONTexts passes the JSON texts of a unit that is a stream; Shape describes
	// each of them. Nil: the unit is one text.
	JSONTexts func(data []byte) iter.Seq[[]byte]

	// Complete gives messages that have just been made what the format's own program
	// always writes of one: an id, the time in Unix milliseconds, counts of tokens.
	// They are those of c from index first on. Stamp changes them, and the fields of
	// c. Nil: there is nothing of the kind.
	Complete func(c *conv.Conversation, first int, at int64, notes *note.Notes)

	// Write writes a conversation after conv/fit. It cannot fail.
	Write func(*rawjson.Writer, *conv.Conversation)

	// Agent is the program that keeps its sessions in the format. Nil: nobody does.
	Agent func() *Agent

	// Events reads a stream as it arrives. A stream that ends early or reports a
	// failure ends in an event that says so. An error means that the input is not
	// such a stream.
	Events func(r io.Reader, notes *note.Notes) iter.Seq2[conv.Event, error]

	// Emit writes a stream as its events come.
	Emit func(*rawjson.Writer) EventWriter
}

// KeepsResidueOf reports whether a conversation read from another format is written
// with the residue that is that format's own, or with what is known of its session:
// some formats find that in the residue.
func (f *Format) KeepsResidueOf(from *Format) bool {
	own := cmp.Or(from.Capabilities.GuestFamily, from.Family)
	return f.Capabilities.Has(ForeignResidue) || f.Capabilities.Has(Sessions) || f.Family == own || f.Capabilities.GuestFamily == own
}

// Site is how a format writes a folder of conversations.
type Site struct {
	// Index is the name of the page that leads to the others.
	Index string
	// Page writes a conversation as Write does. up is the way from its folder to that
	// of Index, "" or such as "../".
	Page func(w *rawjson.Writer, c *conv.Conversation, up string)
	// Entry is what Index says of a conversation. It is kept longer than the
	// conversation, so each text in it is rawjson.Owned.
	Entry func(*conv.Conversation) any
	// WriteIndex writes the page that leads to the others.
	WriteIndex func(*rawjson.Writer, []SitePage)
}

// SitePage is a conversation that was written into a folder.
type SitePage struct {
	File  string // its path from the folder, with slashes
	Entry any
}

// History says which part of a compacted history a format is for.
type History int

// The parts of a compacted history.
const (
	WholeHistory  History = iota // all messages, with the summaries where they stand
	SentHistory                  // what a call sends: the last summary in place of what it replaced
	SpokenHistory                // all messages without the summary, which nobody said
)

// Option is a variant of writing a format: +Name after the format's name turns it
// on, -Name turns it off. Set changes the format accordingly.
type Option struct {
	Name  string
	About string // description in one line, with the default in parentheses
	Set   func(f *Format, on bool)
}

// Unit says what one piece of input is.
type Unit int

// The units.
const (
	DocumentUnit Unit = iota // each JSON value is one
	SessionUnit              // all lines together are one
	StreamUnit               // an event stream
)

// EventWriter writes events as a foreign stream.
type EventWriter interface {
	Event(conv.Event)
	// Close ends a stream without Done or Failed as cut off.
	Close()
}

// Single returns the sequence of a Decode that found one conversation or failed.
func Single(c *conv.Conversation, err error) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) { yield(c, err) }
}
