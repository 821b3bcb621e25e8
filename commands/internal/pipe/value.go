package pipe

import (
	"bytes"
	"iter"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// Origin is where a conversation comes from.
type Origin struct {
	Source int // number of the input
	File   string
	Place  rawjson.Position // of the value that it is in
	Nth    int              // in that value
}

// Context is what a conversation goes through: what it was read from, and
// where notes on it go.
type Context struct {
	From  *format.Format
	At    Origin
	Notes *note.Notes

	wrote   *[]conversationEnd // what was written of it, if each conversation has a file
	leftOut *[]note.Note       // the conversations of its value that are left out
}

// leaveOut makes a conversation go no further.
func (in *Context) leaveOut(doc *conv.Conversation, what string) {
	if in.leftOut != nil {
		*in.leftOut = append(*in.leftOut, askedNote(note.CodeHistory, doc.Offset(), what, 1))
	}
}

// Answering makes of a conversation those with an answer. Beside an error are
// those that were answered before it.
type Answering func(*conv.Conversation, Context) ([]*conv.Conversation, error)

// result is what came of one value of input.
type result struct {
	value      rawjson.Block
	of         *Source // that it is from, if not the one that is converted
	notes      []note.Note
	err        error
	incomplete string // why an answer in it is not whole
	wrote      []conversationEnd
	leftOut    []note.Note // on its conversations that are left out
}

func (v *result) worthTelling() bool {
	return len(v.notes) > 0 || len(v.wrote) > 0 || v.err != nil || v.incomplete != ""
}

// convert converts the values of a block until stopped. It changes only w, so
// several blocks can be converted at once. n is the number of the block in the run; of
// one that is only tried it is -1.
func (r *Run) convert(s *Source, b rawjson.Block, n int, w *rawjson.Writer) iter.Seq[result] {
	return func(yield func(result) bool) {
		if len(r.Plan.gates) > 0 && n >= 0 {
			r.throughGates(s, b, n, w, yield)
			return
		}
		memory := r.memory()
		defer memory.giveBack()
		w.LendFrom(memory.arena)
		for v := range s.Values(b) {
			res := result{value: v}
			r.value(s, &res, w, memory.arena)
			if res.err != nil && r.Plan.OnError == "emit" {
				frame.WriteErrorObject(w, s.PieceOf(v).Failure(res.err))
			}
			if !yield(res) || res.err != nil && r.Plan.OnError == "stop" {
				return
			}
			memory.after(&res)
		}
	}
}

// value converts one value of input: usually one conversation.
func (r *Run) value(s *Source, v *result, w *rawjson.Writer, arena *rawjson.Arena) {
	kept := 0
	notes := r.read(s, v, arena, func(doc *conv.Conversation, in Context) error {
		err := r.convertOne(doc, in, w)
		if err == errLeftOut {
			return nil
		}
		kept++
		return err
	})
	v.end(notes, kept)
}

// read passes on the conversations of a value.
func (r *Run) read(s *Source, v *result, arena *rawjson.Arena, one func(*conv.Conversation, Context) error) *note.Notes {
	from, at := s.From, Origin{Source: s.number, File: s.Name, Place: s.PieceOf(v.value).Start()}
	notes := &note.Notes{All: r.Program.Verbose, Arena: arena, KeysOnly: r.Plan.ignoresResidueOf(from)}
	for doc, err := range from.Decode(s.Text(v.value), notes) {
		if err == nil {
			if from.Unit == format.StreamUnit {
				v.incomplete = r.Plan.whyIncomplete(doc)
			}
			at.Nth++
			err = one(doc, Context{from, at, notes, &v.wrote, &v.leftOut})
		}
		if err != nil {
			v.err = err
			break
		}
	}
	if at.Nth == 0 && v.err == nil && !s.mayBeEmpty && !(from.Log && v.value.Lines) {
		v.err = &rawjson.Error{Offset: -1, Msg: "has no conversation"}
	}
	return notes
}

// end takes the notes on a value of which some conversations were kept. What is left
// out altogether needs no other note.
func (v *result) end(notes *note.Notes, kept int) {
	if v.notes = notes.List(); kept == 0 && len(v.leftOut) > 0 && v.err == nil {
		v.notes, v.incomplete = nil, ""
	}
	v.notes = append(v.notes, v.leftOut...)
}

// whyIncomplete is why the last answer of a stream is not whole, "" if it is. It
// hides what --redact does.
func (plan *Plan) whyIncomplete(doc *conv.Conversation) string {
	m := lint.LastAnswer(doc.Messages)
	why := providers.WhyIncomplete(m)
	if why == "" || m.ErrorMessage == "" || len(plan.redactions) == 0 {
		return why
	}
	hidden, err := carryOut(plan.redactions, conv.NewConversation(m), Context{})
	if err != nil {
		return ""
	}
	return providers.WhyIncomplete(lint.LastAnswer(hidden.Messages))
}

// convertOne changes, splits, adapts, fits and writes one conversation, or writes
// nothing and says why.
func (r *Run) convertOne(doc *conv.Conversation, in Context, w *rawjson.Writer) error {
	doc, err := carryOut(r.Plan.Operations, doc, in)
	if err != nil {
		return err
	}
	parts, unanswered, err := r.Plan.parts(doc, in)
	if err != nil {
		return err
	}
	if err := r.finish(parts, in, w); err != nil {
		return err
	}
	return unanswered
}

// finish adapts, fits and writes what conversations of one value became.
func (r *Run) finish(parts []*conv.Conversation, in Context, w *rawjson.Writer) error {
	plan := r.Plan
	if plan.Shown {
		for _, part := range parts {
			if plan.Show != nil {
				plan.Show(part, w)
			}
		}
		return nil
	}
	ends, err := r.files.named(parts, in)
	if err != nil {
		return err
	}
	var carried []attachment
	if r.carried != nil {
		if carried, err = r.carried.takeOut(parts, in); err != nil {
			return err
		}
	}
	if plan.Strict {
		if err := plan.lossless(parts, in); err != nil {
			return err
		}
		in.Notes = nil // each was added
	}
	if err := r.carried.write(carried); err != nil {
		return err
	}
	for i, part := range parts { // all of them at once could be large
		if !plan.Strict || len(parts) > 1 {
			part = plan.Aim.fit(part, in.From, plan.To, in.Notes)
		}
		if r.exposed != nil {
			r.exposed.Add(part)
		}
		if ends == nil {
			err = plan.write(part, w)
		} else {
			err = r.write(part, ends[i], in, w)
		}
		if err == nil && plan.multiplies() {
			err = w.Flush()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lossless fails if fitting the parts of a conversation loses anything. A part
// that is alone becomes what was fitted.
func (plan *Plan) lossless(parts []*conv.Conversation, in Context) error {
	for i, part := range parts {
		if part = plan.Aim.fit(part, in.From, plan.To, in.Notes); len(parts) == 1 {
			parts[i] = part
		}
	}
	if n := in.Notes.Losses(); n > 0 {
		return &frame.Failure{Code: frame.ExitLoss, What: "--strict: " + frame.Plural(n, "thing") + " would be lost"}
	}
	return nil
}

// parts are the conversations that one becomes: with the answers of models,
// or split. unanswered is why some of the answers are missing.
func (plan *Plan) parts(doc *conv.Conversation, in Context) (parts []*conv.Conversation, unanswered, err error) {
	if plan.Answers != nil {
		parts, unanswered = plan.Answers(doc, in)
		return parts, unanswered, nil
	}
	parts, err = plan.split.all(doc, in)
	return parts, nil, err
}

// write writes a conversation that was fit and has a file of its own, and says how
// much that was.
func (r *Run) write(doc *conv.Conversation, end conversationEnd, in Context, w *rawjson.Writer) (err error) {
	through := &measured{to: w}
	own := rawjson.NewWriter(through)
	if site := r.files.site; site != nil {
		end.entry = site.Entry(doc)
		site.Page(own, doc, site.up(end.base))
	} else {
		err = r.Plan.write(doc, own)
	}
	if failed := own.Flush(); err == nil {
		err = failed
	}
	if end.size = through.size; err == nil || end.size > 0 {
		*in.wrote = append(*in.wrote, end)
	}
	return err
}

// measured passes on what is written, and says how much that was.
type measured struct {
	to   *rawjson.Writer
	size int64
}

func (m *measured) Write(b []byte) (int, error) {
	m.to.Text(string(b))
	m.size += int64(len(b))
	return len(b), nil
}

// write writes a conversation that was fit.
func (plan *Plan) write(doc *conv.Conversation, w *rawjson.Writer) error {
	if plan.To.SingleDocument && !w.IsEmpty() {
		return errAlone(plan.To)
	}
	if plan.Verify {
		return plan.verified(doc, w)
	}
	plan.beginDocument(w)
	plan.To.Write(w, doc)
	plan.endDocument(w)
	return nil
}

// beginDocument parts a document from the one before it in the same block.
func (plan *Plan) beginDocument(w *rawjson.Writer) {
	if plan.To.Separator != "" && !w.IsEmpty() {
		w.Text(plan.To.Separator)
	}
}

// endDocument ends the line of a document. Sessions and streams end their own.
func (plan *Plan) endDocument(w *rawjson.Writer) {
	if plan.To.Unit == format.DocumentUnit {
		w.Text("\n")
		return
	}
	w.Text("")
}

// verified writes a conversation after reading back what would be written.
func (plan *Plan) verified(doc *conv.Conversation, w *rawjson.Writer) error {
	written := rawjson.NewWriter(nil)
	plan.To.Write(written, doc)
	back, err := nativeBytes(plan.To, written.Bytes())
	if err != nil {
		return &frame.Failure{Code: frame.ExitOther, What: "--verify: the output cannot be read back: " + err.Error()}
	}
	meant := rawjson.NewWriter(nil)
	meant.Respell = true
	conv.Native.Write(meant, doc)
	if !bytes.Equal(meant.Bytes(), back) {
		return &frame.Failure{Code: frame.ExitOther, What: "--verify: the output reads back differently at " + firstDifference(meant.Bytes(), back)}
	}
	plan.beginDocument(w)
	w.Text(string(written.Bytes()))
	plan.endDocument(w)
	return nil
}

// firstDifference is the path of the first place where two documents differ.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if path := rawjson.NewLocator(a).At(i).Path(); path != "" {
		return path
	}
	return "the top"
}
