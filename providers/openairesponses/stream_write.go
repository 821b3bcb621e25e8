package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func emit(w *rawjson.Writer) format.EventWriter { return &streamWriter{w: w} }

// streamWriter writes an answer as the wire's events. Several items may be
// open at once, as the blocks of an answer may.
type streamWriter struct {
	w        *rawjson.Writer
	sequence int64
	head     conv.AssistantMessage
	started  bool
	ended    bool

	blocks  record.Open[int64, *emittedBlock] // the open blocks
	waiting *emittedBlock                     // reasoning that has no item yet
	items   []conv.Raw                        // the finished items, "" while one is open
	message *emittedItem                      // the message that takes the next text
}

// emittedItem is an open item.
type emittedItem struct {
	index int // its index on the wire
	id    string
	parts []conv.AssistantContent // the parts that ended
	open  int                     // how many parts are open
	full  bool                    // no more parts follow
}

// emittedBlock is an open block.
type emittedBlock struct {
	index int // the index in its events
	all   conv.Assembler
	begin conv.AssistantContent
	item  *emittedItem // nil until its id is known
	part  int          // its index in the item
	said  []byte       // all of its pieces
	piece []byte       // the pieces of the open part, or of a free text
	told  int          // how much of a call's arguments is written as free text
}

// Event takes the next event.
func (s *streamWriter) Event(e conv.Event) {
	if s.ended {
		return
	}
	switch e.Type {
	case conv.EventStart:
		if e.Message != nil {
			s.head = *e.Message
		}
		s.start()
	case conv.EventDone, conv.EventError:
		m := cmp.Or(e.Message, &conv.AssistantMessage{})
		s.finish(*m)
	case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart:
		s.begin(e)
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		s.delta(e)
	case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
		s.end(e)
	case conv.EventBlock:
		s.whole(e)
	case conv.EventMessage: // a response is a single answer
	default:
		panic("openairesponses: unknown event " + string(e.Type))
	}
}

// Close ends a stream that has no end, as incomplete.
func (s *streamWriter) Close() {
	if !s.ended {
		s.finish(conv.AssistantMessage{
			StopReason: conv.StopAborted, StopDetail: &conv.StopDetail{Kind: conv.KindInterrupted},
		})
	}
}

// start writes, once, that a response begins.
func (s *streamWriter) start() {
	if s.started {
		return
	}
	s.started = true
	m := conv.AssistantMessage{ResponseID: s.head.ResponseID, Model: s.head.Model}
	m.Timestamp = s.head.Timestamp
	m.StopDetail = &conv.StopDetail{Raw: "in_progress"}
	residue.Set(&m.StopDetail.Node, hintStatus, `"in_progress"`)
	for _, kind := range [...]string{"response.created", "response.in_progress"} {
		s.frame(kind)
		s.w.Key("response")
		writeBody(s.w, &m, false, func() { s.w.Raw("[]") })
		record.EndFrame(s.w)
	}
}

// finish ends what is open and writes the complete response.
func (s *streamWriter) finish(m conv.AssistantMessage) {
	s.start()
	for i, ok := s.blocks.First(); ok; i, ok = s.blocks.First() {
		s.end(conv.Event{Index: int(i)})
	}
	s.closeMessage()
	m.ResponseID, m.Model = cmp.Or(m.ResponseID, s.head.ResponseID), cmp.Or(m.Model, s.head.Model)
	m.Timestamp, m.Usage = cmp.Or(m.Timestamp, s.head.Timestamp), cmp.Or(m.Usage, s.head.Usage)
	s.ended = true
	s.frame(lastEvent(&m))
	s.w.Key("response")
	writeBody(s.w, &m, len(s.items) > 0, func() {
		s.w.BeginArray()
		for _, item := range s.items {
			s.w.Raw(item)
		}
		s.w.EndArray()
	})
	record.EndFrame(s.w)
}

// lastEvent is the event for how an answer ended.
func lastEvent(m *conv.AssistantMessage) string {
	switch status, _ := wireStop(m); status {
	case "completed":
		return "response.completed"
	case "failed", "cancelled":
		return "response.failed"
	default:
		return "response.incomplete"
	}
}

// open is the open block at an index, nil if there is none.
func (s *streamWriter) open(index int) *emittedBlock {
	b, _ := s.blocks.Find(int64(index))
	return b
}

// begin takes the start of a block.
func (s *streamWriter) begin(e conv.Event) {
	s.start()
	s.beginWaiting()
	b := &emittedBlock{index: e.Index, begin: record.Begun(e)}
	e.Block = b.begin
	b.all.Add(e)
	s.blocks.Add(int64(b.index), b)
	switch x := b.begin.(type) {
	case *conv.TextContent:
		s.beginText(b, x)
	case *conv.ThinkingContent:
		s.closeMessage()
		if id, ok := format.ParseItemSignature(x.ThinkingSignature, format.ReasoningItem); ok && id.ID != "" {
			s.beginReasoning(b, id.ID)
		} else {
			s.waiting = b
		}
	case *conv.ToolCall:
		s.closeMessage()
		s.beginCall(b, x)
	}
}

func (s *streamWriter) delta(e conv.Event) {
	b := s.open(e.Index)
	if b == nil {
		s.begin(conv.Event{Type: record.StartOf(e.Type), Index: e.Index})
		b = s.open(e.Index)
	}
	b.all.Add(e)
	switch x := b.begin.(type) {
	case *conv.TextContent:
		s.textDelta(b, e.Delta)
	case *conv.ThinkingContent:
		s.reasoningDelta(b, x, e)
	case *conv.ToolCall:
		s.callDelta(b, x, e.Delta)
	}
}

// end ends a block. Its item ends too, unless it may take another text.
func (s *streamWriter) end(e conv.Event) {
	b := s.open(e.Index)
	if b == nil {
		return
	}
	if e.Type != "" {
		b.all.Add(e)
	}
	s.blocks.Drop(int64(b.index))
	last := b.all.Message().Content[0]
	switch x := b.begin.(type) {
	case *conv.TextContent:
		s.endText(b, x, last)
	case *conv.ThinkingContent:
		s.endReasoning(b, last)
	case *conv.ToolCall:
		s.endCall(b, x, last)
	}
}

// whole writes a complete block.
func (s *streamWriter) whole(e conv.Event) {
	s.start()
	switch b := e.Block.(type) {
	case *conv.TextContent, *conv.ToolCall:
		s.replay(e)
	case *conv.ThinkingContent:
		if !b.Redacted {
			s.replay(e)
			return
		}
		s.atOnce(b)
	case *conv.Opaque:
		if b.Family == family {
			s.atOnce(b)
		}
	}
}

func (s *streamWriter) replay(e conv.Event) {
	for _, piece := range format.ReplayBlock(e.Index, e.Block) {
		s.Event(piece)
	}
}

// atOnce writes an item that begins and ends in one step.
func (s *streamWriter) atOnce(b conv.AssistantContent) {
	s.closeMessage()
	s.beginWaiting()
	item := s.add("", func(o *emittedItem) { s.w.Raw(itemOf([]conv.AssistantContent{b}, o.index)) })
	item.parts = []conv.AssistantContent{b}
	s.done(item)
}
