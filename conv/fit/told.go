package fit

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// toldBlock is what a reader of the stream knows of a block so far.
type toldBlock struct {
	begun bool
	kind  string
	begin conv.Block      // as it began, if that was an event
	text  strings.Builder // of a call: its arguments
}

// tell remembers an event of a block that is passed on. Nothing can take it back.
func (s *eventFitter) tell(b *fittedBlock, e conv.Event) {
	t := &b.told
	switch {
	case e.Block != nil:
		t.kind = e.Block.BlockType()
		t.begin = e.Block
	case t.kind == "":
		t.kind = e.Type.EmptyBlock().BlockType()
	}
	late := !t.begun || s.Assistant&format.OneString != 0 && e.Delta != "" && t.kind != (*conv.ToolCall)(nil).BlockType()
	if late && e.Index < s.latest && !s.moved {
		s.moved = true
		s.lose(note.CodeOrder, note.Downgraded, &conv.Node{}, "order of blocks that come late", "")
	}
	t.begun = true
	s.latest = max(s.latest, e.Index)
	if e.Type != conv.EventBlock && e.Block != nil {
		t.text.WriteString(said(e.Block))
	}
	t.text.WriteString(e.Delta)
}

// said is the text of a block that comes in pieces.
func said(b conv.AssistantContent) string {
	switch b := b.(type) {
	case *conv.TextContent:
		return b.Text
	case *conv.ThinkingContent:
		return b.Thinking
	case *conv.ToolCall:
		if b.Arguments != "" || b.ArgumentsText != nil {
			return b.ArgumentsString()
		}
	}
	return ""
}

// remainder is the delta that the final block of an end event adds to its pieces.
// A block that differs from its pieces is noted.
func (s *eventFitter) remainder(b *fittedBlock, e conv.Event) []conv.Event {
	t := &b.told
	if e.Block == nil || !t.begun {
		return nil
	}
	soFar, whole := t.text.String(), said(e.Block)
	call, isCall := e.Block.(*conv.ToolCall)
	rest, extends := strings.CutPrefix(whole, soFar)
	switch {
	case e.Block.BlockType() != t.kind:
	case !sameNames(t.begin, e.Block):
	case isCall && (soFar == "" || sameArguments(call, soFar)), whole == soFar:
		return nil // a writer takes arguments that had no pieces from the end
	case extends:
		piece := conv.Event{Type: conv.EventType(strings.TrimSuffix(string(e.Type), "_end")) + "_delta", Index: e.Index, Delta: rest}
		s.tell(b, piece)
		return []conv.Event{piece}
	}
	s.changed(conv.NodeOf(e.Block))
	return nil
}

// sameNames reports whether a block ends with the names it began with.
func sameNames(begin conv.Block, end conv.AssistantContent) bool {
	switch b := begin.(type) {
	case *conv.ToolCall:
		x := end.(*conv.ToolCall)
		return b.ID == x.ID && b.Name == x.Name && b.Kind == x.Kind
	case *conv.TextContent:
		x := end.(*conv.TextContent)
		return b.TextSignature == x.TextSignature && b.Refusal == x.Refusal
	}
	return true
}

// changed notes that the end of a block is different from its pieces.
func (s *eventFitter) changed(n *conv.Node) {
	s.lose(note.CodeExtension, note.Dropped, n, "end of a block that differs from its pieces", "")
}

// sameArguments reports whether pieces are the arguments of a call, however they
// are written.
func sameArguments(call *conv.ToolCall, pieces string) bool {
	if pieces == call.ArgumentsString() {
		return true
	}
	var told conv.ToolCall
	told.SetArguments(pieces, nil)
	return told.Mended() == rawjson.Strict && call.Mended() == rawjson.Strict && respelled(told.Arguments) == respelled(call.Arguments)
}

// respelled is a JSON text in which every string has its usual spelling.
func respelled(raw conv.Raw) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { respell(w, rawjson.NewCursor([]byte(raw))) })
}

func respell(w *rawjson.Writer, c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		w.BeginObject()
		for key := range c.Fields {
			w.Key(key)
			respell(w, c)
		}
		w.EndObject()
	case rawjson.Array:
		w.BeginArray()
		for range c.Elements {
			respell(w, c)
		}
		w.EndArray()
	case rawjson.String:
		w.Str(c.Str())
	default:
		w.Raw(c.Raw())
	}
}

// renamed notes names of an answer that its end changes, or that it has only
// there.
func (s *eventFitter) renamed(m *conv.AssistantMessage) {
	s.name("response id", s.head.ResponseID, m.ResponseID)
	s.name("model", s.head.Model, m.Model)
}

func (s *eventFitter) name(what, begun, ended string) {
	switch {
	case ended == "" || begun == ended:
	case begun != "":
		s.lose(note.CodeID, note.Dropped, &conv.Node{}, what+" that the end of an answer changes", ended)
	case s.latest >= 0 && !s.Has(format.LateNames):
		s.lose(note.CodeID, note.Dropped, &conv.Node{}, what+" that only the end of an answer has", ended)
	}
}

// laterSignature is what came of a signature after the start of its block. A
// part of a signature says nothing: it counts as one.
func (s *eventFitter) laterSignature(b *fittedBlock) string {
	if b.signed.Len() == 0 {
		return ""
	}
	whole := s.signature(&conv.ThinkingContent{ThinkingSignature: b.sealed + b.signed.String()})
	if b.sealed != "" && (whole == "") == s.takesReasoning(b.sealed) {
		s.changed(&conv.Node{}) // its start went out already
	}
	return strings.TrimPrefix(whole, b.sealed)
}
