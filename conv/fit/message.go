package fit

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
)

// messages fits every message, keeping the slice if none changes.
func (f *Fitter) messages(in []conv.Message) []conv.Message {
	in = f.stored(f.Compact(in))
	f.all = in
	if f.Required&format.MessageID != 0 {
		in = f.uniqueIDs(in)
	}
	f.at = -1
	out := f.MoveMedia(format.ChangeMessages(in, func(m conv.Message) conv.Message {
		f.at++
		return f.message(m)
	}))
	if f.Has(format.Groups) && !f.Has(format.GroupNames) {
		out = wireGroups(out)
	}
	return out
}

// answerOnly is the last answer, all that a response holds.
func (f *Fitter) answerOnly(in []conv.Message) []conv.Message {
	f.all = in
	last := -1
	for i, m := range in {
		if _, ok := m.(*conv.AssistantMessage); ok {
			last = i
		}
	}
	for i, m := range in {
		if i != last {
			f.lose(note.CodeHistory, note.Dropped, &conv.MetaOf(m).Node, "message of role", string(conv.RoleOf(m)))
		}
	}
	if last < 0 {
		f.notes.Loss(note.CodeHistory, note.Synthesized, -1, "empty answer", "")
		m := &conv.AssistantMessage{StopReason: conv.StopNormal}
		return []conv.Message{f.assistant(m)}
	}
	return []conv.Message{f.assistant(in[last].(*conv.AssistantMessage))}
}

// message fits one message; nil drops it.
func (f *Fitter) message(m conv.Message) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		if f.User != 0 {
			return f.user(m)
		}
	case *conv.AssistantMessage:
		if f.Assistant != 0 {
			return f.assistant(m)
		}
	case *conv.ToolResultMessage:
		if f.ToolResult != 0 {
			return f.toolResult(m)
		}
	case *conv.SystemMessage:
		if f.System|f.User != 0 {
			return f.system(m)
		}
	case *conv.CustomMessage, *conv.BranchSummary, *conv.CompactionSummary:
		switch m := f.ForModel(m).(type) {
		case *conv.UserMessage: // what a summary became
			return f.message(m)
		case *conv.CustomMessage:
			return f.custom(m)
		case *conv.BranchSummary, *conv.CompactionSummary:
			return f.summary(m)
		default:
			return nil
		}
	default:
		if own := f.storedOne(m); own != nil {
			return f.message(own)
		}
		return nil
	}
	f.lose(note.CodeHistory, note.Dropped, &conv.MetaOf(m).Node, "message that the format has no place for, of role", string(conv.RoleOf(m)))
	return nil
}

func summarized(meta *conv.Meta, text string) *conv.UserMessage {
	m := &conv.UserMessage{Meta: *meta, Content: []conv.UserContent{&conv.TextContent{Text: text}}}
	m.Extensions = nil
	return m
}

// Meta is what of a message's common fields is held, and whether that is all.
func (f *Fitter) Meta(m *conv.Meta) (conv.Meta, bool) {
	x := *m
	n := &m.Node
	x.Extensions = f.residue(n)
	drop(f, &x.ID, format.MessageID, n, note.CodeID, "message id")
	drop(f, &x.Name, format.SpeakerName, n, note.CodeName, "name")
	drop(f, &x.Timestamp, format.Timestamps, n, note.CodeTime, "timestamp")
	if x.Timestamp%1000 != 0 && f.Has(format.Timestamps) && !f.Has(format.Milliseconds) {
		f.lose(note.CodeTime, note.Downgraded, n, "timestamp, now whole seconds", "")
		x.Timestamp -= x.Timestamp % 1000
	}
	drop(f, &x.EncryptedValue, format.EncryptedValues, n, note.CodeSignature, "encrypted value")
	if !f.Has(format.Groups) {
		x.Group = ""
	}
	if x.Injected || x.Excluded || x.Position != nil {
		f.place(&x)
	}
	same := unchanged(x.Extensions, m.Extensions) && x.ID == m.ID && x.Name == m.Name &&
		x.Timestamp == m.Timestamp && x.EncryptedValue == m.EncryptedValue && x.Group == m.Group &&
		x.Injected == m.Injected && x.Excluded == m.Excluded && x.Position == m.Position
	return x, same
}

func (f *Fitter) user(m *conv.UserMessage) conv.Message {
	meta, same := f.Meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.User)
	if f.User&format.OneString != 0 {
		content, kept = oneString(f, &m.Node, "text blocks of a message", content, kept)
	}
	if same && kept {
		return m
	}
	return &conv.UserMessage{Meta: meta, Content: content}
}

// system fits an instruction in mid-conversation. Where there is no place for
// one it becomes what the user says.
func (f *Fitter) system(m *conv.SystemMessage) conv.Message {
	if f.System == 0 {
		return f.user(f.SystemAsUser(m))
	}
	meta, same := f.Meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.System)
	if f.System&format.OneString != 0 {
		content, kept = f.oneInstruction(m, content, kept)
	}
	role := conv.RoleOf(m)
	if role == conv.RoleDeveloper && !f.Has(format.Developer) {
		f.lose(note.CodeRole, note.Downgraded, &m.Node, "role, now system,", string(role))
		role = conv.RoleSystem
	}
	if same && kept && role == m.Role {
		return m
	}
	return &conv.SystemMessage{Meta: meta, Role: role, Content: content}
}

// SystemAsUser is an instruction as what the user says. Nobody typed it.
func (f *Fitter) SystemAsUser(m *conv.SystemMessage) *conv.UserMessage {
	f.lose(note.CodeSystem, note.Downgraded, &m.Node, "message, now user text, of role", string(conv.RoleOf(m)))
	u := &conv.UserMessage{Meta: m.Meta}
	u.Injected = u.Injected || f.Has(format.Sessions)
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			x := *t
			x.Text = format.SystemMark + t.Text
			u.Content = append(u.Content, &x)
		}
	}
	return u
}

// own reports whether a document of the format had a message in this role.
func (f *Fitter) own(n *conv.Node) bool { return n.Extensions.Get(f.family, extension.OwnRole) != "" }

// summary fits a summary that stays one.
func (f *Fitter) summary(m conv.Message) conv.Message {
	if meta, same := f.Meta(conv.MetaOf(m)); !same {
		return format.WithMeta(m, meta)
	}
	return m
}

// uniqueIDs is the messages without the ids that an earlier one has.
func (f *Fitter) uniqueIDs(in []conv.Message) []conv.Message {
	seen := make(map[string]bool, len(in))
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		meta := *conv.MetaOf(m)
		if meta.ID == "" || !seen[meta.ID] {
			seen[meta.ID] = true
			return m
		}
		f.lose(note.CodeID, note.Dropped, &meta.Node, "message id that another message has", meta.ID)
		meta.ID = ""
		return format.WithMeta(m, meta)
	})
}

// ownCustom reports whether a message is of a role or an entry that only the
// format's own families know, and that the format reads back.
func (f *Fitter) ownCustom(m *conv.CustomMessage) bool {
	return m.IsOf(f.family) && f.Reads.Entry.Takes(m.Data) || f.GuestFamily != "" && m.IsOf(f.GuestFamily)
}

// ForModel drops, by nil, an entry of an application that the format has no
// place for, and says a summary that it has none for as user text.
func (f *Fitter) ForModel(m conv.Message) conv.Message {
	switch m := m.(type) {
	case *conv.CustomMessage:
		if !f.Has(format.CustomMessages) && !f.own(&m.Node) && !f.ownCustom(m) {
			f.lose(note.CodeUI, note.Dropped, &m.Node, "custom message", m.CustomType)
			return nil
		}
	case *conv.BranchSummary:
		if !f.Has(format.BranchSummaries) && !f.own(&m.Node) {
			f.lose(note.CodeBranch, note.Downgraded, &m.Node, "summary of a branch, now user text", "")
			return summarized(&m.Meta, m.Text())
		}
	case *conv.CompactionSummary:
		if !f.Has(format.Summaries) && !f.own(&m.Node) {
			f.lose(note.CodeBranch, note.Downgraded, &m.Node, "summary of earlier messages, now user text", "")
			return summarized(&m.Meta, m.Text())
		}
	default:
		if conv.IsForeign(m) && !f.Has(format.CustomMessages) {
			f.storedOne(m)
			return nil
		}
	}
	return m
}

func (f *Fitter) custom(m *conv.CustomMessage) conv.Message {
	meta, same := f.Meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.User)
	if same && kept {
		return m
	}
	x := *m
	x.Meta, x.Content = meta, content
	return &x
}
