package pipe

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// appended is a conversation whose messages --append adds to others.
type appended struct {
	name string
	doc  *conv.Conversation
}

// appendOperation adds the messages of a file, which is read once, before the
// first conversation is.
func (b *planner) appendOperation(name string) ([]Operation, error) {
	a := &appended{name: name}
	b.plan.appended = append(b.plan.appended, a)
	return []Operation{func(doc *conv.Conversation, _ Context) (*conv.Conversation, error) {
		return doc.WithMessages(slices.Concat(doc.Messages, a.doc.Messages)), nil
	}}, nil
}

// stdinFor checks that what --append reads from stdin is there, and for it
// alone.
func (r *Run) stdinFor(inputs []string, noInput bool) error {
	readers := frame.Stdins(inputs)
	for _, a := range r.Plan.appended {
		if a.name != "-" {
			continue
		}
		switch readers++; {
		case readers > 1:
			return frame.UsageError("stdin (-) can be read only once")
		case noInput:
			return frame.UsageError("--append reads stdin, but -n forbids it")
		case r.Program.Terminal(r.Program.Stdin):
			return frame.UsageError("--append -: no input: pipe in a conversation or name a FILE")
		}
	}
	return nil
}

// loadAppended reads what --append names.
func (r *Run) loadAppended() error {
	for _, a := range r.Plan.appended {
		if err := r.load(a); err != nil {
			return err
		}
	}
	return nil
}

// load reads a file of one conversation. It stays open: the conversation may
// share its memory.
func (r *Run) load(a *appended) error {
	in, err := r.Program.Open(a.name)
	if err != nil {
		return err
	}
	s, err := Recognise(r.Program, in, nil)
	if err != nil {
		return err
	}
	err = s.Each(func(v rawjson.Block) error {
		got := result{value: v}
		r.decodeAppended(a, s, &got)
		r.log.add(s.PieceOf(v), got.notes)
		if got.err != nil {
			return s.PieceOf(v).Failure(got.err)
		}
		r.tellIncomplete(s, got)
		return nil
	})
	if err == nil && a.doc == nil {
		err = &frame.Failure{Code: frame.ExitUnreadable, File: a.name, What: "has no conversation"}
	}
	return err
}

// decodeAppended reads one value of a file, and notes what of its
// conversation is no message.
func (r *Run) decodeAppended(a *appended, s *Source, v *result) {
	notes := &note.Notes{All: r.Program.Verbose}
	for doc, err := range s.From.Decode(s.Text(v.value), notes) {
		if err == nil && a.doc != nil {
			err = &frame.Failure{Code: frame.ExitUnreadable, What: "there is a second conversation; --append adds only one"}
		}
		if err != nil {
			v.err = err
			return
		}
		if doc.SystemPrompt != "" {
			asked(notes, note.CodeSystem, doc.Offset(), "system prompt of the appended conversation", 1)
		}
		if n := len(doc.Tools); n > 0 {
			asked(notes, note.CodeTools, doc.Tools[0].Offset(), "tool definition of the appended conversation", n)
		}
		if s.From.Unit == format.StreamUnit {
			v.incomplete = r.Plan.whyIncomplete(doc)
		}
		edit.Unplace(doc.Messages)
		a.doc = doc
	}
	v.notes = notes.List()
}
