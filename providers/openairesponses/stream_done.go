package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// done reads a finished item. It replaces everything read of it before.
func (s *streamReader) done(wire int64, item conv.Raw) error {
	s.start(nil)
	o := s.find(wire)
	if o == nil {
		o = &openItem{wire: wire}
		s.items.Add(wire, o)
	}
	if o.done {
		s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "item that ended twice", "")
		return nil
	}
	d := s.decoder(item)
	blocks := d.answerItem(int(wire))
	if err := d.in.End(); err != nil {
		return err
	}
	o.done, o.ended = true, item
	s.follow(o, blocks[0])
	for i, b := range blocks {
		open := &openBlock{}
		if i < len(o.blocks) {
			open = o.blocks[i]
		} else {
			open.index = s.next()
		}
		if call, ok := b.(*conv.ToolCall); ok {
			s.calls = true
			record.Diagnose(call, &s.whole)
		}
		if i < len(o.blocks) {
			s.compare(open, b)
		}
		s.endBlock(open, b)
		s.reach(open.index, b)
	}
	for _, b := range o.blocks[min(len(blocks), len(o.blocks)):] {
		if b.begun {
			s.Send(conv.Event{Type: conv.EventTextEnd, Index: b.index})
		}
	}
	return nil
}

// textsOf is all that an item says: the texts of its parts, its arguments or its
// input.
func textsOf(item conv.Raw) string {
	var b strings.Builder
	for _, list := range [...]string{"content", "summary"} {
		for part := range item.Lookup(list).Elements {
			b.WriteString(part.Lookup("text").Text() + part.Lookup("refusal").Text() + "\n")
		}
	}
	return b.String() + item.Lookup("arguments").Text() + item.Lookup("input").Text()
}

// compare notes a complete block that differs from its pieces. It replaces them.
func (s *streamReader) compare(b *openBlock, whole conv.AssistantContent) {
	pieces, said := b.text.String(), ""
	switch x := whole.(type) {
	case *conv.TextContent:
		said = x.Text
	case *conv.ThinkingContent:
		said = x.Thinking
	case *conv.ToolCall:
		said = x.ArgumentsString()
		if input, ok := x.Input(); ok && x.Kind == format.CustomCall {
			said = input.Text()
		}
	case *conv.Opaque:
		return
	}
	if b.differs || pieces != "" && !strings.HasPrefix(said, pieces) {
		s.Notes.Info(note.CodeExtension, note.Recovered, -1, "complete text that differs from its pieces", "")
	}
}

// next is the index of the next block.
func (s *streamReader) next() int {
	s.blocks++
	return s.blocks - 1
}

// reach remembers the last block in the order in which they began.
func (s *streamReader) reach(index int, b conv.AssistantContent) {
	if index >= s.lastAt {
		s.last, s.lastAt = b, index
	}
}

// told reports whether the listener has all content of a block.
func (b *openBlock) told() bool {
	return b.begun && b.text.Len() > 0
}

// endBlock sends the end of a block, or the whole block if it did not begin.
func (s *streamReader) endBlock(b *openBlock, whole conv.AssistantContent) {
	for _, e := range format.ReplayBlock(b.index, whole) {
		switch e.Type {
		case conv.EventBlock:
			if b.begun { // it began as another kind of block
				e = conv.Event{Type: conv.EventTextEnd, Index: b.index, Block: whole}
			}
			s.Send(e)
		case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart:
			if !b.begun {
				s.Send(e)
			}
		case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
			if b.begun {
				e.Signature = "" // its end has the signature
			}
			if !b.told() && (e.Delta != "" || e.Signature != "") {
				s.Send(e)
			}
		case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
			s.endsInput(b)
			e.Block = whole
			s.Send(e)
		}
	}
}

// close ends an item that the stream did not end.
func (s *streamReader) close(o *openItem) {
	if o.done {
		return
	}
	o.done = true
	for _, b := range o.blocks {
		if b.differs {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "complete text that differs from its pieces", "")
		}
		if !b.begun && b.text.Len() > 0 {
			s.beginCall(o, b)
		}
		switch {
		case o.kind == "message" && b.begun:
			var end conv.Node
			if b.annotations != nil {
				residue.Set(&end, "annotations", rawjson.ArrayOf(b.annotations))
			}
			s.Send(conv.Event{Type: conv.EventTextEnd, Index: b.index, Extensions: end.Extensions})
		case o.kind == "message":
		case o.kind == "reasoning" && b.begun:
			s.Send(conv.Event{Type: conv.EventThinkingEnd, Index: b.index})
		case o.kind == "reasoning":
		case b.call != nil:
			s.closeCall(b)
		case o.raw != "":
			s.Send(conv.Event{Type: conv.EventBlock, Index: b.index, Block: &conv.Opaque{Family: family, Raw: o.raw}})
		}
	}
}

// closeCall ends a call. If no arguments arrived, it takes those of its
// beginning.
func (s *streamReader) closeCall(b *openBlock) {
	came := b.text.String()
	switch {
	case b.call.Kind == format.CustomCall && came != "":
		s.endsInput(b)
	case came == "" && b.call.Arguments != "{}":
		s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: b.call.ArgumentsString()})
	}
	s.Send(conv.Event{Type: conv.EventToolCallEnd, Index: b.index})
}
