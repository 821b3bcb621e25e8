package findings

import (
	"io"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// fixing is --fix at work on one input.
type fixing struct {
	out     io.Writer
	changed bool
}

// fixFile repairs a file in place. It writes the file only if it repaired
// something.
func (v *validation) fixFile(name string) error {
	if name == "-" {
		return frame.UsageError("--fix takes FILEs, or stdin without -")
	}
	in, out, err := v.p.Edit(name)
	if err != nil {
		return err
	}
	v.fixing = &fixing{out: out}
	if err := v.input(in); err != nil || !v.fixing.changed {
		out.Discard()
		return err
	}
	return out.Commit()
}

// fixStdin repairs stdin and passes it on if no error is left.
func (v *validation) fixStdin(to *frame.Product) error {
	out := frame.HeldBack(to)
	v.fixing = &fixing{out: out}
	err := v.read("-")
	if err == nil {
		err = v.verdict()
	}
	return out.End(err)
}

// fixable refuses formats that cannot be written back one value at a time.
func (v *validation) fixable(s *pipe.Source) error {
	if v.fixing != nil && (s.From.Unit != format.DocumentUnit || s.From.Write == nil) {
		return frame.UsageError("--fix: %s: %s cannot be written back", s.Name, s.From.Name)
	}
	return nil
}

// fix repairs the conversation of one value of input and writes it. A value that
// needs no repair, or that cannot be read, is written as it was.
func (v *validation) fix(s *pipe.Source, at frame.Piece, read []*conv.Conversation, failed error) error {
	if failed != nil || len(read) != 1 {
		return v.pass(at)
	}
	notes := &note.Notes{All: true}
	mended := adapt.Mend(read[0], notes)
	if mended == read[0] {
		return v.pass(at)
	}
	v.fixing.changed = true
	read[0] = fit.To(mended, s.From, notes)
	find := at.Locator()
	for _, n := range notes.List() {
		(&pipe.Notice{Note: n, File: at.File, Place: find(n.Offset)}).Print(v.p)
	}
	w := rawjson.NewWriter(v.fixing.out)
	s.From.Write(w, read[0])
	w.Text("\n")
	return w.Flush()
}

// pass writes a piece of input unchanged, on lines of its own.
func (v *validation) pass(at frame.Piece) error {
	data := at.Block.Data
	if n := len(data); n == 0 || data[n-1] != '\n' {
		data = append(data[:n:n], '\n')
	}
	_, err := v.fixing.out.Write(data)
	return err
}
