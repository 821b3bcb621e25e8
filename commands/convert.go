package commands

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strconv"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// conversion is what a transform does to each conversation, and what came of
// it so far.
type conversion struct {
	p          *program
	from, to   *conv.Format        // from is nil for auto
	admit      func(*source) error // may a format be read that nobody named? nil: each
	operations []operation
	answers    answering            // nil: it is not answered
	split      *splitting           // nil: it stays one conversation
	goal       *providers.Goal      // of the last --for, nil without one
	thinking   *conv.ThinkingPolicy // nil: not asked for
	repair     conv.RepairPolicy    // what --for does with unanswered calls
	appended   []*appended          // what --append reads
	family     string               // of the formats of the source that is read now
	adapt      bool                 // to the servers of another family
	aguiField  string               // of the opaque value of AG-UI messages; "": as it was
	branches   bool                 // each of them, of a file that has some
	strict     bool
	verify     bool
	onError    string // stop, skip, emit
	workers    int
	apart      bool        // each conversation is work by itself, and seen at once
	stopped    func() bool // is the run to end as if there were no more? nil: never
	color      string
	compact    bool
	toStdout   bool

	out        io.Writer // the product
	dest       io.Writer // out, or a printer before it
	shown      bool      // the operations write what there is to see, or show does
	show       func(*conv.Conversation, *rawjson.Writer)
	streamed   bool // more than one document: one line each
	begun      bool // something was written
	log        noteLog
	inputs     int      // inputs
	failed     int      // conversations that were skipped or replaced
	failedAs   exitCode // each of them; exitPartial: not all the same
	incomplete bool     // an answer was cut off or failed
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
func (c *conversion) convert(s *source, b rawjson.Block, w *rawjson.Writer) iter.Seq[result] {
	return func(yield func(result) bool) {
		for v := range s.values(b) {
			r := result{value: v}
			c.value(s, &r, w)
			if r.err != nil && c.onError == "emit" {
				writeErrorObject(w, s.located(v).failure(r.err))
			}
			if !yield(r) || r.err != nil && c.onError == "stop" {
				return
			}
		}
	}
}

// origin is where a conversation comes from.
type origin struct {
	source int // number of the input
	file   string
	place  rawjson.Place // of the value that it is in
	nth    int           // in that value
}

// passage is what a conversation goes through: what it was read from, and
// where notes on it go.
type passage struct {
	from  *conv.Format
	at    origin
	notes *conv.Notes
}

// answering makes of a conversation those with an answer. Beside an error are
// those that were answered before it.
type answering func(*conv.Conversation, passage) ([]*conv.Conversation, error)

// value converts one value of input: usually one conversation.
func (c *conversion) value(s *source, r *result, w *rawjson.Writer) {
	from, at := s.from, origin{source: s.number, file: s.name, place: s.located(r.value).start()}
	notes := &conv.Notes{All: c.p.verbose}
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
				r.incomplete = whyIncomplete(lastAnswer(doc))
			}
			at.nth = count
			err = c.conversation(doc, passage{from, at, notes}, w)
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

// conversation changes, splits, adapts, fits and writes one conversation, or
// writes nothing and says why.
func (c *conversion) conversation(doc *conv.Conversation, in passage, w *rawjson.Writer) error {
	notes := in.notes
	doc, err := carryOut(c.operations, doc, notes)
	if err != nil {
		return err
	}
	parts := []*conv.Conversation{doc}
	var unanswered error
	switch {
	case c.answers != nil:
		parts, unanswered = c.answers(doc, in)
	case c.split != nil:
		if parts, err = c.split.all(doc, notes); err != nil {
			return err
		}
	}
	if c.shown {
		for _, part := range parts {
			if c.show != nil {
				c.show(part, w)
			}
		}
		return unanswered
	}
	for i := range parts {
		parts[i] = c.fit(parts[i], in.from, notes)
		if c.aguiField != "" {
			parts[i] = providers.SpellAGUI(parts[i], c.aguiField)
		}
	}
	if n := notes.Losses(); c.strict && n > 0 {
		return &failure{code: exitLoss, what: "--strict: " + plural(n, "thing") + " would be lost"}
	}
	for _, part := range parts {
		if err := c.write(part, w); err != nil {
			return err
		}
	}
	return unanswered
}

// write writes a conversation that was fit.
func (c *conversion) write(doc *conv.Conversation, w *rawjson.Writer) error {
	if c.verify {
		return c.verified(doc, w)
	}
	c.beginDocument(w)
	c.to.Write(w, doc)
	c.endDocument(w)
	return nil
}

// beginDocument parts a document from the one before it in the same block.
func (c *conversion) beginDocument(w *rawjson.Writer) {
	if c.to.Between != "" && !w.IsEmpty() {
		w.Text(c.to.Between)
	}
}

// beginBlock parts what a block became from what is written already.
func (c *conversion) beginBlock() error {
	if c.begun && c.to.Between != "" {
		_, err := io.WriteString(c.destination(), c.to.Between)
		return err
	}
	c.begun = true
	return nil
}

// endDocument ends the line of a document. Sessions and streams end their own.
func (c *conversion) endDocument(w *rawjson.Writer) {
	if c.to.Unit == conv.DocumentUnit {
		w.Text("\n")
		return
	}
	w.Text("")
}

// verified writes a conversation after reading back what would be written.
func (c *conversion) verified(doc *conv.Conversation, w *rawjson.Writer) error {
	written := rawjson.NewWriter(nil)
	c.to.Write(written, doc)
	back, err := nativeBytes(c.to, written.Bytes())
	if err != nil {
		return &failure{code: exitOther, what: "--verify: what was written cannot be read back: " + err.Error()}
	}
	meant := rawjson.NewWriter(nil)
	meant.Respell = true
	conv.WriteNative(meant, doc)
	if !bytes.Equal(meant.Bytes(), back) {
		return &failure{code: exitOther, what: "--verify: what was written reads back different at " + firstDifference(meant.Bytes(), back)}
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

// lastAnswer is the answer that a conversation ends in, nil if in none.
func lastAnswer(doc *conv.Conversation) *conv.AssistantMessage {
	if len(doc.Messages) == 0 {
		return nil
	}
	m, _ := doc.Messages[len(doc.Messages)-1].(*conv.AssistantMessage)
	return m
}

// whyIncomplete is why the answer that a stream carried is not whole, "" if
// it is.
func whyIncomplete(m *conv.AssistantMessage) string {
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
func (c *conversion) settle(s *source, r result) error {
	if !r.worthTelling() {
		return nil
	}
	c.log.add(s.located(r.value), r.notes)
	if r.err == nil {
		c.tellIncomplete(s, r)
		return nil
	}
	if _, ours := r.err.(*fs.PathError); ours {
		return r.err // no fault of the conversation: its output cannot be written
	}
	f := s.located(r.value).failure(r.err)
	if f.call != nil && !c.streamed && f.file == s.name {
		f.file, f.place = "", rawjson.Place{} // there is only one
	}
	return c.failure(f)
}

// tellIncomplete tells of an answer that is not whole.
func (c *conversion) tellIncomplete(s *source, r result) {
	if r.incomplete == "" {
		return
	}
	c.incomplete = true
	told := &failure{code: exitIncomplete, file: s.name, what: r.incomplete}
	told.report(c.p.stderr, c.p.errorsAsJSON)
}

// failure deals with one conversation that failed, as --on-error says.
func (c *conversion) failure(f *failure) error {
	if c.onError == "stop" || f.code == exitInterrupt || f.code == exitTerminated {
		return f
	}
	if c.failed++; c.failed == 1 {
		c.failedAs = f.code
	} else if c.failedAs != f.code {
		c.failedAs = exitPartial
	}
	f.report(c.p.stderr, c.p.errorsAsJSON)
	return nil
}

// destination is where converted bytes go. Its style is settled by then.
func (c *conversion) destination() io.Writer {
	if c.dest != nil {
		return c.dest
	}
	c.dest = c.out
	if !c.toStdout {
		return c.dest
	}
	st := c.p.styleOf(c.p.stdout, c.color, c.compact || c.streamed)
	switch {
	case c.to.Unit != conv.DocumentUnit && !st.raw:
		c.dest = &plain{out: c.out}
	case c.to.Unit == conv.DocumentUnit && (st.pretty || st.color || !st.raw):
		c.dest = &printer{style: st, out: c.out}
	}
	return c.dest
}

// indents reports whether a conversation that is alone takes several lines.
func (c *conversion) indents() bool {
	return c.toStdout && c.to.Unit == conv.DocumentUnit && c.p.styleOf(c.p.stdout, c.color, c.compact || c.streamed).pretty
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(strconv.Itoa(n), " ", what, "s")
}
