package conv

import "slices"

// ThinkingAs does with all reasoning of a conversation as a policy says,
// whatever the target.
func ThinkingAs(c *Conversation, policy ThinkingPolicy, notes *Notes) *Conversation {
	a := &adapter{notes: notes}
	messages := rebuilt(c.Messages, func(m Message) Message {
		x, ok := m.(*AssistantMessage)
		if !ok {
			return m
		}
		fit := a.eachReasoning(x, func(t *ThinkingContent) AssistantContent {
			if policy == ThinkingText && !t.Redacted && t.Thinking != "" {
				return a.thoughtText(t)
			}
			a.lose(CodeThinking, Dropped, &t.Node, "reasoning", "")
			return nil
		})
		if len(fit.Content) == 0 && len(x.Content) > 0 {
			return nil
		}
		return fit
	})
	return c.WithMessages(messages)
}

// eachReasoning is m with each block of reasoning changed or, by nil, dropped.
func (a *adapter) eachReasoning(m *AssistantMessage, change func(*ThinkingContent) AssistantContent) *AssistantMessage {
	var content []AssistantContent
	changed := false
	for i, b := range m.Content {
		fit := b
		if t, ok := b.(*ThinkingContent); ok {
			if fit = change(t); fit != b && !changed {
				content, changed = append(make([]AssistantContent, 0, len(m.Content)), m.Content[:i]...), true
			}
		}
		if changed && fit != nil {
			content = append(content, fit)
		}
	}
	if !changed {
		return m
	}
	return m.WithContent(content)
}

// thoughtText is reasoning as plain text: without tags, which models would
// imitate.
func (a *adapter) thoughtText(t *ThinkingContent) *TextContent {
	a.lose(CodeThinking, Downgraded, &t.Node, "reasoning, now text", "")
	text := &TextContent{Text: t.Thinking}
	text.PlaceAt(t.Offset())
	return text
}

// thinkingAsked says in text, where that is the policy, the reasoning that the
// protocol cannot take.
func (a *adapter) thinkingAsked(in []Message) []Message {
	if a.target == nil || a.target.Thinking != ThinkingText {
		return in
	}
	return rebuilt(in, func(m Message) Message {
		x, ok := m.(*AssistantMessage)
		if !ok {
			return m
		}
		keeps := a.fit.keepsReasoning()
		return a.eachReasoning(x, func(t *ThinkingContent) AssistantContent {
			if t.Redacted || t.Thinking == "" || keeps(t) {
				return t
			}
			return a.thoughtText(t)
		})
	})
}

// ledReasoning drops reasoning that stands at the end of an answer, where
// servers demand what it led to.
func (a *adapter) ledReasoning(in []Message) []Message {
	if !a.LedReasoning {
		return in
	}
	next := func(i int) bool { // what i+1 says goes on with the answer
		return i+1 < len(in) && RoleOf(in[i+1]) == RoleAssistant
	}
	i := -1
	return rebuilt(in, func(m Message) Message {
		i++
		x, ok := m.(*AssistantMessage)
		if !ok || next(i) {
			return m
		}
		end := len(x.Content)
		for ; end > 0; end-- {
			t, ok := x.Content[end-1].(*ThinkingContent)
			if !ok {
				break
			}
			a.lose(CodeThinking, Dropped, &t.Node, "reasoning that led to nothing", "")
		}
		if end == len(x.Content) {
			return m
		}
		if end == 0 {
			return nil
		}
		return x.WithContent(x.Content[:end:end])
	})
}

// reasoningField gives each answer the field of reasoning that servers look
// for, empty where nothing was thought.
func (a *adapter) reasoningField(in []Message) []Message {
	if a.ReasoningField == "" {
		return in
	}
	return rebuilt(in, func(m Message) Message {
		x, ok := m.(*AssistantMessage)
		if !ok || slices.ContainsFunc(x.Content, a.fillsField) {
			return m
		}
		a.info(CodeSynthesized, Synthesized, &x.Node, "empty reasoning in field", a.ReasoningField)
		return x.WithContent(append([]AssistantContent{&ThinkingContent{ThinkingSignature: a.ReasoningField}}, x.Content...))
	})
}

func (a *adapter) fillsField(b AssistantContent) bool {
	t, ok := b.(*ThinkingContent)
	return ok && t.ThinkingSignature == a.ReasoningField
}

// signCalls gives the first call of an answer that no model of the target's
// kind signed the signature that servers take instead.
func (a *adapter) signCalls(in []Message) []Message {
	if a.UnsignedCall == "" || !a.target.Named() {
		return in
	}
	return rebuilt(in, func(m Message) Message {
		x, ok := m.(*AssistantMessage)
		if !ok {
			return m
		}
		i := slices.IndexFunc(x.Content, func(b AssistantContent) bool { _, ok := b.(*ToolCall); return ok })
		if i < 0 || x.Content[i].(*ToolCall).ThoughtSignature != "" {
			return m
		}
		call := *x.Content[i].(*ToolCall)
		a.info(CodeSignature, Synthesized, &call.Node, "stand-in for the signature of the call", call.Name)
		call.ThoughtSignature = a.UnsignedCall
		content := slices.Clone(x.Content)
		content[i] = &call
		return x.WithContent(content)
	})
}
