package gemini

import (
	"convo/conv"
	"convo/conv/format"
)

// part sends a part of a chunk. A plain text continues the text before it,
// unless it follows another part of the same chunk. A part with more fields is
// a block of its own.
func (s *streamReader) part(d *decoder, p *part, first bool, last func() bool) {
	if d.in.Err() != nil {
		return
	}
	if p.kind == "functionCall" && !p.several && !p.thinks() && s.piece(p) {
		return
	}
	kind, plain := "", false
	if p.says() {
		kind = "text"
		if p.thinks() {
			kind = "thinking"
		}
		plain = !p.signed && p.kind == "text" && len(p.Extensions) == 0 && (p.thought == nil || *p.thought)
	}
	switch {
	case plain && first && s.open == kind:
		s.add(p.text, "")
		return
	case plain && p.text == "" && last():
		return // the last chunk has an empty part
	}
	if first && s.open == "thinking" && p.signsBefore() {
		s.add("", p.signature)
		s.closeBlock()
		return
	}
	s.closeBlock()
	if plain {
		s.open = kind
		s.Send(conv.Event{Type: s.eventOf("start"), Index: s.blocks, Block: d.modelBlock(&part{Node: p.Node, start: p.start, kind: "text", thought: p.thought})})
		s.blocks++
		s.add(p.text, "")
		return
	}
	s.whole(d.modelBlock(p))
}

// signsBefore reports whether a part is nothing but the signature of the
// reasoning before it.
func (p *part) signsBefore() bool {
	return p.kind == "text" && !p.several && p.thinks() && p.text == "" && p.signature != "" && len(p.Extensions) == 0
}

// eventOf is an event of the open block.
func (s *streamReader) eventOf(what string) conv.EventType {
	return conv.EventType(s.open + "_" + what)
}

// add adds to the block that is open.
func (s *streamReader) add(text, signature string) {
	if text != "" || signature != "" {
		s.Send(conv.Event{Type: s.eventOf("delta"), Index: s.blocks - 1, Delta: text, Signature: signature})
	}
}

// closeBlock ends the open block, if there is one.
func (s *streamReader) closeBlock() {
	s.endCall()
	if s.open != "" {
		s.Send(conv.Event{Type: s.eventOf("end"), Index: s.blocks - 1})
		s.open = ""
	}
}

// whole sends a complete block.
func (s *streamReader) whole(b conv.AssistantContent) {
	if t, ok := b.(*conv.ToolCall); ok {
		s.sendCall(t)
		return
	}
	for _, e := range format.ReplayBlock(s.blocks, b) {
		s.Send(e)
	}
	s.blocks++
}

// sendCall sends a complete call.
func (s *streamReader) sendCall(t *conv.ToolCall) {
	made := t.ID == ""
	if made {
		t.ID = s.names.id(t.Name, t.Arguments)
	}
	s.names.called(t, made)
	begin := *t
	begin.Arguments = ""
	s.Send(conv.Event{Type: conv.EventToolCallStart, Index: s.blocks, Block: &begin})
	s.endToldCall(t)
}

// endToldCall sends the arguments and the end of a call that was started.
func (s *streamReader) endToldCall(t *conv.ToolCall) {
	s.calls = true
	s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: s.blocks, Delta: string(t.Arguments)})
	s.Send(conv.Event{Type: conv.EventToolCallEnd, Index: s.blocks, Block: t})
	s.blocks++
}
