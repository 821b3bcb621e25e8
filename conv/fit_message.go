package conv

import (
	"fmt"
	"slices"
)

// messages fits every message, keeping the slice if none changes.
func (f *fitter) messages(in []Message) []Message {
	f.all = in
	if f.Demands&MessageID != 0 {
		in = f.uniqueIDs(in)
	}
	out, shared := in, true
	for i, m := range in {
		f.at = i
		fit := f.message(m)
		if shared && fit == m {
			continue
		}
		if shared {
			out, shared = make([]Message, i, len(in)), false
			copy(out, in)
		}
		if fit != nil {
			out = append(out, fit)
		}
	}
	out = f.moveMedia(out)
	if f.Limits&OneAnswer != 0 {
		out = f.joinAnswers(out)
	}
	if f.Has(Groups) && !f.Has(GroupNames) {
		out = wireGroups(out)
	}
	if f.Demands&EveryID != 0 {
		out = f.identify(out)
	}
	return out
}

// answerOnly is the last answer, all that a response holds.
func (f *fitter) answerOnly(in []Message) []Message {
	f.all = in
	last := -1
	for i, m := range in {
		if _, ok := m.(*AssistantMessage); ok {
			last = i
		}
	}
	for i, m := range in {
		if i != last {
			f.lose(CodeHistory, Dropped, &MetaOf(m).Node, "message of role", string(RoleOf(m)))
		}
	}
	if last < 0 {
		f.notes.Loss(CodeHistory, Synthesized, -1, "empty answer: there is none", "")
		m := &AssistantMessage{StopReason: StopNormal}
		return []Message{f.assistant(m)}
	}
	return []Message{f.assistant(in[last].(*AssistantMessage))}
}

// message fits one message; nil drops it.
func (f *fitter) message(m Message) Message {
	switch m := m.(type) {
	case *UserMessage:
		return f.user(m)
	case *AssistantMessage:
		return f.assistant(m)
	case *ToolResultMessage:
		return f.toolResult(m)
	case *SystemMessage:
		return f.system(m)
	case *CustomMessage, *BranchSummary, *CompactionSummary:
		switch m := f.ofModel(m).(type) {
		case *UserMessage:
			return f.user(m)
		case *CustomMessage:
			return f.custom(m)
		case *BranchSummary, *CompactionSummary:
			return f.summary(m)
		default:
			return nil
		}
	default:
		panic(fmt.Sprintf("conv: a %T is no message that fits a format; see Customs", m))
	}
}

func summarized(meta *Meta, text string) *UserMessage {
	m := &UserMessage{Meta: *meta, Content: []UserContent{&TextContent{Text: text}}}
	m.Extensions = nil
	return m
}

// meta is what of a message's common fields is held, and whether that is all.
func (f *fitter) meta(m *Meta) (Meta, bool) {
	x := *m
	n := &m.Node
	x.Extensions = f.residue(n)
	if x.ID != "" && !f.Has(MessageID) {
		f.lose(CodeID, Dropped, n, "message id", "")
		x.ID = ""
	}
	if x.Name != "" && !f.Has(SpeakerName) {
		f.lose(CodeName, Dropped, n, "name", "")
		x.Name = ""
	}
	if x.Timestamp != 0 && !f.Has(Timestamps) {
		f.lose(CodeTime, Dropped, n, "timestamp", "")
		x.Timestamp = 0
	}
	if x.Timestamp%1000 != 0 && f.Has(Timestamps) && !f.Has(Milliseconds) {
		f.lose(CodeTime, Downgraded, n, "timestamp, now whole seconds", "")
		x.Timestamp -= x.Timestamp % 1000
	}
	if x.EncryptedValue != "" && !f.Has(EncryptedValues) {
		f.lose(CodeSignature, Dropped, n, "encrypted value", "")
		x.EncryptedValue = ""
	}
	if !f.Has(Groups) {
		x.Group = ""
	}
	same := len(x.Extensions) == len(m.Extensions) && x.ID == m.ID && x.Name == m.Name &&
		x.Timestamp == m.Timestamp && x.EncryptedValue == m.EncryptedValue && x.Group == m.Group
	return x, same
}

func (f *fitter) user(m *UserMessage) Message {
	meta, same := f.meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.User)
	if same && kept {
		return m
	}
	return &UserMessage{Meta: meta, Content: content}
}

// system fits an instruction in mid-conversation. Where there is no place for
// one it becomes what the user says.
func (f *fitter) system(m *SystemMessage) Message {
	if f.System == 0 {
		return f.user(f.systemAsUser(m))
	}
	meta, same := f.meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.System)
	if f.Limits&OneInstruction != 0 {
		content, kept = f.oneInstruction(m, content, kept)
	}
	role := RoleOf(m)
	if role == RoleDeveloper && !f.Has(Developer) {
		f.lose(CodeRole, Downgraded, &m.Node, "role, now system,", string(role))
		role = RoleSystem
	}
	if same && kept && role == m.Role {
		return m
	}
	return &SystemMessage{Meta: meta, Role: role, Content: content}
}

// systemAsUser is an instruction as what the user says.
func (f *fitter) systemAsUser(m *SystemMessage) *UserMessage {
	f.lose(CodeSystem, Downgraded, &m.Node, "message, now user text, of role", string(RoleOf(m)))
	u := &UserMessage{Meta: m.Meta}
	for _, b := range m.Content {
		if t, ok := b.(*TextContent); ok {
			x := *t
			x.Text = "[system] " + t.Text
			u.Content = append(u.Content, &x)
		}
	}
	return u
}

// own reports whether a document of the format had a message in this role.
func (f *fitter) own(n *Node) bool { return n.Extensions.Get(f.family, OwnRole) != "" }

// summary fits a summary that stays one.
func (f *fitter) summary(m Message) Message {
	if meta, same := f.meta(MetaOf(m)); !same {
		return WithMeta(m, meta)
	}
	return m
}

// uniqueIDs is the messages without the ids that an earlier one has.
func (f *fitter) uniqueIDs(in []Message) []Message {
	seen := make(map[string]bool, len(in))
	out := in
	for i, m := range in {
		meta := *MetaOf(m)
		if meta.ID == "" || !seen[meta.ID] {
			seen[meta.ID] = true
			continue
		}
		f.lose(CodeID, Dropped, &meta.Node, "message id that another message has", meta.ID)
		if &out[0] == &in[0] {
			out = slices.Clone(in)
		}
		meta.ID = ""
		out[i] = WithMeta(m, meta)
	}
	return out
}

// ofModel drops, by nil, an entry of an application that the format has no
// place for, and says a summary that it has none for as user text.
func (f *fitter) ofModel(m Message) Message {
	switch m := m.(type) {
	case *CustomMessage:
		if !f.Has(CustomMessages) && !f.own(&m.Node) && !m.IsOf(f.family) {
			f.lose(CodeUI, Dropped, &m.Node, "custom message", m.CustomType)
			return nil
		}
	case *BranchSummary:
		if !f.Has(Summaries) && !f.own(&m.Node) {
			f.lose(CodeBranch, Downgraded, &m.Node, "summary of a branch, now user text", "")
			return summarized(&m.Meta, m.Text())
		}
	case *CompactionSummary:
		if !f.Has(Summaries) && !f.own(&m.Node) {
			f.lose(CodeBranch, Downgraded, &m.Node, "summary of earlier messages, now user text", "")
			return summarized(&m.Meta, m.Text())
		}
	}
	return m
}

func (f *fitter) custom(m *CustomMessage) Message {
	meta, same := f.meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.User)
	if same && kept {
		return m
	}
	x := *m
	x.Meta, x.Content = meta, content
	return &x
}
