package pipe

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// Source is an input with the format that it is in.
type Source struct {
	*frame.Input
	From   *conv.Format
	number int             // among the inputs, from 1
	Taken  []rawjson.Block // read to tell formats apart, not yet handed out
	ended  bool            // the whole was handed out
}

// Next is the next piece to work on: a block of documents, or all of a
// session or stream. io.EOF after the last.
func (s *Source) Next() (rawjson.Block, error) {
	if len(s.Taken) > 0 {
		b := s.Taken[0]
		s.Taken = s.Taken[1:]
		return b, nil
	}
	if s.From.Unit == conv.DocumentUnit {
		return s.Frames.Next()
	}
	return s.rest()
}

// Values are what in a block is decoded by itself: each document of it, or all
// of a session or stream.
func (s *Source) Values(b rawjson.Block) iter.Seq[rawjson.Block] {
	if s.From.Unit == conv.DocumentUnit {
		return b.Values()
	}
	return func(yield func(rawjson.Block) bool) { yield(b) }
}

// PieceOf places a piece of the source.
func (s *Source) PieceOf(b rawjson.Block) frame.Piece {
	return frame.Piece{File: s.Name, Block: b, Opaque: s.From.Unit == conv.StreamUnit}
}

// Recognise finds out the format of an input, unless one is given.
func Recognise(p *frame.Program, in *frame.Input, given *conv.Format) (*Source, error) {
	s := &Source{Input: in, From: given}
	if s.isArrayOfEvents() {
		return s, nil
	}
	first, err := in.First()
	if err != nil {
		return nil, err
	}
	if frame.IsBlank(first) {
		empty := &frame.Failure{Code: frame.ExitUnreadable, File: in.Name, What: "the input is empty"}
		return nil, empty.WithHint("a conversation was expected; convo formats lists the formats it may be in")
	}
	if given != nil {
		return s, s.fits(first)
	}
	if s.From = s.early(first); s.From != nil {
		return s, nil
	}
	head, err := in.Frames.Head()
	if err != nil {
		return nil, frame.FileFailure(frame.ExitOther, in.Name, err)
	}
	probe := conv.NewProbe(head)
	found := providers.Detect(probe)
	switch len(found) {
	case 0:
		return s, s.unrecognised(probe, head)
	case 1:
		s.From = found[0].Format
		return s, nil
	}
	return s, decide(p, s, found)
}

// isArrayOfEvents reports whether an input is an array of a stream's events,
// by the first of them: the end of the array is not waited for.
func (s *Source) isArrayOfEvents() bool {
	event := s.Frames.Element()
	if event == nil {
		return false
	}
	probe := conv.NewProbe(event)
	if s.From != nil {
		return isStream(s.From) && knows(s.From, probe)
	}
	if found := providers.Detect(probe); len(found) == 1 && isStream(found[0].Format) {
		s.From = found[0].Format
		return true
	}
	return false
}

// knows reports whether a format knows an input.
func knows(f *conv.Format, p *conv.Probe) bool { return f.Detect != nil && f.Detect(p) != conv.No }

// isStream reports whether a format is read event by event.
func isStream(f *conv.Format) bool { return f.Unit == conv.StreamUnit && f.Events != nil }

// early is the format of a document, or of a stream, that can only be one
// thing by its first value or its first events: it is not kept waiting for
// what comes behind. nil if that is not certain yet.
func (s *Source) early(first []byte) *conv.Format {
	for n := 2; ; n *= 2 {
		probe := conv.NewProbe(first)
		found := providers.Detect(probe)
		switch {
		case len(found) == 1 && (found[0].Unit == conv.DocumentUnit || isStream(found[0].Format)):
			return found[0].Format
		case len(found) > 0 || probe.Form != conv.FormEvents:
			return nil
		}
		// The first events may be none of an answer: a comment, a ping.
		more, err := s.Frames.Paragraphs(n)
		if err != nil || len(more) == len(first) {
			return nil
		}
		first = more
	}
}

// fits refuses a document where an event stream is said to be: how a stream
// reads it would say nothing about it.
func (s *Source) fits(first []byte) error {
	if s.From.Unit != conv.StreamUnit {
		return nil
	}
	if p := conv.NewProbe(first); p.Form == conv.FormEvents || s.From.Detect == nil || knows(s.From, p) {
		return nil
	}
	head, err := s.Frames.Head()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	probe := conv.NewProbe(head)
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name, Hint: "without -f, convo sees what it is"}
	switch {
	case probe.Form == conv.FormEvents, knows(s.From, probe):
		return nil
	case probe.Form == conv.FormText:
		f.What = "not a stream of events: " + strings.TrimPrefix(looksLike(head), "not JSON: ")
	default:
		f.What = "not a stream of events, but JSON" + describe(probe)
	}
	return f
}

// unrecognised says what an input looks like that no format knows.
func (s *Source) unrecognised(probe *conv.Probe, head []byte) *frame.Failure {
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name}
	f.Hint = "name the format with -f; convo formats lists them"
	switch probe.Form {
	case conv.FormEvents:
		f.What = "an event stream of a format that convo does not know"
	case conv.FormText:
		f.What, f.Hint = looksLike(head), readable(head)
	default:
		broken := s.brokenJSON()
		switch {
		case broken != nil && bytes.IndexByte(head, 0) >= 0:
			f.What, f.Hint = looksLike(head), readable(head)
		case broken != nil:
			return broken
		case probe.HasKind("", rawjson.Array):
			f.What = "an array is no conversation" + describe(probe)
			f.Hint = "jq '{messages: .}' wraps messages; jq -c '.[]' makes lines of conversations"
		default:
			f.What = "JSON, but no conversation of a known format" + describe(probe)
		}
	}
	return f
}

// readable is a hint at what can be read: Markdown that says by itself that it
// is a conversation, other Markdown only where it is told.
func readable(head []byte) string {
	if bytes.HasPrefix(head, []byte("---")) || bytes.HasPrefix(head, []byte("## ")) || bytes.Contains(head, []byte("\n## ")) {
		return "Markdown with headings such as ## user is read with -f markdown"
	}
	return "convo reads JSON, JSON Lines, event streams and its own Markdown"
}

// brokenJSON is the failure of an input whose first value is no JSON.
func (s *Source) brokenJSON() *frame.Failure {
	b, err := s.Frames.Next()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	s.Taken = []rawjson.Block{b}
	for v := range b.Values() {
		c := rawjson.NewCursor(bytes.TrimRight(v.Data, "\r\n"))
		c.Skip()
		if err := c.End(); err != nil {
			return frame.Piece{File: s.Name, Block: v}.Failure(err)
		}
		break
	}
	return nil
}

// looksLike names what is not JSON.
func looksLike(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return "not JSON: it looks like gzip (gunzip it first)"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "not JSON: it looks like a zip archive (unzip it first)"
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")),
		bytes.HasPrefix(head, []byte("{\x00")), bytes.HasPrefix(head, []byte("\x00{")):
		return "not JSON: it looks like UTF-16 (iconv -t UTF-8 it first)"
	case head[0] == '<':
		return "not JSON: it looks like HTML or XML"
	case bytes.IndexByte(head, 0) >= 0:
		return "not JSON: it looks like binary data"
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	c := rawjson.NewCursor(line)
	kind := c.Kind()
	if c.Skip(); c.End() == nil {
		return "JSON, but no conversation: " + kind.String()
	}
	return fmt.Sprintf("not JSON: it begins with %.40q", bytes.TrimSpace(line))
}

// describe lists the members that the outline shows at the top.
func describe(p *conv.Probe) string {
	for _, path := range []string{"", "[]"} {
		if keys := p.Keys(path); len(keys) > 0 {
			if len(keys) > 8 {
				keys = append(keys[:8:8], "…")
			}
			return ": it has " + strings.Join(keys, ", ")
		}
	}
	return ""
}

// decide chooses between several formats by what they read in the first
// piece.
func decide(p *frame.Program, s *Source, found []providers.Found) error {
	piece, err := s.firstPiece(found)
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	s.From, err = providers.Choose(found, piece.Data)
	switch {
	case err != nil:
		return frame.Piece{File: s.Name, Block: piece, Opaque: found[0].Unit == conv.StreamUnit}.Failure(err)
	case s.From == nil:
		return s.ambiguous(found)
	}
	if p.Verbose && !p.Quiet {
		fmt.Fprintf(p.Stderr, "convo: %s: read as %s; the same as %s\n", frame.Printable(s.Name), s.From.Name, formatNames(found))
	}
	return nil
}

// firstPiece is what the candidates are tried on. What is taken for it is
// handed out again.
func (s *Source) firstPiece(found []providers.Found) (rawjson.Block, error) {
	for _, f := range found {
		if f.Unit != conv.DocumentUnit {
			b, err := s.rest()
			s.Taken = []rawjson.Block{b}
			return b, err
		}
	}
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
func nativeBytes(f *conv.Format, data []byte) ([]byte, error) {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	for c, err := range f.Decode(data, nil) {
		if err != nil {
			return nil, err
		}
		conv.WriteNative(w, c)
	}
	return w.Bytes(), nil
}

func (s *Source) ambiguous(found []providers.Found) *frame.Failure {
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name}
	f.What = "the format is ambiguous: " + formatNames(found)
	return f.WithHint("choose with -f, such as -f %s", found[0].Name)
}

func formatNames(all []providers.Found) string {
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
