package pipe

import (
	"bytes"
	"cmp"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"convo/commands/internal/disk"
	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers"
)

// Source is an input with the format that it is in.
type Source struct {
	*frame.Input
	From   *format.Format
	Seen   providers.Detection
	number int             // among the inputs, from 1
	Taken  []rawjson.Block // read to tell formats apart, not yet handed out
	ended  bool            // the whole was handed out

	mayBeEmpty bool     // a value may hold no conversation
	waiting    *waiting // nil: it is an input
}

// Next is the next piece to work on: a block of documents, or all of a
// session or stream. io.EOF after the last.
func (s *Source) Next() (rawjson.Block, error) {
	if s.waiting != nil {
		return s.waiting.block()
	}
	if len(s.Taken) > 0 {
		b := s.Taken[0]
		s.Taken = s.Taken[1:]
		return b, nil
	}
	if s.From.Unit == format.DocumentUnit {
		return s.Frames.Next()
	}
	return s.rest()
}

// Values are what in a block is decoded by itself: each document of it, or all
// of a session or stream.
func (s *Source) Values(b rawjson.Block) iter.Seq[rawjson.Block] {
	if s.From.Unit == format.DocumentUnit {
		return b.Values()
	}
	return func(yield func(rawjson.Block) bool) { yield(b) }
}

// Each passes all that is decoded by itself, until it fails.
func (s *Source) Each(do func(rawjson.Block) error) error {
	for {
		b, err := s.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return frame.FileFailure(frame.ExitOther, s.Name, err)
		}
		for v := range s.Values(b) {
			end := roomFor(v)
			err := do(v)
			if end(); err != nil {
				return err
			}
			runtime.Gosched() // a mapped file is given back
		}
	}
}

// Text is what of a value is decoded. What is missing from a line is missing
// before its end.
func (s *Source) Text(v rawjson.Block) []byte {
	if s.From.Unit == format.SessionUnit {
		return v.Data
	}
	return bytes.TrimRight(v.Data, "\r\n")
}

// PieceOf places a piece of the source.
func (s *Source) PieceOf(b rawjson.Block) frame.Piece {
	return frame.Piece{File: s.Name, Block: b, Opaque: s.From.Unit == format.StreamUnit, Format: s.From.Name}
}

// Recognise detects the format of an input, unless one is given.
func Recognise(p *frame.Program, in *frame.Input, given *format.Format) (*Source, error) {
	s := &Source{Input: in, From: given}
	err := s.recognise()
	if err == nil {
		s.Frames.Split = s.From.Lists || s.Seen.Listed
		err = s.subagents(p)
	}
	if err == nil && given == nil && p.Verbose {
		p.Note("%s: read as %s", s.Name, s.From.Name)
	}
	return s, err
}

// recognise detects the format, or checks that a given one is possible.
func (s *Source) recognise() error {
	if s.isArrayOfEvents() {
		return nil
	}
	first, err := s.FirstValue()
	if err == nil && (s.From == nil || s.From.Detect != nil) {
		first, err = s.Unquoted(first)
	}
	switch {
	case err != nil:
		return err
	case frame.IsBlank(first):
		empty := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name, What: "the input is empty"}
		if s.Name == frame.StdinName {
			return empty.WithHint("name a FILE, or pipe a conversation in")
		}
		return empty
	case disk.IsZstd(first):
		return (&frame.Failure{Code: frame.ExitUnreadable, File: s.Name, What: "is compressed with zstd, which convo does not unpack"}).
			WithHint("%s", s.pasted("zstd -dc FILE | convo transform"))
	case bytes.HasPrefix(first, []byte("PAR1")):
		return (&frame.Failure{Code: frame.ExitUnreadable, File: s.Name, What: "is a Parquet table, which convo does not read"}).
			WithHint(`duckdb -c "copy (from 'FILE') to '/dev/stdout' (format json)" | convo transform`)
	case s.From != nil:
		return s.fits(first)
	}
	return s.find(first)
}

// find detects the format by the first value if that is certain, else by the
// head.
func (s *Source) find(first []byte) (err error) {
	if s.From, err = s.early(first); s.From != nil || err != nil {
		return err
	}
	head, err := s.Frames.Head()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	if s.Seen, err = s.outline(head); err != nil {
		return err
	}
	switch found := s.Seen.Matches; len(found) {
	case 0:
		return s.unrecognised()
	case 1:
		s.From = found[0].Format
		return nil
	default:
		return s.decide(found)
	}
}

// isArrayOfEvents reports whether an input is an array of a stream's events,
// by the first of them: the end of the array is not waited for.
func (s *Source) isArrayOfEvents() bool {
	event := s.Frames.Element()
	if event == nil {
		return false
	}
	seen := providers.DetectHead(event)
	if s.From != nil {
		return isStream(s.From) && knows(s.From, seen.Probe)
	}
	if len(seen.Matches) == 1 && isStream(seen.Matches[0].Format) {
		s.From, s.Seen = seen.Matches[0].Format, seen
		return true
	}
	return false
}

// knows reports whether a format knows an input.
func knows(f *format.Format, p *format.Probe) bool {
	return f.Detect != nil && f.Detect(p) != format.No
}

// isListOf reports whether an input is a list, and only the elements of it are in a format.
func isListOf(f *format.Format, p *format.Probe) bool {
	elements := p.Elements()
	return elements != nil && f.Detect != nil && !knows(f, p) && knows(f, elements)
}

// outline finds out what an input that begins so may be.
func (s *Source) outline(head []byte) (providers.Detection, error) {
	o, err := providers.DetectReader(s.Frames, head)
	if err != nil {
		err = frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	return o, err
}

// isStream reports whether a format is read event by event.
func isStream(f *format.Format) bool { return f.Unit == format.StreamUnit && f.Events != nil }

// mayBegin reports whether a document can also be the first event of a stream of its
// family, if more values follow.
func mayBegin(f *format.Format, p *format.Probe) bool {
	lines := *p
	lines.Form = format.FormLines
	return slices.ContainsFunc(providers.Formats(), func(other format.Format) bool {
		return other.Family == f.Family && isStream(&other) && knows(&other, &lines)
	})
}

// early is the format that the first value or events show with certainty, so a
// slow stream does not have to wait. It is nil if they do not.
func (s *Source) early(first []byte) (*format.Format, error) {
	for n := 2; ; n *= 2 {
		var err error
		if s.Seen, err = s.outline(first); err != nil {
			return nil, err
		}
		found := s.Seen.Matches
		switch {
		case len(found) == 1 && found[0].Unit == format.DocumentUnit && mayBegin(found[0].Format, s.Seen.Probe):
			return nil, nil
		case len(found) == 1 && (found[0].Unit == format.DocumentUnit || isStream(found[0].Format)):
			return found[0].Format, nil
		case len(found) > 0 || s.Seen.Unread != nil || s.Seen.Probe.Form != format.FormEvents:
			return nil, nil
		}
		// The first events may be of no answer: a comment, a ping.
		more, err := s.Frames.Paragraphs(n, rawjson.HeadSize)
		if err != nil || len(more) <= len(first) {
			return nil, nil
		}
		first = more
	}
}

// fits refuses a document if -f names an event stream: reading it as one would
// give a misleading error.
func (s *Source) fits(first []byte) error {
	if s.From.Unit != format.StreamUnit {
		s.Seen.Listed = s.From.Unit == format.DocumentUnit && bytes.HasPrefix(first, []byte("[")) && isListOf(s.From, format.NewProbe(first))
		return nil
	}
	if p := format.NewProbe(first); p.Form == format.FormEvents || s.From.Detect == nil || knows(s.From, p) {
		return nil
	}
	head, err := s.Frames.Head()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	probe := format.NewProbe(head)
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name, Hint: "without -f, convo detects the format"}
	switch {
	case probe.Form == format.FormEvents, knows(s.From, probe):
		return nil
	case probe.Form == format.FormText:
		f.What = "not an event stream: " + strings.TrimPrefix(looksLike(head), "not JSON: ")
	default:
		f.What = "not an event stream, but JSON" + describe(probe)
	}
	return f
}

// decide chooses between several formats by what they read in the first
// piece.
func (s *Source) decide(found []providers.Match) error {
	piece, err := s.firstPiece(found)
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	s.From, err = providers.Choose(found, piece.Data)
	if s.From == nil {
		err = cmp.Or(providers.FirstForeignMessage(s.Seen.Probe, piece.Data), err)
	}
	switch {
	case err != nil:
		return frame.Piece{File: s.Name, Block: piece, Opaque: found[0].Unit == format.StreamUnit}.Failure(err)
	case s.From == nil:
		return s.ambiguous(found)
	}
	return nil
}

// firstPiece is what the candidates are tried on. What is taken for it is
// handed out again.
func (s *Source) firstPiece(found []providers.Match) (rawjson.Block, error) {
	for _, f := range found {
		if f.Unit != format.DocumentUnit {
			b, err := s.rest()
			s.Taken = []rawjson.Block{b}
			return b, err
		}
	}
	s.Frames.Split = s.Seen.Listed || !slices.ContainsFunc(found, func(f providers.Match) bool { return !f.Lists })
	b, err := s.Frames.Next()
	if err != nil {
		return b, err
	}
	s.Taken = []rawjson.Block{b}
	for v := range b.Values() {
		return v, nil
	}
	return b, nil
}

// nativeBytes is what a format reads in data, in bytes that can be compared.
func nativeBytes(f *format.Format, data []byte) ([]byte, error) {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	for c, err := range f.Decode(data, nil) {
		if err != nil {
			return nil, err
		}
		conv.Native.Write(w, c)
	}
	return w.Bytes(), nil
}

func (s *Source) ambiguous(found []providers.Match) *frame.Failure {
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name}
	f.What = "the format is ambiguous: " + formatNames(found)
	return f.WithHint("choose one with -f, such as -f %s", found[0].Name)
}

func formatNames(all []providers.Match) string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

// rest takes all that is left, once.
func (s *Source) rest() (rawjson.Block, error) {
	if s.ended {
		return rawjson.Block{}, io.EOF
	}
	s.ended = true
	return s.Frames.Rest()
}
