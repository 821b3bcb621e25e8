package providers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// ConvertOptions are options of Convert. The zero value is the default.
type ConvertOptions struct {
	// For is the model, vendor or protocol to adapt to, as transform --for
	// takes it: "anthropic/claude-sonnet-5". "" adapts to the protocol of the
	// target.
	For string

	// Branches reads a conversation for each branch of a tree, not only the
	// active one.
	Branches bool

	// AllNotes returns every note. By default equal notes are one, with a count
	// and the place of the first.
	AllNotes bool
}

// Convert reads the conversations in src, in the format from, and writes them
// to dst in the format to, one after the other, as `convo transform -f from -t
// to` does. An empty from detects the format.
//
// The notes say what did not survive; their offsets count bytes of src. An
// unknown format is an *[UnknownFormat], an unknown name in For an
// *[UnknownTarget], and invalid input a *[ConvertError]. Conversations before an
// error are written, with their notes.
func Convert(dst io.Writer, src io.Reader, from, to string, o ConvertOptions) ([]note.Note, error) {
	c, err := newConverter(to, o)
	if err != nil {
		return nil, err
	}
	frames := rawjson.NewFrames(src, -1)
	if err := c.open(frames, from); err != nil {
		return nil, err
	}
	w := rawjson.NewWriter(dst)
	for {
		b, err := c.next(frames)
		if err == io.EOF {
			return c.notes, w.Flush()
		}
		if err == nil {
			err = c.block(b, w)
		}
		if err != nil {
			return c.notes, errors.Join(err, w.Flush())
		}
	}
}

// ConvertError says where the input of Convert is invalid.
type ConvertError struct {
	rawjson.Position        // in src
	Offset           int64  // of the value around it, in src
	Format           string // the format of the input, "" if it was not detected
	Err              error
}

func (e *ConvertError) Error() string {
	text := fmt.Sprintf("%d:%d: ", e.Line, e.Column)
	if path := e.Path(); path != "" {
		text += path + ": "
	}
	var syntax *rawjson.Error
	if errors.As(e.Err, &syntax) {
		return text + syntax.Msg
	}
	return text + e.Err.Error()
}

func (e *ConvertError) Unwrap() error { return e.Err }

// converter is the state of one call of Convert.
type converter struct {
	from, to *format.Format
	target   *Target // nil: the protocol of to
	options  ConvertOptions
	taken    []rawjson.Block // read to detect the format
	ended    bool            // the last piece was returned
	listed   bool            // each element of a list is a document
	notes    []note.Note
}

func newConverter(to string, o ConvertOptions) (*converter, error) {
	c := &converter{options: o}
	var err error
	if c.to, err = Lookup(to); err != nil {
		return nil, err
	}
	if c.to.Write == nil {
		return nil, errors.New(to + " is a format that convo reads but does not write")
	}
	if o.For != "" {
		if c.target, err = TargetNamed(o.For); err != nil {
			return nil, err
		}
		c.target = c.target.In(to)
		if c.target.Doubt() != "" {
			c.notes = append(c.notes, note.Note{Severity: note.Info, Kind: note.Unknown, Code: note.CodeModel, Offset: -1, What: "model", Name: o.For})
		}
	}
	return c, nil
}

// open finds the format of the input.
func (c *converter) open(frames *rawjson.Frames, from string) (err error) {
	if from != "" {
		if c.from, err = Lookup(from); err == nil && c.from.Decode == nil {
			err = errors.New(from + " is a format that convo writes but does not read")
		}
		return err
	}
	head, err := frames.Head()
	if err != nil {
		return err
	}
	seen, err := DetectReader(frames, head)
	switch {
	case err != nil:
		return err
	case seen.Unread != nil:
		return atStart(fmt.Errorf("%s, which convo does not read yet", seen.Unread.About))
	case len(seen.Matches) == 0:
		return atStart(errors.New("not a format that convo detects"))
	}
	for _, f := range seen.Matches {
		if c.from == nil || f.Unit != format.DocumentUnit {
			c.from = f.Format // so that the first piece is the whole input
		}
	}
	c.listed = seen.Listed
	if len(seen.Matches) == 1 {
		return nil
	}
	first, err := c.next(frames)
	if err != nil {
		return err
	}
	c.taken = []rawjson.Block{first}
	return c.choose(seen.Matches, first)
}

// choose decides between formats by the first value of the input.
func (c *converter) choose(found []Match, first rawjson.Block) (err error) {
	for v := range c.values(first) {
		c.from, err = Choose(found, v.Data)
		if err != nil {
			return c.located(v, err)
		}
		break
	}
	if c.from != nil {
		return nil
	}
	text := "the format is ambiguous:"
	for _, f := range found {
		text += " " + f.Name
	}
	return atStart(errors.New(text))
}

func atStart(err error) error {
	return &ConvertError{Position: rawjson.Position{Line: 1, Column: 1}, Err: err}
}

// next returns the next piece of the input: some documents, or the whole
// session or stream.
func (c *converter) next(frames *rawjson.Frames) (rawjson.Block, error) {
	switch {
	case len(c.taken) > 0:
		b := c.taken[0]
		c.taken = nil
		return b, nil
	case c.from.Unit == format.DocumentUnit:
		frames.Split = c.from.Lists || c.listed
		return frames.Next()
	case c.ended:
		return rawjson.Block{}, io.EOF
	}
	c.ended = true
	return frames.Rest()
}

// values returns the pieces of a block that are decoded separately.
func (c *converter) values(b rawjson.Block) iter.Seq[rawjson.Block] {
	if c.from.Unit == format.DocumentUnit {
		return b.Values()
	}
	return func(yield func(rawjson.Block) bool) { yield(b) }
}

// block converts the values of a block.
func (c *converter) block(b rawjson.Block, w *rawjson.Writer) error {
	for v := range c.values(b) {
		notes := &note.Notes{All: c.options.AllNotes}
		err := c.value(v, notes, w)
		for _, n := range notes.List() {
			if n.Offset >= 0 {
				n.Offset += int(v.Offset)
			}
			c.notes = append(c.notes, n)
		}
		if err != nil {
			return c.located(v, err)
		}
	}
	return nil
}

// value converts the conversations of one value.
func (c *converter) value(v rawjson.Block, notes *note.Notes, w *rawjson.Writer) error {
	decode, data := c.from.Decode, v.Data
	if c.options.Branches && c.from.Branches != nil {
		decode = c.from.Branches
	}
	if c.from.Unit != format.SessionUnit {
		data = bytes.TrimRight(data, "\r\n") // what a line lacks, it lacks before its end
	}
	for doc, err := range decode(data, notes) {
		if err != nil {
			return err
		}
		doc, from := c.adapted(doc, notes)
		doc = ToFormat(doc, from, c.to, nil, notes)
		if c.to.Separator != "" && !w.IsEmpty() {
			w.Text(c.to.Separator)
		}
		if c.to.Write(w, doc); c.to.Unit == format.DocumentUnit {
			w.Text("\n")
		}
	}
	return nil
}

// adapted returns a conversation for the target, if there is one, and the format
// that it is then in.
func (c *converter) adapted(doc *conv.Conversation, notes *note.Notes) (*conv.Conversation, *format.Format) {
	if c.target == nil {
		return doc, c.from
	}
	target := c.target.Model
	target.From = c.from.Protocol
	return c.target.Sent(doc, &target, notes), c.target.Format
}

// located adds the place in the input to the error of a value.
func (c *converter) located(v rawjson.Block, err error) error {
	e := &ConvertError{Position: rawjson.Position{Line: v.Line, Column: v.Column}, Offset: v.Offset, Format: c.from.Name, Err: err}
	var syntax *rawjson.Error
	if errors.As(err, &syntax) {
		e.Position = rawjson.NewLocator(v.Data).At(syntax.Offset)
		if e.Line == 1 {
			e.Column += v.Column - 1
		}
		e.Line += v.Line - 1
	}
	return e
}
