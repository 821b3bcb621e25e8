package gemini

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

func emit(w *rawjson.Writer) format.EventWriter {
	s := &streamWriter{w: w}
	s.blocks = record.OneBlock{OnStart: s.start, OnDelta: s.delta, OnEnd: s.end, OnWhole: func(e conv.Event) { s.part(e.Block) }}
	return s
}

// streamWriter writes an answer as chunks. Texts go out as they arrive. A
// block with a signature or with residue needs a part of its own, so it goes
// out at its end.
type streamWriter struct {
	w     *rawjson.Writer
	head  *conv.AssistantMessage // the message of the start event
	begun bool                   // a chunk was written
	ended bool
	names naming

	blocks record.OneBlock
	block  conv.AssistantContent // the open block, as it began
	rest   conv.Assembler        // what of it goes out at its end
	held   bool                  // its pieces wait for that
	pieces int                   // chunks written of the open text
	last   string                // the kind of the last part: text, thought or ""
}

// Event takes the next event.
func (s *streamWriter) Event(e conv.Event) {
	if s.ended {
		return
	}
	switch e.Type {
	case conv.EventStart:
		s.head = e.Message
	case conv.EventDone, conv.EventError:
		s.finish(e.Message)
	case conv.EventMessage:
		// Fit left none.
	default:
		s.blocks.Event(e)
	}
}

// Close ends a stream that has no end, without a finish reason.
func (s *streamWriter) Close() {
	if !s.ended {
		s.blocks.End()
		s.ended = true
	}
}

func (s *streamWriter) start(e conv.Event) {
	s.pieces, s.held, s.rest = 0, false, conv.Assembler{}
	s.block = record.Begun(e)
	if k := kind(s.block); k != "" && words(s.block) != "" {
		s.piece(k, words(s.block)) // a start may carry words
		e.Block = nil
	}
	s.rest.Add(e)
}

// kind is the kind of a text that goes out as it arrives, "" for other blocks.
func kind(b conv.AssistantContent) string {
	switch b := b.(type) {
	case *conv.TextContent:
		if b.TextSignature == "" && len(b.Extensions.Of(family)) == 0 {
			return "text"
		}
	case *conv.ThinkingContent:
		if b.ThinkingSignature == "" && len(b.Extensions.Of(family)) == 0 {
			return "thought"
		}
	}
	return ""
}

func (s *streamWriter) delta(e conv.Event) {
	k := kind(s.block)
	if s.held = s.held || k == "" || e.Signature != ""; s.held {
		s.rest.Add(e)
	} else if e.Delta != "" {
		s.piece(k, e.Delta)
	}
}

// piece writes a piece of the open text. An empty part goes first if the block
// before it has the same kind: it separates the two.
func (s *streamWriter) piece(k, text string) {
	s.chunk(func() {
		if s.pieces == 0 && s.last == k {
			s.words(k, "")
		}
		s.words(k, text)
	})
	s.pieces++
}

func (s *streamWriter) words(k, text string) {
	if k == "thought" {
		writeThinking(s.w, &conv.ThinkingContent{Thinking: text})
		return
	}
	writeText(s.w, &conv.TextContent{Text: text})
}

// end writes what is left of a block at its end.
func (s *streamWriter) end(e conv.Event) {
	if s.pieces > 0 { // what they said is written
		e.Block, e.Extensions = nil, nil
	}
	s.rest.Add(e)
	b := s.rest.Message().Content[0]
	if t, ok := b.(*conv.ToolCall); ok && t.ArgumentsText != nil {
		t.Arguments, t.ArgumentsText = inObject(*t.ArgumentsText, t.Arguments), nil
	}
	switch k := kind(b); {
	case k == "":
		s.part(b)
	case s.pieces == 0 || words(b) != "":
		s.piece(k, words(b))
		s.last = k
	default:
		s.last = k
	}
	s.block, s.pieces = nil, 0
}

// words is the text of a block.
func words(b conv.AssistantContent) string {
	switch b := b.(type) {
	case *conv.TextContent:
		return b.Text
	case *conv.ThinkingContent:
		return b.Thinking
	}
	return ""
}

// inObject is arguments that are not an object, put into one, or arguments
// that are not JSON, mended.
func inObject(text string, mended conv.Raw) conv.Raw {
	c := rawjson.NewCursor([]byte(text))
	kind, raw := c.Kind(), c.Raw()
	if kind == rawjson.Object || kind == rawjson.Null || c.End() != nil {
		return mended
	}
	return `{"input":` + raw + `}`
}

// part writes a block as a part of its own.
func (s *streamWriter) part(b conv.AssistantContent) {
	if o, ok := b.(*conv.Opaque); ok && o.Family != family {
		return
	}
	if k := kind(b); k != "" {
		s.piece(k, words(b))
		s.last, s.pieces = k, 0
		return
	}
	t, thinks := b.(*conv.ThinkingContent)
	apart := thinks && s.pieces == 0 && s.last == "thought" && t.Thinking == ""
	s.chunk(func() {
		if apart { // else it would sign the reasoning before it
			s.words("thought", "")
		}
		writeModelBlock(s.w, b, &s.names)
	})
	s.last = ""
}

// finish writes the last chunk: how the answer ended, and what is known only
// then. An answer that was cut off for no known reason has no finish reason.
func (s *streamWriter) finish(m *conv.AssistantMessage) {
	m = cmp.Or(m, &conv.AssistantMessage{})
	s.blocks.End()
	s.ended = true
	end, n := endingOf(m), detailNode(m)
	if end.failed && end.state == interrupted && m.ErrorMessage == "" && (s.begun || m.Usage == nil) {
		if !s.begun || m.Usage != nil || len(n.Extensions.Of(family)) > 0 || s.isNamed(m) {
			s.lastChunk(m, n, ending{})
		}
		return
	}
	s.lastChunk(m, n, end)
}

// isNamed reports whether the end of an answer has a name that its start had not.
func (s *streamWriter) isNamed(m *conv.AssistantMessage) bool {
	head := cmp.Or(s.head, &conv.AssistantMessage{})
	return m.ResponseID != "" && m.ResponseID != head.ResponseID || m.Model != "" && m.Model != head.Model
}

func (s *streamWriter) lastChunk(m *conv.AssistantMessage, n *conv.Node, end ending) {
	record.BeginFrame(s.w, "")
	if !end.failed || saysMore(n) {
		writeCandidates(s.w, n, func() {
			s.w.BeginObject()
			s.closingContent(n)
			writeEnd(s.w, m, n, end)
			s.w.EndObject()
		})
	}
	s.writeIDs(m.Model, m.ResponseID)
	writeTop(s.w, m, n)
	if end.failed {
		writeFailure(s.w, n, end.state, m.ErrorMessage)
	}
	record.EndFrame(s.w)
}

// saysMore reports whether the residue of an answer has fields of its
// candidates.
func saysMore(n *conv.Node) bool {
	return residue.Hint(n, "finishMessage") != "" || slices.ContainsFunc(n.Extensions.Of(family), func(m rawjson.Member) bool {
		return !extension.IsHint(m.Key) && (m.Key == "candidates" || strings.HasPrefix(m.Key, "content.") || !isTop(m.Key))
	})
}

// closingContent writes the content of the last chunk, which has no parts.
func (s *streamWriter) closingContent(n *conv.Node) {
	if residue.Hint(n, "content") == "null" {
		return
	}
	s.w.ObjectField("content")
	s.w.Field("role", roleModel)
	if !s.begun && residue.Hint(n, "parts") != "null" {
		s.w.OptRaw("parts", "[]")
	}
	residue.WriteInside(s.w, n, "content")
	s.w.EndObject()
}

// writeIDs writes the model and the id of the start, unless the end has its own.
func (s *streamWriter) writeIDs(model, id string) {
	if s.head == nil {
		return
	}
	if model == "" {
		s.w.OptField("modelVersion", s.head.Model)
	}
	if id == "" {
		s.w.OptField("responseId", s.head.ResponseID)
	}
}

// chunk writes a chunk with parts.
func (s *streamWriter) chunk(parts func()) {
	s.begun = true
	record.BeginFrame(s.w, "")
	s.w.ArrayField("candidates")
	s.w.BeginObject()
	s.w.ObjectField("content")
	s.w.Field("role", roleModel)
	s.w.ArrayField("parts")
	parts()
	s.w.EndArray()
	s.w.EndObject()
	s.w.EndObject()
	s.w.EndArray()
	s.writeIDs("", "")
	record.EndFrame(s.w)
}
