package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
)

// promptOnly turns instructions after the first turn into user text, where only
// the prompt may hold instructions.
func (a *adapter) promptOnly(in []conv.Message) []conv.Message {
	if !a.PromptOnly || !a.have(in, instructions) {
		return in
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		x, ok := m.(*conv.SystemMessage)
		if !ok {
			return m
		}
		return a.fit.SystemAsUser(x)
	})
}

// moveResultMedia moves media that results cannot hold to a user message, as Fit
// would. It comes first because the rules on roles count that message.
func (a *adapter) moveResultMedia(in []conv.Message) []conv.Message {
	if a.Bridge == "" && !a.MergeUsers || !a.have(in, mediaBlocks) {
		return in
	}
	return a.fit.MoveMedia(in)
}

// merge joins consecutive messages of one role, where roles must alternate.
func (a *adapter) merge(in []conv.Message) []conv.Message {
	if !a.MergeUsers && !a.MergeAnswers {
		return in
	}
	var out []conv.Message
	made := false // the last of out was made here
	for i, m := range in {
		if i > 0 {
			last := in[i-1]
			if out != nil {
				last = out[len(out)-1]
			}
			if one := a.merged(last, m, made); one != nil {
				if out == nil {
					out = append(make([]conv.Message, 0, len(in)), in[:i]...)
				}
				a.info(note.CodeMerge, note.Merged, &conv.MetaOf(m).Node, "message, now joined to the one before it, of role", string(conv.RoleOf(m)))
				out[len(out)-1], made = one, true
				continue
			}
		}
		if made = false; out != nil {
			out = append(out, m)
		}
	}
	if out == nil {
		return in
	}
	return out
}

// merged joins two messages to one; nil if they stay two. The content of a
// message made here may grow in place.
func (a *adapter) merged(m, next conv.Message, made bool) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		if n, ok := next.(*conv.UserMessage); ok && a.MergeUsers {
			x := m.WithContent(append(growable(m.Content, made), n.Content...))
			x.Extensions = a.mergedResidue(&m.Node, &n.Node)
			return x
		}
	case *conv.AssistantMessage:
		if n, ok := next.(*conv.AssistantMessage); ok && a.MergeAnswers {
			x := m.WithContent(append(growable(m.Content, made), n.Content...))
			x.Extensions = a.mergedResidue(&m.Node, &n.Node)
			x.StopReason, x.StopDetail = n.StopReason, n.StopDetail
			return x
		}
	}
	return nil
}

func growable[B any](content []B, made bool) []B {
	if made {
		return content
	}
	return slices.Clip(content)
}

// mergedResidue returns the residue of two nodes that become one: that of the
// first, if it has any. The other's is then lost.
func (a *adapter) mergedResidue(n, next *conv.Node) extension.Extensions {
	if len(n.Extensions) == 0 {
		return next.Extensions
	}
	a.fit.LoseFields(next, next.Extensions)
	return n.Extensions
}

// bridge puts an answer between results and the user message after them, where
// servers refuse that order.
func (a *adapter) bridge(in []conv.Message) []conv.Message {
	if a.Bridge == "" {
		return in
	}
	return expanded(in, func(i int, m conv.Message) []conv.Message {
		u, ok := m.(*conv.UserMessage)
		if !ok || i == 0 || conv.RoleOf(in[i-1]) != conv.RoleToolResult {
			return nil
		}
		a.info(note.CodeSynthesized, note.Synthesized, &u.Node, "answer between a result and the user", a.Bridge)
		return []conv.Message{conv.AssistantText(a.Bridge), m}
	})
}

// noMessage is the text of a user message that servers require.
const noMessage = "(no message)"

// firstTurn puts a user message before an answer that servers refuse as the first
// message.
func (a *adapter) firstTurn(in []conv.Message) []conv.Message {
	if !a.UserFirst && !a.CallsBehindUser {
		return in
	}
	i := slices.IndexFunc(in, func(m conv.Message) bool { _, ok := m.(*conv.SystemMessage); return !ok })
	if i < 0 {
		return in
	}
	m, ok := in[i].(*conv.AssistantMessage)
	if !ok || !a.UserFirst && !m.HasCalls() {
		return in
	}
	a.info(note.CodeSynthesized, note.Synthesized, &m.Node, "user message before the first answer:", noMessage)
	return inserted(in, i, conv.UserText(noMessage))
}

// lastTurn ends the conversation with a user message, where servers do not
// continue an answer.
func (a *adapter) lastTurn(in []conv.Message) []conv.Message {
	last := len(in) - 1
	if !a.UserLast || !a.target.Named() || last < 0 {
		return in
	}
	m, ok := in[last].(*conv.AssistantMessage)
	if !ok || a.MarksGoOn(m, a.family) {
		return in
	}
	if a.target.Prefill == format.PrefillDrop {
		a.lose(note.CodeHistory, note.Dropped, &m.Node, "answer for the model to continue", "")
		return a.lastTurn(in[:last:last])
	}
	const text = "Continue."
	a.info(note.CodeSynthesized, note.Synthesized, &m.Node, "user message after the last answer:", text)
	return append(slices.Clip(in), conv.UserText(text))
}
