package adapt

import "convo/conv"

// compactions turns a server's readable summary of earlier messages, in another
// family's form, into a summary that any model can read. An encrypted one is
// dropped by Fit, and the messages before it are used instead.
func (a *adapter) compactions(in []conv.Message) []conv.Message {
	var out []conv.Message
	for i, m := range in {
		x, ok := m.(*conv.AssistantMessage)
		if ok {
			if summary, rest := a.compaction(x); summary != nil {
				if out == nil {
					out = append(make([]conv.Message, 0, len(in)+1), in[:i]...)
				}
				out = append(out, summary)
				if len(rest.Content) > 0 {
					out = append(out, rest)
				}
				continue
			}
		}
		if out != nil {
			out = append(out, m)
		}
	}
	if out == nil {
		return in
	}
	return out
}

// compaction splits an answer into the summary in it and the rest. It returns nil
// if there is no summary.
func (a *adapter) compaction(m *conv.AssistantMessage) (*conv.CompactionSummary, *conv.AssistantMessage) {
	for i, b := range m.Content {
		o, ok := b.(*conv.Opaque)
		if !ok || o.Family == a.family || o.Raw.Lookup("type").Text() != "compaction" {
			continue
		}
		text := o.Raw.Lookup("content").Text()
		if text == "" {
			continue
		}
		a.lose(conv.CodeBranch, conv.Downgraded, &o.Node, "server's summary of earlier messages, now one for any model, of", o.Family)
		summary := &conv.CompactionSummary{Summary: text}
		summary.PlaceAt(o.Offset())
		return summary, m.WithContent(append(append([]conv.AssistantContent{}, m.Content[:i]...), m.Content[i+1:]...))
	}
	return nil, nil
}

// project keeps what a model sees, as ModelMessages does, if the target names a
// model or projections. Otherwise it keeps what the format can hold: the
// decision is Fit's.
func (a *adapter) project(in []conv.Message) []conv.Message {
	t := a.target
	if !t.Named() && (t == nil || len(t.Project) == 0) {
		return rebuilt(in, a.fit.ForModel)
	}
	seen := (&conv.Conversation{Messages: in}).Compacted()
	a.noteOlder(in, seen)
	var out []conv.Message
	for i, m := range seen {
		parts := a.seen(m)
		if out == nil && len(parts) == 1 && conv.Message(parts[0]) == m {
			continue
		}
		if out == nil {
			out = append(make([]conv.Message, 0, len(seen)), seen[:i]...)
		}
		if x, ok := m.(*conv.CustomMessage); ok && parts == nil && x.IsOf(a.family) {
			out = append(out, m)
		}
		for _, p := range parts {
			out = append(out, p)
		}
	}
	if out == nil {
		return seen
	}
	return out
}

// seen returns what a model sees of a message, and notes the difference.
func (a *adapter) seen(m conv.Message) []conv.ModelMessage {
	parts := conv.SeenBy(m, a.target.Project...)
	if len(parts) == 1 && conv.Message(parts[0]) == m {
		return parts
	}
	n := &conv.MetaOf(m).Node
	switch m := m.(type) {
	case *conv.BranchSummary:
		a.lose(conv.CodeBranch, conv.Downgraded, n, "summary of a branch, now user text", "")
	case *conv.CompactionSummary:
		a.lose(conv.CodeBranch, conv.Downgraded, n, "summary of earlier messages, now user text", "")
	case *conv.CustomMessage:
		switch {
		case parts != nil:
			a.lose(conv.CodeUI, conv.Downgraded, n, "custom message, now what a model sees, of type", m.CustomType)
		case !m.IsOf(a.family):
			a.lose(conv.CodeUI, conv.Dropped, n, "custom message", m.CustomType)
		}
	case *conv.ToolResultMessage:
		a.lose(conv.CodePrivate, conv.Dropped, n, "private details of a tool result", "")
	default:
		a.lose(conv.CodeHistory, conv.Downgraded, n, "message, projected, of role", string(conv.RoleOf(m)))
	}
	return parts
}

// noteOlder notes what the last compaction replaces.
func (a *adapter) noteOlder(in, seen []conv.Message) {
	if len(in) == len(seen) {
		return
	}
	rest := seen[1:] // after the summary, in the order of in
	for _, m := range in {
		switch {
		case len(rest) > 0 && m == rest[0]:
			rest = rest[1:]
		case m != seen[0]:
			a.lose(conv.CodeHistory, conv.Dropped, &conv.MetaOf(m).Node, "message that a later summary replaces, of role", string(conv.RoleOf(m)))
		}
	}
}
