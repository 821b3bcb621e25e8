package commands

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// source is an input with the format that it is in.
type source struct {
	*input
	from   *conv.Format
	number int             // among the inputs, from 1
	taken  []rawjson.Block // read to tell formats apart, not yet handed out
	ended  bool            // the whole was handed out
}

// next is the next piece to work on: a block of documents, or all of a
// session or stream. io.EOF after the last.
func (s *source) next() (rawjson.Block, error) {
	if len(s.taken) > 0 {
		b := s.taken[0]
		s.taken = s.taken[1:]
		return b, nil
	}
	if s.from.Unit == conv.DocumentUnit {
		return s.frames.Next()
	}
	return s.rest()
}

// values are what in a block is decoded by itself: each document of it, or all
// of a session or stream.
func (s *source) values(b rawjson.Block) iter.Seq[rawjson.Block] {
	if s.from.Unit == conv.DocumentUnit {
		return b.Values()
	}
	return func(yield func(rawjson.Block) bool) { yield(b) }
}

// located places a piece of the source.
func (s *source) located(b rawjson.Block) located {
	return located{s.name, b, s.from.Unit == conv.StreamUnit}
}

// recognise finds out the format of an input, unless one is given.
func (p *program) recognise(in *input, given *conv.Format) (*source, error) {
	s := &source{input: in, from: given}
	if s.isArrayOfEvents() {
		return s, nil
	}
	first, err := in.first()
	if err != nil {
		return nil, err
	}
	if isBlank(first) {
		empty := &failure{code: exitUnreadable, file: in.name, what: "the input is empty"}
		return nil, empty.withHint("a conversation was expected; convo formats lists the formats it may be in")
	}
	if given != nil {
		return s, s.fits(first)
	}
	if s.from = s.early(first); s.from != nil {
		return s, nil
	}
	head, err := in.frames.Head()
	if err != nil {
		return nil, fileFailure(exitOther, in.name, err)
	}
	probe := conv.NewProbe(head)
	found := providers.Detect(probe)
	switch len(found) {
	case 0:
		return s, s.unrecognised(probe, head)
	case 1:
		s.from = found[0]
		return s, nil
	}
	return s, p.decide(s, found)
}

// isArrayOfEvents reports whether an input is an array of a stream's events,
// by the first of them: the end of the array is not waited for.
func (s *source) isArrayOfEvents() bool {
	event := s.frames.Element()
	if event == nil {
		return false
	}
	probe := conv.NewProbe(event)
	if s.from != nil {
		return isStream(s.from) && s.from.Detect != nil && s.from.Detect(probe)
	}
	if found := providers.Detect(probe); len(found) == 1 && isStream(found[0]) {
		s.from = found[0]
		return true
	}
	return false
}

// isStream reports whether a format is read event by event.
func isStream(f *conv.Format) bool { return f.Unit == conv.StreamUnit && f.Events != nil }

// early is the format of a document, or of a stream, that can only be one
// thing by its first value or its first events: it is not kept waiting for
// what comes behind. nil if that is not certain yet.
func (s *source) early(first []byte) *conv.Format {
	for n := 2; ; n *= 2 {
		probe := conv.NewProbe(first)
		found := providers.Detect(probe)
		switch {
		case len(found) == 1 && (found[0].Unit == conv.DocumentUnit || isStream(found[0])):
			return found[0]
		case len(found) > 0 || probe.Form != conv.FormEvents:
			return nil
		}
		// The first events may be none of an answer: a comment, a ping.
		more, err := s.frames.Paragraphs(n)
		if err != nil || len(more) == len(first) {
			return nil
		}
		first = more
	}
}

// first is the beginning of an input, as far as it is needed to see what it
// is; it is not taken.
func (in *input) first() ([]byte, error) {
	first, err := in.frames.First()
	if err != nil {
		return nil, fileFailure(exitOther, in.name, err)
	}
	return first, nil
}

// isBlank reports whether an input that begins so has nothing in it.
func isBlank(first []byte) bool {
	return len(bytes.TrimLeft(first, " \t\r\n")) == 0 && len(first) < rawjson.HeadSize
}

// fits refuses a document where an event stream is said to be: how a stream
// reads it would say nothing about it.
func (s *source) fits(first []byte) error {
	if s.from.Unit != conv.StreamUnit {
		return nil
	}
	if p := conv.NewProbe(first); p.Form == conv.FormEvents || s.from.Detect == nil || s.from.Detect(p) {
		return nil
	}
	head, err := s.frames.Head()
	if err != nil {
		return fileFailure(exitOther, s.name, err)
	}
	probe := conv.NewProbe(head)
	f := &failure{code: exitUnreadable, file: s.name, hint: "without -f, convo sees what it is"}
	switch {
	case probe.Form == conv.FormEvents, s.from.Detect == nil || s.from.Detect(probe):
		return nil
	case probe.Form == conv.FormText:
		f.what = "not a stream of events: " + strings.TrimPrefix(looksLike(head), "not JSON: ")
	default:
		f.what = "not a stream of events, but JSON" + describe(probe)
	}
	return f
}

// unrecognised says what an input looks like that no format knows.
func (s *source) unrecognised(probe *conv.Probe, head []byte) *failure {
	f := &failure{code: exitUnreadable, file: s.name}
	f.hint = "name the format with -f; convo formats lists them"
	switch probe.Form {
	case conv.FormEvents:
		f.what = "an event stream of a format that convo does not know"
	case conv.FormText:
		f.what, f.hint = looksLike(head), readable(head)
	default:
		broken := s.brokenJSON()
		switch {
		case broken != nil && bytes.IndexByte(head, 0) >= 0:
			f.what, f.hint = looksLike(head), readable(head)
		case broken != nil:
			return broken
		case probe.HasKind("", rawjson.Array):
			f.what = "an array is no conversation" + describe(probe)
			f.hint = "jq '{messages: .}' wraps messages; jq -c '.[]' makes lines of conversations"
		default:
			f.what = "JSON, but no conversation of a known format" + describe(probe)
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
func (s *source) brokenJSON() *failure {
	b, err := s.frames.Next()
	if err != nil {
		return fileFailure(exitOther, s.name, err)
	}
	s.taken = []rawjson.Block{b}
	for v := range b.Values() {
		c := rawjson.NewCursor(bytes.TrimRight(v.Data, "\r\n"))
		c.Skip()
		if err := c.End(); err != nil {
			return located{file: s.name, block: v}.failure(err)
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
// piece: the first of them, if all that can read it read the same.
func (p *program) decide(s *source, found []*conv.Format) error {
	piece, err := s.firstPiece(found)
	if err != nil {
		return fileFailure(exitOther, s.name, err)
	}
	var same []byte
	var failed error
	for _, f := range found {
		got, err := nativeBytes(f, piece.Data)
		switch {
		case err != nil && failed == nil:
			failed = located{s.name, piece, f.Unit == conv.StreamUnit}.failure(err)
		case err != nil:
		case s.from == nil:
			s.from, same = f, got
		case !bytes.Equal(same, got):
			return s.ambiguous(found)
		}
	}
	if s.from == nil {
		return failed
	}
	if p.verbose && !p.quiet {
		fmt.Fprintf(p.stderr, "convo: %s: read as %s; the same as %s\n", printable(s.name), s.from.Name, formatNames(found))
	}
	return nil
}

// firstPiece is what the candidates are tried on. What is taken for it is
// handed out again.
func (s *source) firstPiece(found []*conv.Format) (rawjson.Block, error) {
	for _, f := range found {
		if f.Unit != conv.DocumentUnit {
			b, err := s.rest()
			s.taken = []rawjson.Block{b}
			return b, err
		}
	}
	b, err := s.frames.Next()
	if err != nil {
		return b, err
	}
	s.taken = []rawjson.Block{b}
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

func (s *source) ambiguous(found []*conv.Format) *failure {
	f := &failure{code: exitUnreadable, file: s.name}
	f.what = "the format is ambiguous: " + formatNames(found)
	return f.withHint("choose with -f, such as -f %s", found[0].Name)
}

func formatNames(all []*conv.Format) string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

// rest takes all that is left, once.
func (s *source) rest() (rawjson.Block, error) {
	if s.ended {
		return rawjson.Block{}, io.EOF
	}
	s.ended = true
	return s.frames.Rest()
}
