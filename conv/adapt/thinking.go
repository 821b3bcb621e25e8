package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Thinking treats all reasoning of a conversation as a policy says, for any
// target.
func Thinking(c *conv.Conversation, policy format.ThinkingPolicy, notes *note.Notes) *conv.Conversation {
	a := &adapter{notes: notes}
	messages := changeAnswers(c.Messages, func(x *conv.AssistantMessage) conv.Message {
		fit := a.eachReasoning(x, func(t *conv.ThinkingContent) conv.Block {
			if policy == format.ThinkingText && !t.Redacted && t.Thinking != "" {
				return a.thoughtText(t)
			}
			a.lose(note.CodeThinking, note.Dropped, &t.Node, "reasoning", "")
			return nil
		})
		if len(fit.Content) == 0 && len(x.Content) > 0 && !x.Extensions.HasFields("") {
			return nil
		}
		return fit
	})
	return c.WithMessages(messages)
}

// eachReasoning returns m with each block of reasoning changed, or dropped if
// change returns nil.
func (a *adapter) eachReasoning(m *conv.AssistantMessage, change func(*conv.ThinkingContent) conv.Block) *conv.AssistantMessage {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		if t, ok := b.(*conv.ThinkingContent); ok {
			return change(t)
		}
		return b
	})
}

// thoughtText returns reasoning as plain text. It has no tags, because models
// would imitate them.
func (a *adapter) thoughtText(t *conv.ThinkingContent) *conv.TextContent {
	a.lose(note.CodeThinking, note.Downgraded, &t.Node, "reasoning, now text", "")
	text := &conv.TextContent{Text: t.Thinking}
	text.SetOffset(t.Offset())
	return text
}

// thinkingAsked turns reasoning that the protocol cannot hold into text, if the
// policy says so.
func (a *adapter) thinkingAsked(in []conv.Message) []conv.Message {
	if a.target == nil || a.target.Thinking != format.ThinkingText {
		return in
	}
	return changeAnswers(in, func(x *conv.AssistantMessage) conv.Message {
		keeps := a.fit.KeepsReasoning()
		return a.eachReasoning(x, func(t *conv.ThinkingContent) conv.Block {
			if t.Redacted || t.Thinking == "" || keeps(t) {
				return t
			}
			return a.thoughtText(t)
		})
	})
}

// ledReasoning drops reasoning at the end of an answer, where servers require
// something after it.
func (a *adapter) ledReasoning(in []conv.Message) []conv.Message {
	if !a.LedReasoning {
		return in
	}
	next := func(i int) bool { // message i+1 continues the answer
		return i+1 < len(in) && conv.RoleOf(in[i+1]) == conv.RoleAssistant
	}
	i := -1
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		i++
		x, ok := m.(*conv.AssistantMessage)
		if !ok || next(i) {
			return m
		}
		end := len(x.Content)
		for ; end > 0; end-- {
			t, ok := x.Content[end-1].(*conv.ThinkingContent)
			if !ok {
				break
			}
			a.lose(note.CodeThinking, note.Dropped, &t.Node, "reasoning with nothing after it", "")
		}
		if end == len(x.Content) {
			return m
		}
		if end == 0 && !x.Extensions.HasFields(a.family) {
			return nil
		}
		return x.WithContent(x.Content[:end:end])
	})
}

// reasoningField gives each answer the reasoning field that servers require; it
// is empty without reasoning.
func (a *adapter) reasoningField(in []conv.Message) []conv.Message {
	if a.ReasoningField == "" {
		return in
	}
	return changeAnswers(in, func(x *conv.AssistantMessage) conv.Message {
		if slices.ContainsFunc(x.Content, a.fillsField) {
			return x
		}
		a.info(note.CodeSynthesized, note.Synthesized, &x.Node, "empty reasoning in field", a.ReasoningField)
		return x.WithContent(append([]conv.AssistantContent{&conv.ThinkingContent{ThinkingSignature: a.ReasoningField}}, x.Content...))
	})
}

func (a *adapter) fillsField(b conv.AssistantContent) bool {
	t, ok := b.(*conv.ThinkingContent)
	return ok && t.ThinkingSignature == a.ReasoningField
}

// signCalls gives the first call of an answer that servers of this kind did not
// sign the signature that they accept instead.
func (a *adapter) signCalls(in []conv.Message) []conv.Message {
	if a.UnsignedCall == "" || !a.target.Named() {
		return in
	}
	return changeAnswers(in, func(x *conv.AssistantMessage) conv.Message {
		first := true
		return changeCalls(x, func(t *conv.ToolCall) *conv.ToolCall {
			signs := first && t.ThoughtSignature == ""
			if first = false; !signs {
				return t
			}
			a.info(note.CodeSignature, note.Synthesized, &t.Node, "stand-in for the signature of the call", t.Name)
			call := *t
			call.ThoughtSignature = a.UnsignedCall
			return &call
		})
	})
}
