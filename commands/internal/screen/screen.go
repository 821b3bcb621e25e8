// Package screen shows conversations to people at a terminal.
//
// The rule of the room: it writes for eyes alone. What it leaves out it counts,
// and a pipe gets the same words without colour, width or pager.
package screen

import (
	"errors"
	"io"
	"iter"
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Run is convo show.
func Run(p *frame.Program, flags *frame.Flags) error {
	s := &show{
		p: p, from: flags.Readable("from"),
		tools:    flags.Choice("tools", "short", "full", "none"),
		thinking: flags.Choice("thinking", "short", "full", "none"),
		only:     flags.Several("only", roleWords...),
		first:    flags.Number("from-message", "messages"),
		end:      flags.Number("to-message", "messages"),
		color:    p.Colored(p.Stdout.Terminal, flags.Choice("color", "auto", "always", "never")),
		width:    p.Width(),
	}
	s.notes = flags.Bool("notes") || slices.Contains(s.only, "note") || slices.Contains(s.only, "system")
	s.at = -1
	if flags.IsSet("from-message") {
		s.at = s.first
	}
	s.seek(flags)
	if flags.IsSet("last") {
		if s.last = flags.Number("last", "messages"); s.last == 0 { // as in transform
			flags.Fail(frame.UsageError("--last %q: want a number of messages, 1 or more", flags.String("last")))
		}
	}
	if flags.Bool("open") {
		whole(flags)
	}
	inputs, err := p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	if flags.Fail(err); flags.Err != nil {
		return flags.Err
	}
	if flags.Bool("open") {
		err := s.open(inputs)
		s.losses.tell(p)
		return err
	}
	out, err := p.Pager(flags.Bool("no-pager"))
	if err != nil {
		return err
	}
	s.out, s.stream = out, p.Stdout
	if to, ok := out.Writer.(*terminal.Stream); ok {
		s.stream = to
	}
	if s.stream == p.Stdout && p.Stdout.Terminal { // a pager would show the bytes
		s.drawing = drawingOf(p.Getenv)
	}
	s.stream.Gather()
	err = s.all(inputs)
	if err := errors.Join(err, s.stream.Release()); err != nil {
		out.Discard()
		return err
	}
	err = out.Commit()
	s.losses.tell(p) // after the pager, which has the terminal until then
	if err == nil && s.search != nil && !s.begun {
		return &frame.Failure{Code: frame.ExitOther}
	}
	return err
}

// seek reads what is searched for.
func (s *show) seek(flags *frame.Flags) {
	if flags.IsSet("search") {
		s.p.OneIsResult = true
		s.search = newMatcher(flags, "--search", flags.String("search"), s.only)
		return
	}
	for _, name := range []string{"in", "tool", "model", "ignore-case", "fixed-strings"} {
		if flags.IsSet(name) {
			flags.Fail(frame.UsageError("--%s says how to search: add --search PATTERN", name))
		}
	}
}

// show is what there is to show, and where.
type show struct {
	p                *frame.Program
	out              *frame.Product
	stream           *terminal.Stream // that out leads to
	from             *format.Format
	width            int // 0: there is no terminal
	color            bool
	drawing          drawing
	tools            string // short, full, none
	thinking         string
	only             []string
	first, end, last int      // of the messages; last counts from the end
	notes            bool     // also those that a program keeps for itself
	at               int      // the message that is shown whatever it is; -1: none
	search           *matcher // nil: nothing is searched for
	begun            bool     // a conversation was shown
	losses           losses
	page             func(*conv.Conversation) error // makes a page; nil: text is shown
}

func (s *show) all(names []string) error {
	for _, name := range names {
		if err := s.p.Read(name, s.source); err != nil {
			return err
		}
	}
	return nil
}

func (s *show) source(in *frame.Input) error {
	from, err := pipe.Recognise(s.p, in, s.from)
	if err != nil {
		return err
	}
	all := s.losses.conversations(from, s.page == nil && s.search == nil)
	e := s.begin(from)
	if e != nil {
		all = s.beside(all)
	}
	for c, err := range all {
		switch {
		case err != nil:
			return err
		case s.page != nil:
			err = s.page(c)
		case e != nil:
			err = s.goOn(e, c)
			e = nil
		default:
			err = s.conversation(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// losses are what inputs say that cannot be shown: a line that is cut off.
type losses []*pipe.Notice

// add keeps the losses of a piece.
func (l *losses) add(v frame.Piece, notes *note.Notes) {
	if notes.Losses() == 0 {
		return
	}
	find := v.Locator()
	for _, n := range notes.List() {
		if n.Severity == note.Loss {
			*l = append(*l, &pipe.Notice{Note: n, File: v.File, Place: find(n.Offset)})
		}
	}
}

func (l losses) tell(p *frame.Program) {
	for _, n := range l {
		n.Print(p)
	}
}

// conversations are those of an input, up to the first that cannot be read. brief is
// without the values of fields that only their format knows.
func (l *losses) conversations(from *pipe.Source, brief bool) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		err := from.Each(func(v rawjson.Block) error {
			notes := &note.Notes{KeysOnly: brief}
			defer l.add(from.PieceOf(v), notes)
			for c, err := range from.From.Decode(from.Text(v), notes) {
				if err != nil {
					return from.PieceOf(v).Failure(err)
				}
				if !yield(c, nil) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && err != errStopped {
			yield(nil, err)
		}
	}
}

// errStopped ends the reading of a file of which no more is wanted.
var errStopped error = &frame.Failure{}

// writer is one for the place where all is shown.
func (s *show) writer() *writer { return s.writerTo(s.out) }

func (s *show) writerTo(out io.Writer) *writer {
	return &writer{out: out, width: min(s.width, measure), full: s.width, color: s.color}
}

// flush lets all be seen that was shown.
func (s *show) flush() error {
	if err := s.stream.Release(); err != nil {
		return err
	}
	s.stream.Gather()
	return nil
}

// conversation shows the facts of a conversation and then its messages.
func (s *show) conversation(c *conv.Conversation) error {
	w := s.writer()
	t := s.talk(w, c)
	if !t.matches() {
		return nil
	}
	s.parted(w)
	s.facts(w, c)
	t.all(0)
	return w.err
}

// parted draws a line between two conversations.
func (s *show) parted(w *writer) {
	if s.begun {
		w.line("")
		w.rule()
	}
	s.begun = true
}

// span is the messages that the flags choose.
func (s *show) span(n int) (from, to int) {
	from, to = 0, n
	if s.end > 0 {
		to = min(to, s.end)
	}
	if s.last > 0 {
		from = max(from, to-s.last)
	}
	return max(from, min(s.first, to)), to
}

// role reports whether a message has a role that the flags choose.
func (s *show) role(m conv.Message) bool {
	return len(s.only) == 0 || slices.Contains(s.only, roleOf(m))
}

// roleWords are the words of --only and --role.
var roleWords = []string{"system", "user", "assistant", "tool", "note"}

// roleOf is the word of --only for a message.
func roleOf(m conv.Message) string {
	switch m.(type) {
	case *conv.UserMessage:
		return "user"
	case *conv.AssistantMessage:
		return "assistant"
	case *conv.SystemMessage:
		return "system"
	case *conv.ToolResultMessage:
		return "tool"
	default:
		return "note"
	}
}
