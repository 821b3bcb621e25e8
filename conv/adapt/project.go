package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// compactions turns a server's readable summary of earlier messages, in another
// family's form, into a summary that any model can read. An encrypted one is
// dropped by Fit, and the messages before it are used instead.
func (a *adapter) compactions(in []conv.Message) []conv.Message {
	if !a.have(in, opaques) {
		return in
	}
	return expanded(in, a.compaction)
}

// compaction splits an answer into the summary in it and the rest. It returns nil
// if there is no summary.
func (a *adapter) compaction(_ int, it conv.Message) []conv.Message {
	m, ok := it.(*conv.AssistantMessage)
	if !ok {
		return nil
	}
	for i, b := range m.Content {
		o, ok := b.(*conv.Opaque)
		if !ok || o.Family == a.family || o.Raw.Lookup("type").Text() != "compaction" {
			continue
		}
		text := o.Raw.Lookup("content").Text()
		if text == "" {
			continue
		}
		a.lose(note.CodeBranch, note.Downgraded, &o.Node, "summary by the server, now one for any model, of", o.Family)
		summary := &conv.CompactionSummary{Summary: text}
		summary.SetOffset(o.Offset())
		if len(m.Content) == 1 {
			return []conv.Message{summary}
		}
		return []conv.Message{summary, m.WithContent(slices.Delete(slices.Clone(m.Content), i, i+1))}
	}
	return nil
}

// project keeps what a model sees, as ModelMessages does, if the target names a
// model or projections. Otherwise it keeps what the format can hold: the
// decision is Fit's.
func (a *adapter) project(in []conv.Message) []conv.Message {
	t := a.target
	asItIs := !t.Named() && (t == nil || len(t.Project) == 0)
	if asItIs && !a.have(in, asides) {
		return in
	}
	if in = a.fit.Compact(in); asItIs {
		return format.ChangeMessages(in, a.fit.ForModel)
	}
	return expanded(in, func(_ int, m conv.Message) []conv.Message {
		parts := a.seen(m)
		if isAsItWas(parts, m) {
			return nil
		}
		out := []conv.Message{} // not nil: nothing may be left
		if x, ok := m.(*conv.CustomMessage); ok && parts == nil && x.IsOf(a.family) {
			out = append(out, m)
		}
		for _, p := range parts {
			out = append(out, p)
		}
		return out
	})
}

// isAsItWas reports whether a model sees just the message itself.
func isAsItWas(parts []conv.ModelMessage, m conv.Message) bool {
	return len(parts) == 1 && format.Identical(parts[0], m)
}

// seen returns what a model sees of a message, and notes the difference.
func (a *adapter) seen(m conv.Message) []conv.ModelMessage {
	parts := conv.Project(m, a.target.Project...)
	if isAsItWas(parts, m) {
		return parts
	}
	n := &conv.MetaOf(m).Node
	own, isCustom := m.(*conv.CustomMessage)
	switch {
	case isCustom || conv.IsForeign(m):
		switch {
		case parts != nil:
			a.lose(note.CodeUI, note.Downgraded, n, "custom message, now what a model sees, of type", conv.CustomTypeOf(m))
		case !isCustom || !own.IsOf(a.family):
			a.lose(note.CodeUI, note.Dropped, n, "custom message", conv.CustomTypeOf(m))
		}
	case conv.RoleOf(m) == conv.RoleBranchSummary:
		a.lose(note.CodeBranch, note.Downgraded, n, "summary of a branch, now user text", "")
	case conv.RoleOf(m) == conv.RoleCompactionSummary:
		a.lose(note.CodeBranch, note.Downgraded, n, "summary of earlier messages, now user text", "")
	case conv.RoleOf(m) == conv.RoleToolResult:
		a.lose(note.CodePrivate, note.Dropped, n, "private details of a tool result", "")
	default:
		a.lose(note.CodeHistory, note.Downgraded, n, "message, projected, of role", string(conv.RoleOf(m)))
	}
	return parts
}
