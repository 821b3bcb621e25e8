package gemini

import (
	"bytes"
	"io"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// readEvents reads streamed answers. An answer ends with the stream, or where
// a chunk of another answer arrives. Only a finish reason tells that it is
// complete.
func readEvents(r io.Reader, notes *note.Notes) iter.Seq2[conv.Event, error] {
	c := &rawjson.Cursor{}
	return record.Stream[[]byte]{
		Unit: "chunk", Notes: notes, Events: format.Payloads(r),
		Whole: c.RenewWhole, // half a chunk says nothing
		Read: func(a *record.Answers) record.Wire[[]byte] {
			d := newDecoder(nil, notes)
			d.in.Stream()
			return &streamReader{Answers: a, d: d}
		},
	}.Answers
}

// streamReader turns chunks into events.
type streamReader struct {
	*record.Answers
	d *decoder // of each chunk

	answer answer
	names  naming
	blocks int      // started so far
	open   string   // the kind of the open block: text, thinking or ""
	call   *partial // the call whose arguments arrive in pieces
	calls  bool     // the answer makes a call

	content, parts bool // whether a chunk had a content, and parts
}

// Take reads one chunk.
func (s *streamReader) Take(chunk []byte) error {
	if !isChunk(chunk) {
		s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "value that is not a chunk", "")
		return nil
	}
	s.d.in.Reset(chunk)
	s.d.in.Trust() // of which Whole has checked all
	if s.answer.finish != "" && peek(chunk, "responseId", rawjson.String).Text() != s.answer.m.ResponseID {
		s.End() // a chunk of another answer
	}
	return s.chunk(s.d)
}

// peek is the first value of a kind at a field of an object, "" if it has none.
// [rawjson.Invalid] is any kind.
func peek(object []byte, name string, kind rawjson.Kind) conv.Raw {
	c := rawjson.NewTrustedCursor(object) // whoever reads the object checks it
	for k := range c.Fields {
		if record.Camel(k) == name && (kind == rawjson.Invalid || c.Kind() == kind) {
			return c.Raw()
		}
	}
	return ""
}

// isChunk reports whether an object has a field of a chunk.
func isChunk(chunk []byte) bool {
	if bytes.HasPrefix(chunk, []byte(`{"candidates"`)) {
		return true
	}
	c := rawjson.NewTrustedCursor(chunk)
	for name := range c.FieldsOnly {
		if name = record.Camel(name); name != "createTime" && slices.Contains(answerFields, name) {
			return true
		}
	}
	return false
}

// chunk reads a chunk. The fields next to the candidates come first, since the
// answer's id starts the answer. The parts follow.
func (s *streamReader) chunk(d *decoder) error {
	a := &s.answer
	begun := s.Known
	s.Known = true
	list := -1
	for name := range d.in.Fields {
		if record.Camel(name) != "candidates" || d.in.Kind() != rawjson.Array {
			d.answerField(a, name)
			continue
		}
		residue.Known(&a.detail.Node, name, answerFields)
		list = d.in.Offset()
	}
	if err := d.in.Err(); err != nil {
		return err
	}
	if !begun {
		s.start()
	}
	if list >= 0 {
		d.in.Rewind(list)
		d.candidates(a, func(at int) { s.message(d, at) })
		if err := d.in.Err(); err != nil {
			return err
		}
	}
	if a.failed {
		s.closeBlock()
		s.end(conv.EventError)
	}
	return nil
}

// start sends what the first chunk says of the answer.
func (s *streamReader) start() {
	a := &s.answer
	head := &conv.AssistantMessage{Protocol: Wire, Model: a.m.Model, ResponseID: a.m.ResponseID}
	if a.counted {
		head.Usage = usageOf(&a.usage)
	}
	s.Send(conv.Event{Type: conv.EventStart, Message: head})
}

// message reads the content of the candidate at an offset.
func (s *streamReader) message(d *decoder, at int) {
	var wire conv.Node
	first := true
	last := func() bool {
		why := peek(d.in.Buffer()[at:], "finishReason", rawjson.Invalid)
		return why != "" && why != "null"
	}
	d.contentFields(&wire, roleModel, func() {}, func() {
		s.part(d, d.part(), first, last)
		first = false
	})
	s.keepContent(&wire)
}

// keepContent keeps the fields of a content other than its role and parts.
// Some chunks have none.
func (s *streamReader) keepContent(wire *conv.Node) {
	s.content = true
	s.parts = s.parts || residue.Hint(wire, "parts") != "null"
	residue.RereadAll(wire, "parts")
	residue.RereadAll(wire, "role")
	s.answer.keepContent(wire)
}

// Broken ends an answer whose stream failed, and gives the reason.
func (s *streamReader) Broken(err error) error {
	if err == rawjson.ErrAfterList && s.Units == 0 {
		return err
	}
	s.interrupted(err.Error())
	return nil
}

// End ends an answer when its stream ends.
func (s *streamReader) End() {
	a := &s.answer
	if a.finish == "" && a.blocked == "" {
		s.interrupted("")
		return
	}
	s.closeBlock()
	if end := a.message(); end.StopReason == conv.StopError && end.ErrorMessage != "" {
		s.end(conv.EventError)
		return
	}
	s.end(conv.EventDone)
}

// interrupted ends a stream that has no end of its own.
func (s *streamReader) interrupted(why string) {
	s.closeBlock()
	a := &s.answer
	a.failed = true
	takeFailure(&a.m, &a.detail, interrupted)
	a.m.ErrorMessage = why
	s.end(conv.EventError)
}

// end sends the last event, with everything that was read.
func (s *streamReader) end(t conv.EventType) {
	switch n := &s.answer.detail.Node; {
	case s.answer.failed:
		residue.RereadAll(n, "index") // an error has no candidate
	case !s.answer.begun:
	case !s.content:
		residue.SetHint(n, "content", "null")
	case !s.parts:
		residue.SetHint(n, "parts", "null")
	}
	m := s.answer.message()
	if s.calls && m.StopReason == conv.StopNormal && m.StopDetail.Raw == "STOP" {
		m.StopReason = conv.StopToolUse
	}
	s.Send(conv.Event{Type: t, Message: m})
	*s = streamReader{Answers: s.Answers, d: s.d}
}
