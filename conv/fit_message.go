package conv

import (
	"fmt"
	"strings"
)

// messages fits every message, keeping the slice if none changes.
func (f *fitter) messages(in []Message) []Message {
	f.all = in
	out, shared := in, true
	for i, m := range in {
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
	if f.has(Groups) && !f.has(GroupNames) {
		out = wireGroups(out)
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
			f.lose(CodeHistory, Dropped, MetaOf(m).node(), "message of role", string(RoleOf(m)))
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
	case *CustomMessage:
		return f.custom(m)
	case *BranchSummary:
		if f.has(Summaries) {
			return m
		}
		f.lose(CodeBranch, Downgraded, &m.Node, "summary of a branch, now user text", "")
		return f.user(summarized(&m.Meta, m.Text()))
	case *CompactionSummary:
		if f.has(Summaries) {
			return m
		}
		f.lose(CodeBranch, Downgraded, &m.Node, "summary of earlier messages, now user text", "")
		return f.user(summarized(&m.Meta, m.Text()))
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
	if x.ID != "" && !f.has(MessageID) {
		f.lose(CodeID, Dropped, n, "message id", "")
		x.ID = ""
	}
	if x.Name != "" && !f.has(SpeakerName) {
		f.lose(CodeName, Dropped, n, "name", "")
		x.Name = ""
	}
	if x.Timestamp != 0 && !f.has(Timestamps) {
		f.lose(CodeTime, Dropped, n, "timestamp", "")
		x.Timestamp = 0
	}
	if x.Timestamp%1000 != 0 && f.has(Timestamps) && !f.has(Milliseconds) {
		f.lose(CodeTime, Downgraded, n, "timestamp, now whole seconds", "")
		x.Timestamp -= x.Timestamp % 1000
	}
	if x.EncryptedValue != "" && !f.has(EncryptedValues) {
		f.lose(CodeSignature, Dropped, n, "encrypted value", "")
		x.EncryptedValue = ""
	}
	if !f.has(Groups) {
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
		f.lose(CodeSystem, Downgraded, &m.Node, "message, now user text, of role", string(RoleOf(m)))
		u := &UserMessage{Meta: m.Meta}
		for _, b := range m.Content {
			if t, ok := b.(*TextContent); ok {
				x := *t
				x.Text = "[system] " + t.Text
				u.Content = append(u.Content, &x)
			}
		}
		return f.user(u)
	}
	meta, same := f.meta(&m.Meta)
	content, kept := fitBlocks(f, m.Content, f.System)
	role := RoleOf(m)
	if role == RoleDeveloper && !f.has(Developer) {
		f.lose(CodeRole, Downgraded, &m.Node, "role, now system,", string(role))
		role = RoleSystem
	}
	if same && kept && role == m.Role {
		return m
	}
	return &SystemMessage{Meta: meta, Role: role, Content: content}
}

func (f *fitter) custom(m *CustomMessage) Message {
	if f.has(CustomMessages) || strings.HasPrefix(m.CustomType, f.family+".") && m.Data != "" {
		meta, same := f.meta(&m.Meta)
		if same {
			return m
		}
		x := *m
		x.Meta = meta
		return &x
	}
	f.lose(CodeUI, Dropped, &m.Node, "custom message", m.CustomType)
	return nil
}

func (f *fitter) toolResult(m *ToolResultMessage) Message {
	x := *m
	var same, kept bool
	x.Meta, same = f.meta(&m.Meta)
	x.Content, kept = fitBlocks(f, m.Content, f.ToolResult|f.User)
	if x.IsError && !f.has(ErrorFlags) {
		f.lose(CodeErrorFlag, Dropped, &m.Node, "error flag of a tool result", "")
		x.IsError = false
	}
	if x.ToolName != "" && !f.has(ToolNames) {
		if f.toolName(x.ToolCallID) != x.ToolName {
			f.lose(CodeName, Dropped, &m.Node, "tool name of a result", x.ToolName)
		}
		x.ToolName = ""
	}
	if x.ToolName == "" && f.Demands&ToolNames != 0 {
		if x.ToolName = f.toolName(x.ToolCallID); x.ToolName != "" {
			f.info(CodeName, Synthesized, &m.Node, "tool name of a result", x.ToolName)
		}
	}
	if !f.has(PrivateDetails) {
		f.drop(&x.Details, CodePrivate, &m.Node, "private details of a tool result")
		if x.Terminate {
			f.lose(CodePrivate, Dropped, &m.Node, "terminate flag of a tool result", "")
			x.Terminate = false
		}
	}
	if same && kept && x.IsError == m.IsError && x.ToolName == m.ToolName && x.Details == m.Details && x.Terminate == m.Terminate {
		return m
	}
	return &x
}

// toolName is the name of the tool that a call asked for.
func (f *fitter) toolName(callID string) string {
	if f.names == nil {
		f.names = map[string]string{}
		for _, m := range f.all {
			if a, ok := m.(*AssistantMessage); ok {
				for _, b := range a.Content {
					if t, ok := b.(*ToolCall); ok {
						f.names[t.ID] = t.Name
					}
				}
			}
		}
	}
	return f.names[callID]
}

// moveMedia takes the blocks that a tool result cannot hold, but a user
// message can, to one user message behind the run of results.
func (f *fitter) moveMedia(in []Message) []Message {
	if f.User&^f.ToolResult&(ImageBlock|AudioBlock|VideoBlock|DocumentBlock) == 0 {
		return in
	}
	var out []Message
	var moved []UserContent
	from := 0 // in[:from] is in out
	for i := 0; i <= len(in); i++ {
		var r *ToolResultMessage
		if i < len(in) {
			r, _ = in[i].(*ToolResultMessage)
		}
		if r == nil && moved != nil {
			out = append(append(out, in[from:i]...), &UserMessage{Content: moved})
			moved, from = nil, i
		}
		if r == nil {
			continue
		}
		if kept, rest := f.splitResult(r); kept != nil {
			out = append(append(out, in[from:i]...), kept)
			from = i + 1
			if moved == nil {
				moved = []UserContent{&TextContent{Text: "Attached image(s) from tool result:"}}
			}
			moved = append(moved, rest...)
		}
	}
	if out == nil {
		return in
	}
	return append(out, in[from:]...)
}

// splitResult parts a result into what it can hold and the rest; nil if it
// can hold all.
func (f *fitter) splitResult(m *ToolResultMessage) (*ToolResultMessage, []UserContent) {
	var kept []ToolResultContent
	var rest []UserContent
	for _, b := range m.Content {
		u, isUser := b.(UserContent)
		if isUser && blockBit(b)&^f.ToolResult != 0 {
			f.lose(CodeResultMedia, Downgraded, b.node(), "block of a tool result, now in a user message, of type", b.BlockType())
			rest = append(rest, u)
			continue
		}
		kept = append(kept, b)
	}
	if rest == nil {
		return nil, nil
	}
	if kept == nil {
		kept = []ToolResultContent{&TextContent{Text: "(see attached image)"}}
	}
	x := *m
	x.Content = kept
	return &x, rest
}

// MetaOf is the common part of a message; an empty one for a foreign type.
func MetaOf(m Message) *Meta {
	switch m := m.(type) {
	case *UserMessage:
		return &m.Meta
	case *AssistantMessage:
		return &m.Meta
	case *ToolResultMessage:
		return &m.Meta
	case *SystemMessage:
		return &m.Meta
	case *CustomMessage:
		return &m.Meta
	case *BranchSummary:
		return &m.Meta
	case *CompactionSummary:
		return &m.Meta
	default:
		return &Meta{}
	}
}

// RoleOf is a message's role; custom for a foreign type.
func RoleOf(m Message) Role {
	switch m := m.(type) {
	case *UserMessage:
		return RoleUser
	case *AssistantMessage:
		return RoleAssistant
	case *ToolResultMessage:
		return RoleToolResult
	case *SystemMessage:
		if m.Role == "" {
			return RoleSystem
		}
		return m.Role
	case *BranchSummary:
		return RoleBranchSummary
	case *CompactionSummary:
		return RoleCompactionSummary
	default:
		return RoleCustom
	}
}
