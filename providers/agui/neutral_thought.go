package agui

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/rawjson"
)

// lateFor is the answer before the reasoning that it belongs to by its id, or
// nil.
func (f *folding) lateFor(m *message) *conv.AssistantMessage {
	if len(f.waiting) > 0 || !strings.Contains(m.ID, thoughtInfix) {
		return nil
	}
	for _, x := range slices.Backward(f.c.Messages) {
		if a, ok := x.(*conv.AssistantMessage); ok {
			n := 1
			for range thoughtsIn(a) {
				n++
			}
			if m.ID == thoughtID(a.ID, n) {
				return a
			}
			return nil
		}
		if _, ok := x.(*conv.ToolResultMessage); !ok {
			return nil
		}
	}
	return nil
}

// flush makes an answer of reasoning that no answer follows.
func (f *folding) flush() {
	n := len(f.waiting)
	if n == 0 {
		return
	}
	last := f.waiting[n-1]
	a := &conv.AssistantMessage{Meta: conv.Meta{ID: last.ID}}
	if i := strings.LastIndex(last.ID, thoughtInfix); i >= 0 && last.ID == thoughtID(last.ID[:i], n) {
		a.ID = last.ID[:i]
	}
	a.SetOffset(last.Offset())
	for _, m := range f.waiting {
		a.Content = append(a.Content, m.thought())
	}
	last.tellEnd(a)
	f.c.Messages = append(f.c.Messages, a)
	f.waiting = nil
}

// thought is a reasoning message as a block, with its id.
func (m *message) thought() *conv.ThinkingContent {
	t := &conv.ThinkingContent{Node: m.textNode, Thinking: m.content(), ThinkingSignature: m.EncryptedValue}
	t.Extensions = m.Extensions
	t.SetOffset(m.Offset())
	t.Redacted = m.redacted
	if m.ID != "" {
		residue.Set(&t.Node, "id", rawjson.Quoted(m.ID))
	}
	return t
}

// readThoughtMarks reads the marks of reasoning. If it stands for an answer,
// they say how that ended.
func (m *message) readThoughtMarks() {
	marks := takeMarks(&m.Node, append([]string{"redacted", "field"}, answerKeys...)...)
	if len(marks) == 0 {
		return
	}
	said := &conv.AssistantMessage{}
	readAnswerMarks(said, marks)
	if m.end == nil && endsRun(said) {
		m.end = said
	}
	for _, x := range marks {
		switch x.Key {
		case "redacted":
			m.redacted = x.Value == "true"
		case "field":
			m.EncryptedValue = x.Value.Text()
		}
	}
}

// settleThoughts moves an answer's reasoning to the front and drops the ids
// that writing would choose. An answer that is only reasoning is marked,
// unless writing it gives its message anyway.
func settleThoughts(a *conv.AssistantMessage, all []conv.Message, i int) {
	slices.SortStableFunc(a.Content, fit.ByPlace)
	empty := a.Extensions.Get(family, hintEmpty) != ""
	if empty {
		residue.Drop(&a.Node, hintEmpty)
	}
	if empty && isLonely(all, i) {
		residue.Set(&a.Node, hintEmpty, "true")
	}
	n := 0
	for t := range thoughtsIn(a) {
		n++
		if id := t.Extensions.Get(family, "id").Text(); id == thoughtID(a.ID, n) {
			residue.Drop(&t.Node, "id")
		}
		residue.Settle(&t.Node)
	}
}

// hintEmpty is the hint that an answer of only reasoning had an empty message
// of its own.
const hintEmpty = "~empty"
