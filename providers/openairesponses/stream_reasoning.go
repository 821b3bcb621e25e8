package openairesponses

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

// beginReasoning adds an item of reasoning.
func (s *streamWriter) beginReasoning(b *emittedBlock, id string) {
	b.item = s.add(s.orMade(id, "rs"), func(o *emittedItem) {
		s.w.BeginObject()
		s.w.Field("id", o.id)
		s.w.Field("type", "reasoning")
		s.w.OptRaw("summary", "[]")
		s.w.EndObject()
	})
	b.part = -1
}

// beginWaiting adds the item of reasoning that waits for its id: another block
// follows.
func (s *streamWriter) beginWaiting() {
	if b := s.waiting; b != nil && b.item == nil {
		s.beginReasoning(b, "")
	}
	s.waiting = nil
}

// reasoningEvents are the names of the events of reasoning.
type reasoningEvents struct{ text, part, index string }

// names are the names for a summary, or for a content, whose parts have no
// events of their own.
func names(b *emittedBlock) reasoningEvents {
	if t, ok := b.begin.(*conv.ThinkingContent); ok && residue.Text(&t.Node, hintForm) == "content" {
		return reasoningEvents{"response.reasoning_text", "", "content_index"}
	}
	return reasoningEvents{"response.reasoning_summary_text", "response.reasoning_summary_part", "summary_index"}
}

// reasoningDelta writes a piece of reasoning. If this family wrote the answer,
// a piece may span several parts, or lie between two.
func (s *streamWriter) reasoningDelta(b *emittedBlock, t *conv.ThinkingContent, e conv.Event) {
	own := b.item != nil
	if b.item == nil {
		id, ok := format.ParseItemSignature(e.Signature, format.ReasoningItem)
		own = ok
		s.beginReasoning(b, id.ID)
	}
	b.said = append(b.said, e.Delta...)
	switch {
	case own && e.Delta == between && b.part >= 0:
		s.endPart(b)
	case own && e.Delta != "":
		for i, piece := range split(&t.Node, e.Delta) {
			if i > 0 {
				s.endPart(b)
			}
			s.reasoningPiece(b, piece)
		}
	case e.Delta != "":
		s.reasoningPiece(b, e.Delta)
	}
}

func (s *streamWriter) reasoningPiece(b *emittedBlock, piece string) {
	n := names(b)
	if b.piece == nil {
		b.part++
		b.piece = []byte{}
		s.part(b, ".added", "")
	}
	b.piece = append(b.piece, piece...)
	s.string(b, n.text+".delta", n.index, "delta", piece)
}

// endPart ends the open part of reasoning.
func (s *streamWriter) endPart(b *emittedBlock) {
	if b.piece == nil {
		return
	}
	n := names(b)
	s.string(b, n.text+".done", n.index, "text", string(b.piece))
	s.part(b, ".done", string(b.piece))
	b.piece = nil
}

// part writes that a part of a summary begins or ends.
func (s *streamWriter) part(b *emittedBlock, what, said string) {
	n := names(b)
	if n.part == "" {
		return
	}
	s.of(b, n.part+what, n.index)
	s.w.ObjectField("part")
	s.w.Field("type", summaryPart)
	s.w.Field("text", said)
	s.w.EndObject()
	record.EndFrame(s.w)
}

func (s *streamWriter) endReasoning(b *emittedBlock, last conv.AssistantContent) {
	if b.item == nil {
		s.beginReasoning(b, "")
	}
	s.endPart(b)
	b.item.parts = []conv.AssistantContent{last}
	s.done(b.item)
}
