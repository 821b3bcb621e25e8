package anthropic

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// openBlock is a content block of a stream.
type openBlock struct {
	wire      int64 // its index on the wire
	closed    bool
	block     conv.AssistantContent
	input     rawjson.Pieces // JSON text of a call's or an opaque block's input
	fed       bool           // a piece of input arrived
	citations []conv.Raw
	thinking  rawjson.Pieces
	signature rawjson.Pieces
	added     []rawjson.Member // what deltas added to an opaque block
}

// delta is the content of a content_block_delta.
type delta struct {
	kind    string
	text    string
	members []rawjson.Member
}

// fields reads an event about a block: the index of the block on the wire, and what is
// at one more key.
func (s *streamReader) fields(d *decoder, more string, read func()) (wire int64) {
	for key := range d.in.Fields {
		switch {
		case key == "index":
			wire = d.in.Int()
		case key == "type":
		case key == more && read != nil:
			read()
		default:
			s.loseField(key)
		}
	}
	return wire
}

func (s *streamReader) blockStart(d *decoder) {
	b := &openBlock{}
	b.wire = s.fields(d, "content_block", func() { b.block = d.assistantBlock() })
	if b.block == nil {
		d.in.Fail(0, "content_block_start without a content_block")
	}
	if d.in.Err() != nil {
		return
	}
	s.begin()
	i := s.add(b)
	switch x := b.block.(type) {
	case *conv.TextContent:
		s.Send(conv.Event{Type: conv.EventTextStart, Index: i, Block: x})
	case *conv.ThinkingContent:
		if x.Redacted {
			b.closed = true
			s.Send(conv.Event{Type: conv.EventBlock, Index: i, Block: x})
			return
		}
		begin := *x
		s.Send(conv.Event{Type: conv.EventThinkingStart, Index: i, Block: &begin})
	case *conv.ToolCall:
		begin := *x
		if begin.Arguments == "{}" {
			begin.Arguments = ""
		}
		s.Send(conv.Event{Type: conv.EventToolCallStart, Index: i, Block: &begin})
	}
}

// add appends a block, and returns its index.
func (s *streamReader) add(b *openBlock) int {
	if s.byWire == nil {
		s.byWire = map[int64]int{}
	}
	s.byWire[b.wire] = len(s.blocks)
	s.blocks = append(s.blocks, b)
	return len(s.blocks) - 1
}

// find is the latest block at an index of the wire, or -1 and a failure.
func (s *streamReader) find(d *decoder, wire int64) int {
	if i, ok := s.byWire[wire]; ok {
		return i
	}
	d.in.Fail(0, "content block %d did not start", wire)
	return -1
}

func (s *streamReader) blockDelta(d *decoder) {
	var x delta
	wire := s.fields(d, "delta", func() { x = d.delta() })
	if d.in.Err() != nil {
		return
	}
	if i := s.find(d, wire); i >= 0 {
		s.apply(i, s.blocks[i], x)
	}
}

// textField is the field of a delta that adds text, "" for other deltas.
func textField(kind string) string {
	switch kind {
	case "text_delta", "thinking_delta", "signature_delta":
		return strings.TrimSuffix(kind, "_delta")
	case "input_json_delta":
		return "partial_json"
	}
	return ""
}

// delta reads a delta: the text of the kinds that add text, the fields of all
// others.
func (d *decoder) delta() delta {
	x := delta{kind: d.in.Tag("type")}
	text := textField(x.kind)
	for key := range d.in.Fields {
		switch {
		case key == "type":
		case key == text && text != "":
			x.text = d.in.Str()
		default:
			x.members = append(x.members, d.in.Member(key))
		}
	}
	return x
}

// apply adds a delta to a block.
func (s *streamReader) apply(i int, b *openBlock, x delta) {
	if b.closed {
		s.lose(x.kind)
		return
	}
	if _, opaque := b.block.(*conv.Opaque); !opaque || x.kind == "input_json_delta" {
		for _, m := range x.members {
			if m.Key != "citation" {
				s.loseField(m.Key)
			}
		}
	}
	switch b.block.(type) {
	case *conv.TextContent:
		s.addText(i, b, x)
	case *conv.ThinkingContent:
		s.addThinking(i, b, x)
	case *conv.ToolCall:
		if x.kind != "input_json_delta" {
			s.lose(x.kind)
			return
		}
		b.fed = b.fed || x.text != ""
		b.input.Add(x.text)
		s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: i, Delta: x.text})
	case *conv.Opaque:
		b.add(x)
	}
}

// loseField notes a field of an event that nobody knows.
func (s *streamReader) loseField(key string) {
	s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown field of an event", key)
}

// lose notes a delta that its block cannot hold.
func (s *streamReader) lose(kind string) {
	s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "delta of a content block", kind)
}

func (s *streamReader) addText(i int, b *openBlock, x delta) {
	switch x.kind {
	case "text_delta":
		s.Send(conv.Event{Type: conv.EventTextDelta, Index: i, Delta: x.text})
	case "citations_delta":
		for _, m := range x.members {
			if m.Key == "citation" {
				b.citations = append(b.citations, m.Value)
			}
		}
	default:
		s.lose(x.kind)
	}
}

func (s *streamReader) addThinking(i int, b *openBlock, x delta) {
	switch x.kind {
	case "thinking_delta":
		b.thinking.Add(x.text)
		s.Send(conv.Event{Type: conv.EventThinkingDelta, Index: i, Delta: x.text})
	case "signature_delta":
		b.signature.Add(x.text)
		s.Send(conv.Event{Type: conv.EventThinkingDelta, Index: i, Signature: x.text})
	default:
		s.lose(x.kind)
	}
}

// add collects a delta of an opaque block. Input is JSON text in pieces. A
// string is added to an earlier string. Any other value replaces an earlier
// one.
func (b *openBlock) add(x delta) {
	if x.kind == "input_json_delta" {
		b.fed = b.fed || x.text != ""
		b.input.Add(x.text)
		return
	}
	if key := textField(x.kind); key != "" {
		x.members = append(x.members, rawjson.Member{Key: key, Value: rawjson.Quoted(x.text)})
	}
	b.added = append(b.added, x.members...)
}

func (s *streamReader) blockStop(d *decoder) {
	wire := s.fields(d, "", nil)
	if d.in.Err() != nil {
		return
	}
	if i := s.find(d, wire); i >= 0 && !s.blocks[i].closed {
		s.close(i, s.blocks[i])
	}
}

// close ends a block with everything that arrived after its start.
func (s *streamReader) close(i int, b *openBlock) {
	b.closed = true
	var end conv.Node
	switch x := b.block.(type) {
	case *conv.TextContent:
		if b.citations != nil {
			all := slices.Collect(residue.Get(&x.Node, "citations").Elements)
			residue.Set(&end, "citations", rawjson.ArrayOf(append(all, b.citations...)))
		}
		s.Send(conv.Event{Type: conv.EventTextEnd, Index: i, Extensions: end.Extensions})
	case *conv.ThinkingContent:
		s.Send(conv.Event{Type: conv.EventThinkingEnd, Index: i, Block: b.reasoning(x)})
	case *conv.ToolCall:
		s.Send(conv.Event{Type: conv.EventToolCallEnd, Index: i, Block: b.call(x, &s.answer.m)})
	case *conv.Opaque:
		s.Send(conv.Event{Type: conv.EventBlock, Index: i, Block: b.whole(x)})
	}
}

// reasoning is the block with a signature that arrived after its start, nil if
// nothing changed.
func (b *openBlock) reasoning(begin *conv.ThinkingContent) conv.AssistantContent {
	if b.signature.Len() == 0 || residue.Hint(&begin.Node, "signature") == "" {
		return nil
	}
	x := *begin
	residue.Forget(&x.Node, "signature")
	x.Thinking += b.thinking.String()
	x.ThinkingSignature += b.signature.String()
	return &x
}

// call is the call with the input from its pieces. White space between tokens
// is dropped, so the call equals that of a response in one piece.
func (b *openBlock) call(begin *conv.ToolCall, m *conv.AssistantMessage) *conv.ToolCall {
	x := *begin
	if !b.fed {
		return &x
	}
	residue.Forget(&x.Node, "input")
	x.SetArguments(b.input.String(), m)
	if x.Mended() == rawjson.Strict {
		x.ArgumentsText = nil
	}
	return &x
}

// whole is an opaque block with its deltas. Input that was cut off is kept as
// a string.
func (b *openBlock) whole(begin *conv.Opaque) *conv.Opaque {
	if !b.fed && b.added == nil {
		return begin
	}
	var all conv.Node
	for key, value := range begin.Raw.Fields {
		residue.Set(&all, key, value)
	}
	if b.fed {
		text := b.input.String()
		residue.Set(&all, "input", cmp.Or(rawjson.ObjectIn(text), rawjson.Quoted(text)))
	}
	for _, m := range b.added {
		residue.Set(&all, m.Key, joined(residue.Get(&all, m.Key), m.Value))
	}
	return &conv.Opaque{Family: family, Raw: residue.Object(&all)}
}

// joined is two JSON strings as one, or the second value if they are not
// strings.
func joined(a, b conv.Raw) conv.Raw {
	if len(a) < 2 || len(b) < 2 || a[0] != '"' || b[0] != '"' {
		return b
	}
	return a[:len(a)-1] + b[1:]
}
