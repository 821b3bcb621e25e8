package anthropic

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/sse"
)

func decodeStream(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return conv.Assemble(readEvents(bytes.NewReader(data), notes))
}

// readEvents reads an answer as it arrives. An event that is broken off is the
// end of a stream that was cut; behind it nothing may come.
func readEvents(r io.Reader, notes *conv.Notes) iter.Seq2[conv.Event, error] {
	return func(yield func(conv.Event, error) bool) {
		s := &streamReader{notes: notes, yield: yield, more: true}
		n, answers := 0, 0
		var broken error
		for e, err := range payloads(r) {
			switch {
			case err != nil:
				s.interrupted(err.Error())
				return
			case broken != nil:
				yield(conv.Event{}, broken)
				return
			}
			if err := s.take(e); err != nil {
				broken = fmt.Errorf("event %d: %w", n+1, err)
				continue
			}
			if n++; !s.more {
				return
			}
			if s.ended { // another answer may follow
				answers++
				s = &streamReader{notes: notes, yield: yield, more: true}
			}
		}
		switch {
		case s.known:
			s.interrupted("")
		case broken != nil:
			yield(conv.Event{}, broken)
		case answers > 0:
		case n == 0:
			yield(conv.Event{}, errors.New("no events"))
		default:
			yield(conv.Event{}, errors.New("none of the events is one of this format"))
		}
	}
}

// streamReader makes events of the wire's events.
type streamReader struct {
	notes *conv.Notes
	yield func(conv.Event, error) bool
	more  bool // somebody still listens
	ended bool
	known bool // an event of an answer came

	answer answer
	blocks []*openBlock // in the order of their starts
}

// send passes an event on.
func (s *streamReader) send(e conv.Event) {
	if s.more {
		s.more = s.yield(e, nil)
	}
}

// take reads one event of the wire.
func (s *streamReader) take(e sse.Event) error {
	if e.Data == "" || e.Data == "[DONE]" {
		return nil
	}
	whole := rawjson.NewCursor([]byte(e.Data)) // half an event says nothing
	whole.Skip()
	if err := whole.End(); err != nil {
		return err
	}
	d := newDecoder([]byte(e.Data), s.notes)
	d.streamed = true
	kind := d.tag("type")
	if kind == "" {
		kind = e.Name
	}
	s.event(d, kind)
	return d.End()
}

func (s *streamReader) event(d decoder, kind string) {
	known := s.known
	s.known = true
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
		d.Skip()
		s.done(d)
	case "error":
		s.failed(d)
	case "ping":
		d.Skip()
		s.known = known
	default:
		d.Skip()
		s.known = known
		s.notes.Info(conv.CodeExtension, conv.Dropped, -1, "unknown event", kind)
	}
}

func (s *streamReader) start(d decoder) {
	for key := range d.Fields {
		switch key {
		case "type":
			d.Skip()
		case "message":
			for key := range d.Fields {
				d.answerField(&s.answer, key)
			}
		default:
			// Hosts add numbers of their own beside the message.
			d.beside(&s.answer, key)
		}
	}
	s.answer.m.Protocol = conv.AnthropicMessages
	if d.Err() != nil {
		return
	}
	head := s.answer.m
	head.Content, head.StopReason, head.Usage = nil, "", s.answer.counted()
	s.send(conv.Event{Type: conv.EventStart, Message: &head})
	for _, b := range s.answer.m.Content {
		s.send(conv.Event{Type: conv.EventBlock, Index: len(s.blocks), Block: b})
		s.blocks = append(s.blocks, &openBlock{wire: -1, closed: true})
	}
	s.answer.m.Content = nil
}

func (s *streamReader) messageDelta(d decoder) {
	for key := range d.Fields {
		switch key {
		case "type":
			d.Skip()
		case "delta":
			for key := range d.Fields {
				d.answerField(&s.answer, key)
			}
		case "id", "role", "model", "content":
			d.beside(&s.answer, key)
		default:
			d.answerField(&s.answer, key)
		}
	}
}

// failed reads an error event, which is the end.
func (s *streamReader) failed(d decoder) {
	s.answer.m.Protocol = conv.AnthropicMessages
	s.answer.forgetStop()
	d.errorBody(&s.answer)
	if d.Err() == nil {
		s.closeBlocks()
		s.end(conv.EventError)
	}
}

func (s *streamReader) done(d decoder) {
	if d.Err() != nil {
		return
	}
	s.closeBlocks()
	s.end(conv.EventDone)
}

// interrupted ends a stream that did not end itself.
func (s *streamReader) interrupted(why string) {
	s.closeBlocks()
	a := &s.answer
	a.m.Protocol = conv.AnthropicMessages
	a.forgetStop()
	a.m.StopReason, a.detail.Kind = conv.StopAborted, conv.KindInterrupted
	a.m.ErrorMessage = why
	s.end(conv.EventError)
}

// end sends the last event, with all that is known.
func (s *streamReader) end(t conv.EventType) {
	s.ended = true
	s.send(conv.Event{Type: t, Message: s.answer.message()})
}

// closeBlocks ends the blocks that the stream did not.
func (s *streamReader) closeBlocks() {
	for i, b := range s.blocks {
		if !b.closed {
			s.close(i, b)
		}
	}
}

// array is a JSON array of values.
func array(values []conv.Raw) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginArray()
	for _, v := range values {
		w.Raw(v)
	}
	w.EndArray()
	return conv.Raw(w.Bytes())
}
