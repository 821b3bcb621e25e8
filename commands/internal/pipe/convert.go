package pipe

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// Conversion is what a transform does to each conversation, and what came of
// it so far.
type Conversion struct {
	Program    *frame.Program
	from, To   *conv.Format        // from is nil for auto
	Admit      func(*Source) error // may a format be read that nobody named? nil: each
	Operations []Operation
	Answers    answering            // nil: it is not answered
	split      *splitting           // nil: it stays one conversation
	goal       *providers.Goal      // of the last --for, nil without one
	thinking   *conv.ThinkingPolicy // nil: not asked for
	repair     conv.RepairPolicy    // what --for does with unanswered calls
	appended   []*appended          // what --append reads
	Family     string               // of the formats of the source that is read now
	Adapt      bool                 // to the servers of another family
	aguiField  string               // of the opaque value of AG-UI messages; "": as it was
	branches   bool                 // each of them, of a file that has some
	strict     bool
	verify     bool
	OnError    string // stop, skip, emit
	Workers    int
	Apart      bool        // each conversation is work by itself, and seen at once
	Stopped    func() bool // is the run to end as if there were no more? nil: never
	Color      string
	compact    bool
	ToStdout   bool

	Out        io.Writer // the product
	dest       io.Writer // out, or a printer before it
	Shown      bool      // the operations write what there is to see, or show does
	Show       func(*conv.Conversation, *rawjson.Writer)
	Streamed   bool // more than one document: one line each
	begun      bool // something was written
	Log        NoteLog
	inputs     int            // inputs
	Failed     int            // conversations that were skipped or replaced
	FailedAs   frame.ExitCode // each of them; exitPartial: not all the same
	incomplete bool           // an answer was cut off or failed
}

// result is what came of one value of input.
type result struct {
	value      rawjson.Block
	notes      []conv.Note
	err        error
	incomplete string // why an answer in it is not whole
}

func (r *result) worthTelling() bool {
	return len(r.notes) > 0 || r.err != nil || r.incomplete != ""
}

// convert converts the values of a block, writing to w, until it is told to
// stop. It touches nothing but w, so that blocks can be converted at once.
func (c *Conversion) convert(s *Source, b rawjson.Block, w *rawjson.Writer) iter.Seq[result] {
	return func(yield func(result) bool) {
		for v := range s.Values(b) {
			r := result{value: v}
			c.value(s, &r, w)
			if r.err != nil && c.OnError == "emit" {
				frame.WriteErrorObject(w, s.PieceOf(v).Failure(r.err))
			}
			if !yield(r) || r.err != nil && c.OnError == "stop" {
				return
			}
		}
	}
}

// Origin is where a conversation comes from.
type Origin struct {
	Source int // number of the input
	File   string
	Place  rawjson.Place // of the value that it is in
	Nth    int           // in that value
}

// Passage is what a conversation goes through: what it was read from, and
// where notes on it go.
type Passage struct {
	From  *conv.Format
	At    Origin
	Notes *conv.Notes
}

// answering makes of a conversation those with an answer. Beside an error are
// those that were answered before it.
type answering func(*conv.Conversation, Passage) ([]*conv.Conversation, error)

// value converts one value of input: usually one conversation.
func (c *Conversion) value(s *Source, r *result, w *rawjson.Writer) {
	from, at := s.From, Origin{Source: s.number, File: s.Name, Place: s.PieceOf(r.value).Start()}
	notes := &conv.Notes{All: c.Program.Verbose}
	count := 0
	data := r.value.Data
	if from.Unit != conv.SessionUnit {
		// What is missing from a line is missing before its end.
		data = bytes.TrimRight(data, "\r\n")
	}
	for doc, err := range from.Decode(data, notes) {
		if err == nil {
			count++
			if from.Unit == conv.StreamUnit {
				r.incomplete = WhyIncomplete(LastAnswer(doc))
			}
			at.Nth = count
			err = c.One(doc, Passage{from, at, notes}, w)
		}
		if err != nil {
			r.err = err
			break
		}
	}
	if count == 0 && r.err == nil {
		r.err = errors.New("no conversation is in it")
	}
	r.notes = notes.List()
}

// One changes, splits, adapts, fits and writes one conversation, or
// writes nothing and says why.
func (c *Conversion) One(doc *conv.Conversation, in Passage, w *rawjson.Writer) error {
	notes := in.Notes
	doc, err := carryOut(c.Operations, doc, notes)
	if err != nil {
		return err
	}
	parts := []*conv.Conversation{doc}
	var unanswered error
	switch {
	case c.Answers != nil:
		parts, unanswered = c.Answers(doc, in)
	case c.split != nil:
		if parts, err = c.split.all(doc, notes); err != nil {
			return err
		}
	}
	if c.Shown {
		for _, part := range parts {
			if c.Show != nil {
				c.Show(part, w)
			}
		}
		return unanswered
	}
	for i := range parts {
		parts[i] = c.fit(parts[i], in.From, notes)
		if c.aguiField != "" {
			parts[i] = providers.SpellAGUI(parts[i], c.aguiField)
		}
	}
	if n := notes.Losses(); c.strict && n > 0 {
		return &frame.Failure{Code: frame.ExitLoss, What: "--strict: " + frame.Plural(n, "thing") + " would be lost"}
	}
	for _, part := range parts {
		if err := c.write(part, w); err != nil {
			return err
		}
	}
	return unanswered
}

// write writes a conversation that was fit.
func (c *Conversion) write(doc *conv.Conversation, w *rawjson.Writer) error {
	if c.verify {
		return c.verified(doc, w)
	}
	c.beginDocument(w)
	c.To.Write(w, doc)
	c.endDocument(w)
	return nil
}

// beginDocument parts a document from the one before it in the same block.
func (c *Conversion) beginDocument(w *rawjson.Writer) {
	if c.To.Between != "" && !w.IsEmpty() {
		w.Text(c.To.Between)
	}
}

// BeginBlock parts what a block became from what is written already.
func (c *Conversion) BeginBlock() error {
	if c.begun && c.To.Between != "" {
		_, err := io.WriteString(c.Destination(), c.To.Between)
		return err
	}
	c.begun = true
	return nil
}

// endDocument ends the line of a document. Sessions and streams end their own.
func (c *Conversion) endDocument(w *rawjson.Writer) {
	if c.To.Unit == conv.DocumentUnit {
		w.Text("\n")
		return
	}
	w.Text("")
}

// verified writes a conversation after reading back what would be written.
func (c *Conversion) verified(doc *conv.Conversation, w *rawjson.Writer) error {
	written := rawjson.NewWriter(nil)
	c.To.Write(written, doc)
	back, err := nativeBytes(c.To, written.Bytes())
	if err != nil {
		return &frame.Failure{Code: frame.ExitOther, What: "--verify: what was written cannot be read back: " + err.Error()}
	}
	meant := rawjson.NewWriter(nil)
	meant.Respell = true
	conv.WriteNative(meant, doc)
	if !bytes.Equal(meant.Bytes(), back) {
		return &frame.Failure{Code: frame.ExitOther, What: "--verify: what was written reads back different at " + firstDifference(meant.Bytes(), back)}
	}
	c.beginDocument(w)
	w.Text(string(written.Bytes()))
	c.endDocument(w)
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

// LastAnswer is the answer that a conversation ends in, nil if in none.
func LastAnswer(doc *conv.Conversation) *conv.AssistantMessage {
	if len(doc.Messages) == 0 {
		return nil
	}
	m, _ := doc.Messages[len(doc.Messages)-1].(*conv.AssistantMessage)
	return m
}

// WhyIncomplete is why the answer that a stream carried is not whole, "" if
// it is.
func WhyIncomplete(m *conv.AssistantMessage) string {
	switch {
	case m == nil || m.StopReason != conv.StopAborted && m.StopReason != conv.StopError:
		return ""
	case m.ErrorMessage != "":
		return "the stream reported an error: " + m.ErrorMessage
	case m.StopDetail != nil && m.StopDetail.Kind == conv.KindInterrupted:
		return "the stream was cut off; the answer is incomplete"
	case m.StopDetail != nil && m.StopDetail.Raw != "":
		return "the answer is incomplete: " + m.StopDetail.Raw
	}
	return "the answer is incomplete: " + string(m.StopReason)
}

// settle tells what there is to tell about a value and decides whether the
// run goes on.
func (c *Conversion) settle(s *Source, r result) error {
	if !r.worthTelling() {
		return nil
	}
	c.Log.Add(s.PieceOf(r.value), r.notes)
	if r.err == nil {
		c.tellIncomplete(s, r)
		return nil
	}
	if _, ours := r.err.(*fs.PathError); ours {
		return r.err // no fault of the conversation: its output cannot be written
	}
	f := s.PieceOf(r.value).Failure(r.err)
	if f.Call != nil && !c.Streamed && f.File == s.Name {
		f.File, f.Place = "", rawjson.Place{} // there is only one
	}
	return c.Failure(f)
}

// tellIncomplete tells of an answer that is not whole.
func (c *Conversion) tellIncomplete(s *Source, r result) {
	if r.incomplete == "" {
		return
	}
	c.incomplete = true
	told := &frame.Failure{Code: frame.ExitIncomplete, File: s.Name, What: r.incomplete}
	told.Report(c.Program.Stderr, c.Program.ErrorsAsJSON)
}

// Failure deals with one conversation that failed, as --on-error says.
func (c *Conversion) Failure(f *frame.Failure) error {
	if c.OnError == "stop" || f.Code == frame.ExitInterrupt || f.Code == frame.ExitTerminated {
		return f
	}
	if c.Failed++; c.Failed == 1 {
		c.FailedAs = f.Code
	} else if c.FailedAs != f.Code {
		c.FailedAs = frame.ExitPartial
	}
	f.Report(c.Program.Stderr, c.Program.ErrorsAsJSON)
	return nil
}

// Destination is where converted bytes go. Its style is settled by then.
func (c *Conversion) Destination() io.Writer {
	if c.dest != nil {
		return c.dest
	}
	c.dest = c.Out
	if !c.ToStdout {
		return c.dest
	}
	st := c.Program.StyleOf(c.Program.Stdout, c.Color, c.compact || c.Streamed)
	switch {
	case c.To.Unit != conv.DocumentUnit && !st.Raw:
		c.dest = &frame.Plain{Out: c.Out}
	case c.To.Unit == conv.DocumentUnit && (st.Pretty || st.Color || !st.Raw):
		c.dest = &frame.Printer{Style: st, Out: c.Out}
	}
	return c.dest
}

// indents reports whether a conversation that is alone takes several lines.
func (c *Conversion) indents() bool {
	return c.ToStdout && c.To.Unit == conv.DocumentUnit && c.Program.StyleOf(c.Program.Stdout, c.Color, c.compact || c.Streamed).Pretty
}
