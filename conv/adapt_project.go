package conv

// compactions makes of the visible summary that another family's server left
// of earlier messages a summary that any model can read. An encrypted one
// goes, by Fit, and the messages before it speak for themselves.
func (a *adapter) compactions(in []Message) []Message {
	var out []Message
	for i, m := range in {
		x, ok := m.(*AssistantMessage)
		if ok {
			if summary, rest := a.compaction(x); summary != nil {
				if out == nil {
					out = append(make([]Message, 0, len(in)+1), in[:i]...)
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

// compaction parts an answer into the summary in it and the rest, nil if
// there is none.
func (a *adapter) compaction(m *AssistantMessage) (*CompactionSummary, *AssistantMessage) {
	for i, b := range m.Content {
		o, ok := b.(*Opaque)
		if !ok || o.Family == a.family || o.Raw.Lookup("type").Text() != "compaction" {
			continue
		}
		text := o.Raw.Lookup("content").Text()
		if text == "" {
			continue
		}
		a.lose(CodeBranch, Downgraded, &o.Node, "summary of earlier messages that a server made, now one for any model, of", o.Family)
		summary := &CompactionSummary{Summary: text}
		summary.PlaceAt(o.Offset())
		return summary, m.WithContent(append(append([]AssistantContent{}, m.Content[:i]...), m.Content[i+1:]...))
	}
	return nil, nil
}

// project leaves what a model sees, as ModelMessages does: for a target that
// names one, or where projections were given. Otherwise it leaves what the
// format has a place for, which is Fit's to say.
func (a *adapter) project(in []Message) []Message {
	t := a.target
	if !t.Named() && (t == nil || len(t.Project) == 0) {
		return rebuilt(in, a.fit.ofModel)
	}
	seen := (&Conversation{Messages: in}).Compacted()
	a.noteOlder(in, seen)
	var out []Message
	for i, m := range seen {
		parts := a.seen(m)
		if out == nil && len(parts) == 1 && Message(parts[0]) == m {
			continue
		}
		if out == nil {
			out = append(make([]Message, 0, len(seen)), seen[:i]...)
		}
		if x, ok := m.(*CustomMessage); ok && parts == nil && x.IsOf(a.family) {
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

// seen is what a model sees of a message, with a note on the difference.
func (a *adapter) seen(m Message) []ModelMessage {
	parts := SeenBy(m, a.target.Project...)
	if len(parts) == 1 && Message(parts[0]) == m {
		return parts
	}
	n := &MetaOf(m).Node
	switch m := m.(type) {
	case *BranchSummary:
		a.lose(CodeBranch, Downgraded, n, "summary of a branch, now user text", "")
	case *CompactionSummary:
		a.lose(CodeBranch, Downgraded, n, "summary of earlier messages, now user text", "")
	case *CustomMessage:
		switch {
		case parts != nil:
			a.lose(CodeUI, Downgraded, n, "custom message, now what a model sees, of type", m.CustomType)
		case !m.IsOf(a.family):
			a.lose(CodeUI, Dropped, n, "custom message", m.CustomType)
		}
	case *ToolResultMessage:
		a.lose(CodePrivate, Dropped, n, "private details of a tool result", "")
	default:
		a.lose(CodeHistory, Downgraded, n, "message, projected, of role", string(RoleOf(m)))
	}
	return parts
}

// noteOlder notes what the last compaction stands for.
func (a *adapter) noteOlder(in, seen []Message) {
	if len(in) == len(seen) {
		return
	}
	rest := seen[1:] // behind the summary, in the order of in
	for _, m := range in {
		switch {
		case len(rest) > 0 && m == rest[0]:
			rest = rest[1:]
		case m != seen[0]:
			a.lose(CodeHistory, Dropped, &MetaOf(m).Node, "message that a later summary stands for, of role", string(RoleOf(m)))
		}
	}
}
