package agui

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func emit(w *rawjson.Writer) format.EventWriter { return newStreamWriter(w, &conv.Conversation{}) }

// streamWriter writes a stream of the protocol: one run for each answer and
// the messages before it. The first event opens a run. The end of an answer,
// or of the stream, closes it.
type streamWriter struct {
	w       *rawjson.Writer
	thread  string
	runs    int                // that were started
	run     string             // id of the run, "" if none is open
	count   int                // of messages so far
	silent  string             // id of the answer that the run's end is about, if it has no message
	doc     *conv.Conversation // that is written whole, else an empty one
	history int                // how many of its messages are a snapshot
	snake   bool               // fields have their names in snake_case

	*answerWriter // nil between answers
}

func newStreamWriter(w *rawjson.Writer, c *conv.Conversation) *streamWriter {
	return &streamWriter{w: w, thread: cmp.Or(c.ID, defaultThread), doc: c, snake: residue.Get(&c.Node, record.HintAliases) != ""}
}

// answerWriter is the answer that is being written: one message with one text,
// and its reasoning in messages of its own.
type answerWriter struct {
	head      *conv.AssistantMessage
	id        string   // of its message
	ids       []string // of its reasoning; nil: made of that of the message
	texts     int      // that are open
	written   bool     // some text was
	signature string   // of the first text
	thoughts  int
	calls     int
	last      conv.EventType // of the block that began last
	blocks    []*openBlock
	byIndex   map[int]*openBlock // the latest of an index
}

// openBlock is a block that has begun.
type openBlock struct {
	index     int
	begin     conv.AssistantContent
	id        string // of its reasoning message, of its call
	fed       bool   // a piece of arguments was written
	signature strings.Builder
	closed    bool
}

// Event takes the next event.
func (s *streamWriter) Event(e conv.Event) {
	switch e.Type {
	case conv.EventStart:
		s.start(e.Message)
	case conv.EventDone, conv.EventError:
		s.finish(e)
	case conv.EventMessage:
		s.whole(e.Other)
	case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart:
		s.begin(e)
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		s.delta(s.block(e), e)
	case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
		s.end(s.block(e), e.Block)
	case conv.EventBlock:
		s.wholeBlock(e)
	default:
		panic("agui: unknown event " + string(e.Type))
	}
}

// Close ends the open run. An answer without an end was cut off.
func (s *streamWriter) Close() {
	if s.answerWriter != nil {
		s.finish(conv.Event{Type: conv.EventError, Message: &conv.AssistantMessage{
			StopReason: conv.StopAborted, StopDetail: &conv.StopDetail{Kind: conv.KindInterrupted},
		}})
	}
	if s.runs == 0 {
		s.startRun("")
	}
	switch end := residue.Get(&s.doc.Node, keptEnd); {
	case s.run == "":
	case end != "": // the document's last run has no answer
		s.frame("RUN_FINISHED", "threadId", s.thread, "runId", s.run)
		record.WriteFields(s.w, end)
		s.frameEnd()
	default:
		s.finishRun(nil, false)
	}
}

// start begins an answer. An earlier answer that is still open ends as it is.
func (s *streamWriter) start(m *conv.AssistantMessage) {
	m = cmp.Or(m, &conv.AssistantMessage{})
	if s.answerWriter != nil {
		s.closeBlocks()
	}
	s.count++
	id := cmp.Or(m.ID, m.ResponseID, messageID(s.count))
	s.answerWriter = &answerWriter{head: m, id: id, byIndex: map[int]*openBlock{}}
	s.startRun(m.ResponseID)
}

// messageID is the id of the nth message, if it has none.
func messageID(n int) string { return "msg_" + strconv.Itoa(n) }

// finish ends an answer and, if the end says anything, its run.
func (s *streamWriter) finish(e conv.Event) {
	if s.answerWriter == nil {
		s.start(e.Message)
	}
	m := cmp.Or(e.Message, &conv.AssistantMessage{})
	s.closeBlocks()
	if s.written || s.calls > 0 {
		s.encrypted("message", s.id, cmp.Or(m.EncryptedValue, s.head.EncryptedValue, s.signature))
	}
	x := *m
	x.Model = cmp.Or(m.Model, s.head.Model)
	x.ResponseID = cmp.Or(m.ResponseID, s.head.ResponseID)
	x.Usage = cmp.Or(x.Usage, s.head.Usage)
	called := s.calls > 0
	mute := len(s.blocks) == 0
	if mute && !(fails(&x) && s.id == errorID(s.runs)) {
		s.silent = s.id
	}
	s.answerWriter = nil
	if mute || e.Type == conv.EventError || endsRun(&x) {
		s.finishRun(&x, called)
	}
}

// endsRun reports whether an answer says anything that only the end of a run
// can say.
func endsRun(m *conv.AssistantMessage) bool {
	return m.StopReason != "" || m.StopDetail != nil || m.Usage != nil || m.Model != "" || m.ResponseID != "" || m.ErrorMessage != ""
}

// block is the open block of an event. It begins if it has not yet.
func (s *streamWriter) block(e conv.Event) *openBlock {
	if s.answerWriter != nil {
		if b := s.byIndex[e.Index]; b != nil && !b.closed {
			return b
		}
	}
	e.Block = nil
	return s.begin(e)
}

// begin opens a block.
func (s *streamWriter) begin(e conv.Event) *openBlock {
	if s.answerWriter == nil {
		s.start(nil)
	}
	b := &openBlock{index: e.Index, begin: record.Begun(e)}
	s.blocks = append(s.blocks, b)
	s.byIndex[e.Index] = b
	switch t := b.begin.(type) {
	case *conv.TextContent:
		s.beginText(t)
	case *conv.ThinkingContent:
		s.beginThinking(b, t)
	case *conv.ToolCall:
		s.beginCall(b, t)
	}
	return b
}

// wholeBlock writes a block that comes in one piece.
func (s *streamWriter) wholeBlock(e conv.Event) {
	switch b := e.Block.(type) {
	case *conv.TextContent, *conv.ThinkingContent, *conv.ToolCall:
		s.end(s.begin(e), nil)
	case *conv.ImageContent, *conv.AudioContent, *conv.Opaque: // Fit has said so
	default:
		panic(fmt.Sprintf("agui: unknown block %T", b))
	}
}

// closeBlocks ends the blocks that are still open.
func (s *streamWriter) closeBlocks() {
	for _, b := range s.blocks {
		if !b.closed {
			s.end(b, nil)
		}
	}
}
