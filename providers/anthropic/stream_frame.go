package anthropic

import (
	"slices"

	"convo/conv"
	"convo/conv/record"
)

// frame opens an event and its data.
func (s *streamWriter) frame(kind string) {
	record.BeginFrame(s.w, kind)
	s.w.Field("type", kind)
}

// index writes the index of the block that an event is about.
func (s *streamWriter) index() {
	s.w.IntField("index", int64(s.wire))
}

// start writes message_start, once.
func (s *streamWriter) start() {
	if s.started {
		return
	}
	s.started = true
	s.frame("message_start")
	s.w.ObjectField("message")
	writeAnswerHead(s.w, s.head)
	s.w.ArrayField("content")
	s.w.EndArray()
	s.w.RawField("stop_reason", "null")
	s.w.RawField("stop_sequence", "null")
	s.w.Key("usage")
	writeUsage(s.w, s.head.Usage, nil)
	s.w.EndObject()
	record.EndFrame(s.w)
}

// beginBlock opens a content_block_start up to its block.
func (s *streamWriter) beginBlock() {
	s.frame("content_block_start")
	s.index()
	s.w.Key("content_block")
}

// startBlock writes how a block starts. Its input and citations follow in
// pieces.
func (s *streamWriter) startBlock(e conv.Event) {
	s.start()
	s.beginBlock()
	switch b := record.Begun(e).(type) {
	case *conv.TextContent:
		s.startText(b)
	case *conv.ThinkingContent:
		writeThinking(s.w, b)
	case *conv.ToolCall:
		s.call = b
		begin := *b
		begin.Arguments, begin.ArgumentsText = "", nil
		record.Write(objects().call, s.w, &begin)
	}
	record.EndFrame(s.w)
}

// startText writes the start of a text. Its citations follow in pieces.
func (s *streamWriter) startText(b *conv.TextContent) {
	s.citations = slices.Collect(residue.Get(&b.Node, "citations").Elements)
	if len(s.citations) == 0 {
		record.Write(objects().text, s.w, b)
		return
	}
	s.w.BeginObject()
	s.w.Field("type", "text")
	s.w.Key("text")
	conv.WriteText(s.w, &b.Node, b.Text)
	s.w.OptRaw("citations", "[]")
	residue.Write(s.w, &b.Node, "citations")
	s.w.EndObject()
}

// beginDelta opens a content_block_delta up to its content.
func (s *streamWriter) beginDelta(kind string) {
	s.frame("content_block_delta")
	s.index()
	s.w.ObjectField("delta")
	s.w.Field("type", kind)
}

func (s *streamWriter) endDelta() {
	s.w.EndObject()
	record.EndFrame(s.w)
}

// piece writes a delta that adds text.
func (s *streamWriter) piece(kind, key, text string) {
	s.beginDelta(kind)
	s.w.Field(key, text)
	s.endDelta()
}
