package openairesponses

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/record"
)

// beginText adds a text to the open message, or begins a message.
func (s *streamWriter) beginText(b *emittedBlock, t *conv.TextContent) {
	o := s.message
	if o == nil || !s.takes(o, t) {
		s.closeMessage()
		id, _ := format.ParseItemSignature(t.TextSignature, format.TextItem)
		o = s.add(s.orMade(id.ID, "msg"), func(o *emittedItem) {
			s.w.BeginObject()
			s.w.Field("id", o.id)
			s.w.Field("type", "message")
			s.w.Field("status", "in_progress")
			s.w.Field("role", "assistant")
			s.w.OptField("phase", id.Phase)
			s.w.OptRaw("content", "[]")
			s.w.EndObject()
		})
		s.message = o
	}
	b.item, b.part = o, len(o.parts)
	o.parts = append(o.parts, t)
	o.open++
	s.of(b, "response.content_part.added", "content_index")
	s.w.Key("part")
	begin := conv.TextContent{Refusal: t.Refusal}
	writeOutputPart(s.w, &begin, true)
	record.EndFrame(s.w)
	s.textDelta(b, t.Text)
}

// takes reports whether a text can be the next part of a message.
func (s *streamWriter) takes(o *emittedItem, t *conv.TextContent) bool {
	first, ok := o.parts[0].(*conv.TextContent)
	return ok && !o.full && continues(first, t)
}

func (s *streamWriter) textDelta(b *emittedBlock, text string) {
	if text == "" {
		return
	}
	b.said = append(b.said, text...)
	if b.begin.(*conv.TextContent).Refusal {
		s.string(b, "response.refusal.delta", "content_index", "delta", text)
		return
	}
	s.of(b, "response.output_text.delta", "content_index")
	s.w.Field("delta", text)
	s.w.OptRaw("logprobs", "[]")
	record.EndFrame(s.w)
}

func (s *streamWriter) endText(b *emittedBlock, t *conv.TextContent, last conv.AssistantContent) {
	o := b.item
	o.parts[b.part] = last
	o.open--
	if t.Refusal {
		s.string(b, "response.refusal.done", "content_index", "refusal", string(b.said))
	} else {
		s.of(b, "response.output_text.done", "content_index")
		s.w.Field("text", string(b.said))
		s.w.OptRaw("logprobs", "[]")
		record.EndFrame(s.w)
	}
	if x, ok := last.(*conv.TextContent); ok {
		s.of(b, "response.content_part.done", "content_index")
		s.w.Key("part")
		writeOutputPart(s.w, x, true)
		record.EndFrame(s.w)
	}
	if o.full && o.open == 0 {
		s.done(o)
	}
}

// closeMessage lets the open message take no more texts: another item follows.
// The message ends when its texts have ended.
func (s *streamWriter) closeMessage() {
	o := s.message
	if o == nil {
		return
	}
	s.message, o.full = nil, true
	if o.open == 0 {
		s.done(o)
	}
}
