package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// openItem is an item of a stream.
type openItem struct {
	wire   int64 // its index on the wire
	kind   string
	raw    conv.Raw // as it began
	id     format.ItemSignature
	blocks []*openBlock
	parts  record.Open[int64, *openBlock] // the blocks by their part
	done   bool
	ended  conv.Raw // as it ended

	follows bool // before is known
	before  conv.AssistantContent
}

// openBlock is a block of an item. A message has a text for each part, other
// items have one block.
type openBlock struct {
	part        int64 // its index in the item
	index       int   // its index for the listener
	begun       bool
	text        rawjson.Pieces // the content so far
	from        string         // for reasoning: whether summary or content is streamed
	parts       int64          // for reasoning: how many parts are complete
	partAt      int            // for reasoning: where the last part begins in text
	differs     bool           // a complete text was not what its pieces were
	refusal     bool
	call        *conv.ToolCall
	annotations []conv.Raw
}

// find is the item at an index on the wire, nil if no item began there.
func (s *streamReader) find(wire int64) *openItem {
	o, _ := s.items.Find(wire)
	return o
}

// item is the item of an event. It begins now if it did not begin before.
func (s *streamReader) item(e wireEvent, kind string) *openItem {
	if o := s.find(e.output); o != nil {
		if o.done {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "event of an item that had ended", e.kind)
			return nil
		}
		if o.kind != kind && !(isCallItem(o.kind) && isCallItem(kind)) {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "event of another kind of item", e.kind)
			return nil
		}
		return o
	}
	s.Notes.Info(note.CodeExtension, note.Recovered, -1, "event of an item that was not added", e.kind)
	o := &openItem{wire: e.output, kind: kind}
	o.id.ID = givenID(e.id, e.output)
	s.items.Add(o.wire, o)
	return o
}

func isCallItem(kind string) bool { return kind == "function_call" || kind == "custom_tool_call" }

// givenID is an item's id, "" if we made it up in writing.
func givenID(id string, wire int64) string {
	if id == placeholder("msg", int(wire)) || id == placeholder("rs", int(wire)) {
		return ""
	}
	return id
}

// block is the block for a part of an item. It is made if it is missing.
func (s *streamReader) block(o *openItem, part int64) *openBlock {
	if b, ok := o.parts.Find(part); ok {
		return b
	}
	if len(o.blocks) == 0 {
		o.follows, o.before = true, s.last
	}
	b := &openBlock{part: part, index: s.next()}
	s.reach(b.index, nil) // until it is a text
	o.blocks = append(o.blocks, b)
	o.parts.Add(part, b)
	return b
}

// added reads how an item begins. An item other than a message is one block.
func (s *streamReader) added(e wireEvent) {
	o := s.find(e.output)
	if o != nil && (o.raw != "" || o.done) {
		s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "item that was added twice", "")
		return
	}
	if o == nil {
		o = &openItem{wire: e.output}
		s.items.Add(o.wire, o)
	}
	kind := reread(e.item).kind()
	if len(o.blocks) > 0 && kind != o.kind {
		s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "event of another kind of item", e.kind)
		return
	}
	o.kind, o.raw = kind, e.item
	o.id.ID, o.id.Phase = givenID(e.item.Field("id").Text(), e.output), e.item.Field("phase").Text()
	switch o.kind {
	case "message":
	case "function_call", "custom_tool_call":
		s.beginCall(o, s.block(o, 0))
	default:
		s.block(o, 0)
	}
}

// beginCall starts a call whose arguments arrive in pieces.
func (s *streamReader) beginCall(o *openItem, b *openBlock) {
	if b.begun {
		return
	}
	b.begun, s.calls = true, true
	d := reread(o.raw)
	d.answer = true
	call, ok := d.call(int(o.wire), o.kind)
	if !ok || d.in.Err() != nil {
		call = &conv.ToolCall{Arguments: "{}"}
		if o.kind == "custom_tool_call" {
			call.Kind = format.CustomCall
		}
	}
	b.call = call
	begin := conv.ToolCall{ID: call.ID, Name: call.Name, Kind: call.Kind}
	if id := residue.Get(&call.Node, hintID); id != "" {
		residue.Set(&begin.Node, hintID, id)
	}
	s.Send(conv.Event{Type: conv.EventToolCallStart, Index: b.index, Block: &begin})
	switch came := b.text.String(); {
	case came == "":
	case call.Kind == format.CustomCall:
		b.text = rawjson.Pieces{}
		s.input(b, came)
	default:
		s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: came})
	}
}

// follow marks the first text of an item, if writing would join it to the block
// before it.
func (s *streamReader) follow(o *openItem, first conv.AssistantContent) {
	if !o.follows {
		o.follows, o.before = true, s.last
	}
	if o.before != nil {
		separate(o.before, first)
	}
}

// partAdded reads how a part of a message begins.
func (s *streamReader) partAdded(e wireEvent) {
	kind := e.part0.Lookup("type").Text()
	if kind != "output_text" && kind != "refusal" {
		return
	}
	if o := s.item(e, "message"); o != nil {
		s.beginText(o, s.block(o, e.part), kind == "refusal")
	}
}

func (s *streamReader) beginText(o *openItem, b *openBlock, refusal bool) {
	if b.begun {
		return
	}
	b.begun, b.refusal = true, refusal
	begin := &conv.TextContent{TextSignature: o.id.Of(format.TextItem, family), Refusal: refusal}
	if b == o.blocks[0] {
		s.follow(o, begin)
	}
	s.reach(b.index, begin)
	s.Send(conv.Event{Type: conv.EventTextStart, Index: b.index, Block: begin})
}

func (s *streamReader) text(e wireEvent, delta string, refusal bool) {
	o := s.item(e, "message")
	if o == nil {
		return
	}
	b := s.block(o, e.part)
	s.beginText(o, b, refusal)
	s.delta(b, conv.EventTextDelta, delta)
}

// delta passes on what is added to a block.
func (s *streamReader) delta(b *openBlock, kind conv.EventType, text string) {
	if text != "" {
		b.text.Add(text)
		s.Send(conv.Event{Type: kind, Index: b.index, Delta: text})
	}
}

// textDone reads a complete text. Its pieces may have arrived before.
func (s *streamReader) textDone(e wireEvent, refusal bool) {
	if s.isDone(e.output) {
		return
	}
	if o := s.item(e, "message"); o != nil {
		b := s.block(o, e.part)
		s.beginText(o, b, refusal)
		s.delta(b, conv.EventTextDelta, s.unsaid(b, b.text.String(), e.text))
	}
}

// isDone reports whether the item at an index on the wire has ended.
func (s *streamReader) isDone(wire int64) bool {
	o := s.find(wire)
	return o != nil && o.done
}

// unsaid is what a complete text adds to its pieces.
func (s *streamReader) unsaid(b *openBlock, pieces, whole string) string {
	rest, extends := strings.CutPrefix(whole, pieces)
	if !extends {
		b.differs = true
		return ""
	}
	return rest
}

func (s *streamReader) annotation(e wireEvent) {
	if o := s.item(e, "message"); o != nil && e.annotation != "" {
		b := s.block(o, e.part)
		s.beginText(o, b, false)
		b.annotations = append(b.annotations, e.annotation)
	}
}

// reasoning reads a piece of a summary or of a content. Only the kind that
// arrives first is passed on.
func (s *streamReader) reasoning(e wireEvent, from, delta string) {
	o := s.item(e, "reasoning")
	if o == nil || delta == "" {
		return
	}
	b := s.block(o, 0)
	if !b.begun {
		b.begun, b.from = true, from
		begin := conv.ThinkingContent{ThinkingSignature: format.ItemSignature{ID: o.id.ID}.Of(format.ReasoningItem, family)}
		if from == "reasoning_text" {
			residue.Set(&begin.Node, hintForm, `"content"`)
		}
		s.Send(conv.Event{Type: conv.EventThinkingStart, Index: b.index, Block: &begin})
	}
	if b.from != from {
		return
	}
	if e.part > b.parts && b.text.Len() > 0 {
		s.delta(b, conv.EventThinkingDelta, between)
		b.partAt = b.text.Len()
	}
	b.parts = max(b.parts, e.part)
	s.delta(b, conv.EventThinkingDelta, delta)
}

// reasoningDone reads a complete part. Its pieces may have arrived before.
func (s *streamReader) reasoningDone(e wireEvent, from string) {
	if s.isDone(e.output) {
		return
	}
	if o := s.find(e.output); o != nil && o.kind == "reasoning" {
		switch b := s.block(o, 0); {
		case !b.begun || e.part > b.parts:
		case b.from != from || e.part < b.parts:
			return
		default:
			e.text = s.unsaid(b, b.text.String()[b.partAt:], e.text)
		}
	}
	s.reasoning(e, from, e.text)
}

// arguments reads a piece of a call's arguments or free text.
func (s *streamReader) arguments(e wireEvent, delta string) {
	kind := "function_call"
	if strings.Contains(e.kind, "custom_tool_call") {
		kind = "custom_tool_call"
	}
	o := s.item(e, kind)
	if o == nil {
		return
	}
	b := s.block(o, 0)
	switch {
	case !b.begun: // the name of the call is not known yet
		b.text.Add(delta)
	case o.kind == "custom_tool_call":
		s.input(b, delta)
	default:
		s.delta(b, conv.EventToolCallDelta, delta)
	}
}

func (s *streamReader) argumentsDone(e wireEvent) {
	if s.isDone(e.output) {
		return
	}
	if o := s.find(e.output); o != nil && isCallItem(o.kind) {
		b := s.block(o, 0)
		e.text = s.unsaid(b, b.text.String(), e.text)
	}
	s.arguments(e, e.text)
}
