package anthropic

import (
	"cmp"
	"io"
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/sse"
	"convo/providers/internal/protocol"
)

// readEvents reads streamed answers.
func readEvents(r io.Reader, notes *note.Notes) iter.Seq2[conv.Event, error] {
	return record.Stream[sse.Event]{
		Unit: "event", Notes: notes, Events: format.Events(r, unwrap),
		Read: func(a *record.Answers) record.Wire[sse.Event] {
			d := newDecoder(nil, notes)
			d.in.Stream()
			return &streamReader{Answers: a, d: d}
		},
	}.Answers
}

// streamReader turns the wire's events into ours.
type streamReader struct {
	*record.Answers
	d      *decoder // of each event
	answer answer
	blocks []*openBlock  // in the order of their starts
	byWire map[int64]int // the latest block of each index of the wire
	begun  bool          // the start was sent
}

// Take reads one event of the wire.
func (s *streamReader) Take(e sse.Event) error {
	if e.Data == "" || e.Data == "[DONE]" {
		return nil
	}
	if e.Name == "error" {
		e.Data = string(protocol.InError(conv.Raw(e.Data)))
	}
	d := s.d
	if err := d.in.RenewWhole(rawjson.BytesOf(e.Data)); err != nil {
		return err // half an event says nothing
	}
	kind := cmp.Or(d.in.Tag("type"), e.Name)
	if kind == "" && conv.Raw(e.Data).Lookup("error.message") != "" {
		kind = "error"
	}
	s.event(d, kind)
	return d.in.End()
}

func (s *streamReader) event(d *decoder, kind string) {
	known := s.Known
	if s.isAfterEnd(kind) {
		d.in.Skip()
		s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "event after the end of an answer", kind)
		return
	}
	s.Known = true
	switch kind {
	case "message_start":
		s.start(d)
	case "content_block_start":
		s.blockStart(d)
	case "content_block_delta":
		s.blockDelta(d)
	case "content_block_stop":
		s.blockStop(d)
	case "message_delta":
		s.messageDelta(d)
	case "message_stop":
		for key := range d.in.Fields {
			if key != "type" {
				d.beside(&s.answer, key)
			}
		}
		s.done(d)
	case "error":
		s.failed(d)
	case "ping":
		for key := range d.in.Fields {
			if key != "type" {
				s.loseField(key)
			}
		}
		s.Known = known
	default:
		d.in.Skip()
		s.Known = known
		s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown event", kind)
	}
}

// isAfterEnd reports whether an event belongs to an answer that has ended.
func (s *streamReader) isAfterEnd(kind string) bool {
	if s.Known || s.Ended == 0 {
		return false
	}
	switch kind {
	case "content_block_delta", "content_block_stop", "message_delta", "message_stop":
		return true
	}
	return false
}

// begin sends, once, what is known of an answer at its start.
func (s *streamReader) begin() {
	if s.begun {
		return
	}
	s.begun = true
	s.answer.m.Protocol = Wire
	head := s.answer.m
	head.Content, head.StopReason, head.Usage = nil, "", s.answer.counted(new(nodes))
	s.Send(conv.Event{Type: conv.EventStart, Message: &head})
}

func (s *streamReader) start(d *decoder) {
	first := s.answer.m
	if s.begun {
		s.Notes.Info(note.CodeExtension, note.Recovered, -1, "message_start that is not the first event", "")
	}
	for key := range d.in.Fields {
		switch key {
		case "type":
		case "message":
			for key := range d.in.Fields {
				record.ReadField(objects().answer, d, &s.answer, key)
			}
		default:
			// Hosts add numbers of their own next to the message.
			d.beside(&s.answer, key)
		}
	}
	s.answer.m.Protocol = Wire
	if d.in.Err() != nil {
		return
	}
	m := &s.answer.m
	s.Rename("response id", first.ResponseID, m.ResponseID)
	s.Rename("model", first.Model, m.Model)
	m.ResponseID, m.Model = cmp.Or(first.ResponseID, m.ResponseID), cmp.Or(first.Model, m.Model)
	s.begin()
	for _, b := range s.answer.m.Content {
		s.Send(conv.Event{Type: conv.EventBlock, Index: len(s.blocks), Block: b})
		s.add(&openBlock{wire: -1, closed: true})
	}
	s.answer.m.Content = nil
}

func (s *streamReader) messageDelta(d *decoder) {
	for key := range d.in.Fields {
		switch key {
		case "type":
		case "delta":
			for key := range d.in.Fields {
				record.ReadField(objects().answer, d, &s.answer, key)
			}
		case "id", "role", "model", "content":
			d.beside(&s.answer, key)
		default:
			record.ReadField(objects().answer, d, &s.answer, key)
		}
	}
}

// failed reads an error event, which ends the answer.
func (s *streamReader) failed(d *decoder) {
	s.answer.m.Protocol = Wire
	s.answer.forgetStop()
	d.errorBody(&s.answer)
	if d.in.Err() == nil {
		s.closeBlocks()
		s.end(conv.EventError)
	}
}

func (s *streamReader) done(d *decoder) {
	if d.in.Err() != nil {
		return
	}
	s.closeBlocks()
	s.end(conv.EventDone)
}

// Broken ends an answer whose stream failed, and gives the reason.
func (s *streamReader) Broken(err error) error {
	s.interrupted(err.Error())
	return nil
}

// End ends an answer that its stream did not end.
func (s *streamReader) End() { s.interrupted("") }

func (s *streamReader) interrupted(why string) {
	s.closeBlocks()
	a := &s.answer
	a.m.Protocol = Wire
	a.forgetStop()
	a.m.StopReason, a.detail.Kind = conv.StopAborted, conv.KindInterrupted
	a.m.ErrorMessage = why
	s.end(conv.EventError)
}

// end sends the last event, with everything that was read.
func (s *streamReader) end(t conv.EventType) {
	s.Send(conv.Event{Type: t, Message: s.answer.message(new(nodes))})
	*s = streamReader{Answers: s.Answers, d: s.d} // another answer may follow
}

// closeBlocks ends the blocks that the stream did not.
func (s *streamReader) closeBlocks() {
	for i, b := range s.blocks {
		if !b.closed {
			s.close(i, b)
		}
	}
}
