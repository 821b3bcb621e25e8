package agui

import (
	"slices"

	"convo/conv"
	"convo/conv/note"
)

// kindOf is the kind of block of a message's text, "" if it is not part of an
// answer.
func kindOf(m *message) string {
	switch m.role {
	case "assistant":
		return aText
	case "reasoning":
		return aThought
	}
	return ""
}

// opened reports the start of a message's text.
func (l *live) opened(m *message) {
	if l != nil && kindOf(m) != "" {
		l.within(kindOf(m), m, func() { l.textBlock(m) })
	}
}

func (l *live) textBlock(m *message) *liveBlock {
	b := &liveBlock{id: m.ID, kind: kindOf(m)}
	if b.kind == aThought {
		t := &conv.ThinkingContent{}
		m.laid.settle(&m.Node)
		t.Extensions = m.Extensions.Clone()
		return l.block(b, conv.Event{Type: conv.EventThinkingStart, Block: t})
	}
	return l.block(b, conv.Event{Type: conv.EventTextStart, Block: &conv.TextContent{}})
}

// added reports a piece of text. Text for a closed block opens another block.
func (l *live) added(m *message, delta string) {
	if l == nil || delta == "" {
		return
	}
	kind := kindOf(m)
	if kind == "" {
		if m.told {
			l.changed(m.ID)
		}
		return
	}
	l.within(kind, m, func() {
		b := l.latest(kind, m.ID)
		if b == nil || b.ended {
			b = l.textBlock(m)
		}
		e := conv.Event{Type: conv.EventTextDelta, Index: b.index, Delta: delta}
		if kind == aThought {
			e.Type = conv.EventThinkingDelta
		}
		l.say(e)
	})
}

// called reports the start of a call.
func (l *live) called(m *message, t *call) {
	if l != nil {
		l.within(aCall, m, func() { l.callBlock(t) })
	}
}

func (l *live) callBlock(t *call) *liveBlock {
	t.laid.settle(&t.Node)
	begun := &conv.ToolCall{ID: t.ID, Name: t.Name}
	begun.Extensions = t.Extensions.Clone()
	return l.block(&liveBlock{id: t.ID, kind: aCall, of: t}, conv.Event{Type: conv.EventToolCallStart, Block: begun})
}

// argued reports a piece of a call's arguments. After the end of the call it
// is too late.
func (l *live) argued(m *message, t *call, delta string) {
	if l == nil || delta == "" {
		return
	}
	l.within(aCall, m, func() {
		b := l.latest(aCall, t.ID)
		if b == nil || b.told {
			l.disorder(note.Dropped, "arguments after the end of a tool call", t.ID)
			return
		}
		l.say(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: delta})
	})
}

// closed reports the end of an entity.
func (l *live) closed(x entity) {
	if l == nil || x.kind != aText && x.kind != aThought && x.kind != aCall {
		return
	}
	m, kind := l.find(x.id), x.kind
	if kind == aCall {
		m, _ = l.call(x.id)
	}
	if m == nil {
		return
	}
	if kind != aCall {
		if kind = kindOf(m); kind == "" {
			l.whole(m)
			return
		}
	}
	if l.isWaiting(kind, m.ID) {
		l.wait(answerOf(kind, m.ID), func() { l.closeBlock(kind, x.id) })
		return
	}
	l.closeBlock(kind, x.id)
}

// closeBlock ends a block of the answer, if that has it.
func (l *live) closeBlock(kind, id string) {
	b := l.latest(kind, id)
	if b == nil {
		return
	}
	if !b.ended {
		l.answer.open--
		l.answer.ended = append(l.answer.ended, b)
	}
	if b.ended = true; kind == aText {
		l.tellEnd(b)
	}
	l.drain()
}

// isWaiting reports whether a block of a message has not begun yet.
func (l *live) isWaiting(kind, id string) bool {
	_, is := l.waiting.Find(answerOf(kind, id))
	return is
}

// sealed reports an opaque value of reasoning. That of an answer is reported
// with its end, that of another message with the message.
func (l *live) sealed(m *message) {
	if l == nil {
		return
	}
	kind := kindOf(m)
	switch {
	case kind != "" && l.isWaiting(kind, m.ID):
		if kind == aThought {
			l.wait(answerOf(kind, m.ID), func() { l.sealed(m) })
		}
		return
	case kind == aText && l.answer != nil && l.answer.id == m.ID, kind == "" && l.isOpen(entity{aText, m.ID}):
		return
	case kind == aThought:
		if b := l.latest(aThought, m.ID); b != nil && !b.told {
			l.say(conv.Event{Type: conv.EventThinkingDelta, Index: b.index, Signature: m.EncryptedValue})
			return
		}
	}
	what := "encrypted value after the end of a message"
	if kind == aThought {
		what = "encrypted value after the end of reasoning"
	}
	l.disorder(note.Dropped, what, m.ID)
}

// sealedCall notes an opaque value of a call whose end was reported.
func (l *live) sealedCall(m *message, t *call) {
	if l == nil || l.isWaiting(aCall, m.ID) {
		return
	}
	if b := l.latest(aCall, t.ID); b != nil && !b.told {
		return
	}
	l.disorder(note.Dropped, "encrypted value after the end of a tool call", t.ID)
}

// late notes metadata for an answer that was reported without it.
func (l *live) late(m *message, metadata conv.Raw) {
	if l != nil && metadata != "" && kindOf(m) != "" {
		l.notes.Loss(note.CodeExtension, note.Dropped, -1, "metadata of an answer that has begun:", m.ID)
	}
}

// whole reports a message that is not an answer, or an answer from before the
// stream.
func (l *live) whole(m *message) {
	if l == nil {
		return
	}
	if m.told && m.role != "activity" {
		l.changed(m.ID)
		return
	}
	full := !m.told || m.shown == 0 && l.mayRepeat(len(residue.Get(&m.Node, "metadata")))
	if full {
		m.settle()
	}
	m.told = true
	x := *m
	x.Extensions = m.Extensions.Clone()
	x.end = nil
	if !full {
		l.onlyNew(m, &x.Node)
	}
	e := conv.Event{Type: conv.EventMessage}
	switch kindOf(&x) {
	case aText:
		e.Other = x.assistant(nil)
	case aThought:
		e.Other = &conv.AssistantMessage{Meta: conv.Meta{ID: x.ID}, Content: []conv.AssistantContent{x.thought()}}
	default:
		e.Other = x.other()
	}
	if a := l.answer; a != nil && !l.isBusy() {
		if a.answered = a.answered || x.role == "tool" || x.role == "user"; a.id == "" {
			l.finish(nil) // reasoning belongs to the answer right after it
		}
	}
	l.say(e)
}

// mayRepeat reports whether there is room to report metadata once more. As for
// copies of a patch, that is a few times what was read.
func (l *live) mayRepeat(size int) bool {
	l.repeated += size
	return l.repeated <= 16*l.room.read+1<<20
}

// onlyNew leaves a node the metadata that came since the message was last
// reported. Metadata that grows without end would else be repeated with each event.
func (l *live) onlyNew(m *message, n *conv.Node) {
	residue.Drop(n, "metadata")
	since := slices.Clone(m.laid[min(m.shown, len(m.laid)):])
	if m.shown == 0 {
		l.notes.Loss(note.CodeExtension, note.Dropped, -1, "much metadata of an activity, reported before:", m.ID)
	}
	m.shown = len(m.laid)
	since.settle(n)
}

// changed notes a change to what was reported.
func (l *live) changed(id string) {
	if l != nil {
		l.notes.Loss(note.CodeHistory, note.Dropped, -1, "change to what was already reported:", id)
	}
}

// unclosed reports the messages that are not answers and still open.
func (l *live) unclosed() {
	if l == nil {
		return
	}
	for x := range l.open.All {
		if m := l.find(x.id); x.kind == aText && m != nil && kindOf(m) == "" {
			l.whole(m)
		}
	}
}

// ended reports the end of a run, and whether that stands for an answer
// without content.
func (l *live) ended(said *conv.AssistantMessage, stands bool) {
	if l == nil {
		return
	}
	for l.waiting.Len() > 0 {
		l.finish(nil)
		l.drain()
	}
	failed := said.StopReason == conv.StopError || said.StopReason == conv.StopAborted
	if l.answer != nil && l.answer.answered && failed {
		l.finish(nil)
	}
	switch {
	case l.answer != nil:
		l.finish(said)
	case stands || failed:
		l.begin(aThought, nil)
		l.finish(said)
	case said.Usage != nil || said.StopDetail != nil:
		l.notes.Loss(note.CodeUsage, note.Dropped, -1, "end of a run after its answers", "")
	}
}

// over reports the end of the stream. No event holds what is known of the
// conversation as a whole.
func (l *live) over() {
	if l == nil {
		return
	}
	l.unclosed()
	l.ended(&conv.AssistantMessage{}, false)
	lose := func(code note.Code, is bool, what string) {
		if is {
			l.notes.Loss(code, note.Dropped, -1, what, "")
		}
	}
	lose(note.CodeID, l.c.ID != "", "conversation id")
	lose(note.CodeExtension, l.c.State != "" || l.c.Context != "", "run state")
	lose(note.CodeTools, len(l.c.Tools) > 0, "tool definitions")
}
