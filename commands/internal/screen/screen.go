// Package screen shows conversations to people at a terminal.
//
// The rule of the room: it writes for eyes alone. What it leaves out it counts,
// and a pipe gets the same words without colour, width or pager.
package screen

import (
	"fmt"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// Run is convo show.
func Run(p *frame.Program, flags *frame.Flags) error {
	s := &show{
		p: p, from: flags.Format("from"),
		tools:    flags.Choice("tools", "short", "full", "none"),
		thinking: flags.Choice("thinking", "short", "full", "none"),
		only:     flags.Several("only", "system", "user", "assistant", "tool", "note"),
		first:    flags.Number("from-message", "messages"),
		end:      flags.Number("to-message", "messages"),
		last:     flags.Number("last", "messages"),
		search:   strings.ToLower(flags.String("search")),
		color:    p.Colored(p.Stdout.Terminal, flags.Choice("color", "auto", "always", "never")),
		width:    p.Width(),
	}
	if s.from != nil && s.from.Decode == nil {
		flags.Fail(frame.UsageError("the format %s can be written but not read", s.from.Name))
	}
	inputs, err := p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	if flags.Fail(err); flags.Err != nil {
		return flags.Err
	}
	out, err := p.Pager(flags.Bool("no-pager"))
	if err != nil {
		return err
	}
	s.out = out
	if err := s.all(inputs); err != nil {
		out.Discard()
		return err
	}
	err = out.Commit()
	for _, n := range s.losses { // after the pager, which has the terminal until then
		if !p.Quiet {
			n.Print(p)
		}
	}
	return err
}

// show is what there is to show, and where.
type show struct {
	p                *frame.Program
	out              *frame.Product
	from             *conv.Format
	width            int // 0: there is no terminal
	color            bool
	tools            string // short, full, none
	thinking         string
	only             []string
	first, end, last int // of the messages; last counts from the end
	search           string
	begun            bool // a conversation was shown
	losses           []*pipe.Notice
}

func (s *show) all(names []string) error {
	for _, name := range names {
		in, err := s.p.Open(name)
		if err != nil {
			return err
		}
		err = s.source(in)
		in.Close()
		if err != nil {
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
	return from.Each(func(v rawjson.Block) error {
		notes := &conv.Notes{}
		defer s.lost(from.PieceOf(v), notes)
		for c, err := range from.From.Decode(from.Text(v), notes) {
			if err != nil {
				return from.PieceOf(v).Failure(err)
			}
			if err := s.conversation(c); err != nil {
				return err
			}
		}
		return nil
	})
}

// lost keeps what a file says that cannot be shown: a line that is cut off.
func (s *show) lost(v frame.Piece, notes *conv.Notes) {
	if notes.Losses() == 0 {
		return
	}
	find := v.Locator()
	for _, n := range notes.List() {
		if n.Severity == conv.Loss {
			s.losses = append(s.losses, &pipe.Notice{Note: n, File: v.File, Place: find(n.Offset)})
		}
	}
}

// conversation shows the facts of a conversation and then its messages.
func (s *show) conversation(c *conv.Conversation) error {
	w := &writer{out: s.out, width: s.width, color: s.color}
	if s.begun {
		w.line("")
		w.rule()
	}
	s.begun = true
	s.facts(w, c)
	results, calls := view.ResultsOf(c)
	from, to := s.span(len(c.Messages))
	for i := from; i < to && w.err == nil; i++ {
		m := c.Messages[i]
		if s.wants(m) {
			m := &message{writer: w, show: s, c: c, results: results, calls: calls}
			m.write(i)
		}
	}
	w.end()
	return w.err
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

// wants reports whether a message is one that the flags choose.
func (s *show) wants(m conv.Message) bool {
	if len(s.only) > 0 && !slices.Contains(s.only, roleOf(m)) {
		return false
	}
	return s.search == "" || strings.Contains(strings.ToLower(textOf(m)), s.search)
}

// facts is what there is to say about the conversation as a whole.
func (s *show) facts(w *writer, c *conv.Conversation) {
	f := view.FactsOf(c)
	if f.Title != "" {
		w.styled(bold, f.Title)
		w.line("")
	}
	var said []string
	if x := f.Session; x != nil {
		said = appendSaid(said, strings.TrimSpace(x.Agent+" "+x.AgentVersion), x.Cwd, x.Branch)
	}
	said = appendSaid(said, strings.Join(f.Models, ", "), view.Period(f.Started, f.Updated))
	said = append(said, view.Count(f.Users, "question"), view.Count(f.Answers, "answer"))
	if f.Calls > 0 {
		said = append(said, view.Count(f.Calls, "tool call"))
	}
	if f.Counted {
		said = appendSaid(said, view.Tokens(&f.Usage), view.Cost(&f.Usage))
	}
	w.prose(dim, strings.Join(said, " · "), "")
	if c.SystemPrompt != "" && len(s.only) == 0 && s.search == "" {
		w.prose(dim, "System: "+view.OneLine(c.SystemPrompt), "")
	}
}

// appendSaid adds what there is.
func appendSaid(list []string, more ...string) []string {
	for _, s := range more {
		if s != "" {
			list = append(list, s)
		}
	}
	return list
}

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

// textOf is all that a message says, for --search.
func textOf(m conv.Message) string {
	data, err := conv.MarshalMessage(m)
	if err != nil {
		return fmt.Sprint(m)
	}
	var b strings.Builder
	rawjson.Raw(data).EditStrings(func(_, text string, isKey bool) string {
		if !isKey {
			b.WriteString(text)
			b.WriteByte('\n')
		}
		return text
	})
	return b.String()
}
