package anthropic

import (
	"cmp"
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func emit(w *rawjson.Writer) format.EventWriter {
	s := &streamWriter{w: w, head: &conv.AssistantMessage{}}
	s.blocks = record.OneBlock{OnStart: s.startBlock, OnDelta: s.delta, OnEnd: s.endBlock, OnWhole: s.wholeBlock}
	return s
}

// streamWriter writes an answer as the wire's events.
type streamWriter struct {
	w       *rawjson.Writer
	head    *conv.AssistantMessage // the message of the start event
	started bool                   // message_start was written
	ended   bool

	blocks    record.OneBlock
	wire      int            // the index of the open block on the wire
	call      *conv.ToolCall // the open block, if it is a call
	fed       bool           // a piece of its input was written
	citations []conv.Raw     // of the open text, to be written at its end
}

// Event takes the next event.
func (s *streamWriter) Event(e conv.Event) {
	if s.ended {
		return
	}
	switch e.Type {
	case conv.EventStart:
		s.head = e.Message
		if e.Message.ResponseID != "" && e.Message.Model != "" {
			s.start()
		}
	case conv.EventDone, conv.EventError:
		s.finish(e.Message)
	default:
		s.blocks.Event(e)
	}
}

// Close ends a stream that has no end, without a message_stop.
func (s *streamWriter) Close() {
	if !s.ended {
		s.start()
		s.blocks.End()
		s.ended = true
	}
}

// wholeBlock writes a complete block. Kinds that this wire sends in pieces are
// one piece, others are in their start.
func (s *streamWriter) wholeBlock(e conv.Event) {
	switch b := e.Block.(type) {
	case *conv.TextContent, *conv.ToolCall, *conv.ThinkingContent:
		s.startBlock(e)
	case *conv.Opaque:
		if b.Family != family {
			return
		}
		s.start()
		s.beginBlock()
		s.w.Raw(b.Raw)
		record.EndFrame(s.w)
	case *conv.ImageContent, *conv.AudioContent:
		return
	default:
		panic(fmt.Sprintf("anthropic: unknown block %T", b))
	}
	s.endBlock(conv.Event{Index: e.Index})
}

func (s *streamWriter) delta(e conv.Event) {
	switch e.Type {
	case conv.EventTextDelta:
		s.piece("text_delta", "text", e.Delta)
	case conv.EventToolCallDelta:
		if e.Delta == "{}" && s.call != nil && hadNoInput(s.call) {
			return // and nothing was added
		}
		s.fed = s.fed || e.Delta != ""
		s.piece("input_json_delta", "partial_json", e.Delta)
	case conv.EventThinkingDelta:
		if e.Delta != "" || e.Signature == "" {
			s.piece("thinking_delta", "thinking", e.Delta)
		}
		if e.Signature != "" {
			s.piece("signature_delta", "signature", e.Signature)
		}
	}
}

// hadNoInput reports whether the start of a call had no input, or one that was not an
// object.
func hadNoInput(c *conv.ToolCall) bool {
	return residue.Hint(&c.Node, "input") != "" || residue.Get(&c.Node, "input") != ""
}

// endBlock writes what is known only at a block's end, and the end.
func (s *streamWriter) endBlock(e conv.Event) {
	if raw := e.Extensions.Get(family, "citations"); raw != "" {
		s.citations = slices.Collect(raw.Elements)
	}
	for _, citation := range s.citations {
		s.beginDelta("citations_delta")
		s.w.RawField("citation", citation)
		s.endDelta()
	}
	if call, ok := e.Block.(*conv.ToolCall); ok {
		s.call = call
	}
	if s.call != nil && !s.fed && s.call.ArgumentsString() != "{}" {
		s.piece("input_json_delta", "partial_json", s.call.ArgumentsString())
	}
	s.frame("content_block_stop")
	s.index()
	record.EndFrame(s.w)
	s.call, s.fed, s.citations = nil, false, nil
	s.wire++
}

// done writes how an answer ended.
func (s *streamWriter) done(m *conv.AssistantMessage) {
	s.messageDelta(m)
	s.frame("message_stop")
	record.EndFrame(s.w)
	s.ended = true
}

// tells reports whether m says something that message_start did not.
func (s *streamWriter) tells(m *conv.AssistantMessage) bool {
	if m.StopDetail != nil && len(m.StopDetail.Extensions.Of(family)) > 0 {
		return true
	}
	u, began := m.Usage, s.head.Usage
	return u != nil && (began == nil || u.Input != began.Input || u.Output != began.Output ||
		u.CacheRead != began.CacheRead || u.CacheWrite != began.CacheWrite ||
		u.Reasoning != began.Reasoning || len(u.Extensions.Of(family)) != len(began.Extensions.Of(family)))
}

func (s *streamWriter) messageDelta(m *conv.AssistantMessage) {
	s.frame("message_delta")
	s.w.ObjectField("delta")
	writeStopFields(s.w, m)
	writeAnswerRest(s.w, m)
	s.w.EndObject()
	s.w.Key("usage")
	if m.Usage == nil {
		s.w.BeginObject()
		s.w.IntField("output_tokens", 0)
		s.w.EndObject()
	} else {
		writeUsage(s.w, m.Usage, s.head.Usage)
	}
	record.EndFrame(s.w)
}

// late takes names that the start did not have, unless it was written.
func (s *streamWriter) late(m *conv.AssistantMessage) {
	if s.started {
		return
	}
	head := *s.head
	head.ResponseID, head.Model = cmp.Or(head.ResponseID, m.ResponseID), cmp.Or(head.Model, m.Model)
	s.head = &head
}

// finish writes an answer's end, or an error event if it failed. An answer
// that was cut off for no known reason has no end.
func (s *streamWriter) finish(m *conv.AssistantMessage) {
	s.late(m)
	word, message, failed := failure(m)
	if !failed {
		s.start()
		s.blocks.End()
		s.done(m)
		return
	}
	if s.started || m.Usage != nil || s.blocks.IsOpen() || word == interruptedType {
		s.start()
	}
	s.blocks.End()
	s.ended = true
	if word == interruptedType && message == "" {
		if s.tells(m) {
			s.messageDelta(m)
		}
		return
	}
	if s.started && s.tells(m) {
		s.messageDelta(m) // an error event cannot hold it
	}
	record.BeginFrame(s.w, "error")
	writeErrorFields(s.w, m, word, message)
	record.EndFrame(s.w)
}
