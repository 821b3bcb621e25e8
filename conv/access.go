package conv

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// Text joins every text block of the answer, in order. It is "" for nil.
func (m *AssistantMessage) Text() string {
	if m == nil {
		return ""
	}
	return joinText(m.Content)
}

// Text joins every text block of the message, in order. It is "" for nil.
func (m *UserMessage) Text() string {
	if m == nil {
		return ""
	}
	return joinText(m.Content)
}

// Text joins every text block of the result, in order. It is "" for nil.
func (m *ToolResultMessage) Text() string {
	if m == nil {
		return ""
	}
	return joinText(m.Content)
}

// Text joins every text block of the message, in order. It is "" for nil.
func (m *SystemMessage) Text() string {
	if m == nil {
		return ""
	}
	return joinText(m.Content)
}

// BlocksOf passes the blocks of a message. Summaries and messages of an application
// have none.
func BlocksOf(m Message) iter.Seq[Block] {
	return func(yield func(Block) bool) { eachBlock(m, yield) }
}

// eachBlock is not copied into each loop, where it would be 60 kB of the program. The
// function around it is, so that no loop needs memory.
//
//go:noinline
func eachBlock(m Message, yield func(Block) bool) {
	switch m := m.(type) {
	case *UserMessage:
		passBlocks(m.Content, yield)
	case *AssistantMessage:
		passBlocks(m.Content, yield)
	case *ToolResultMessage:
		passBlocks(m.Content, yield)
	case *SystemMessage:
		passBlocks(m.Content, yield)
	case *CustomMessage:
		passBlocks(m.Content, yield)
	}
}

func passBlocks[B Block](blocks []B, yield func(Block) bool) {
	for _, b := range blocks {
		if !yield(b) {
			return
		}
	}
}

// Calls passes the calls of an answer, in order. Nil has none.
func (m *AssistantMessage) Calls(yield func(*ToolCall) bool) {
	if m == nil {
		return
	}
	for _, b := range m.Content {
		if t, ok := b.(*ToolCall); ok && !yield(t) {
			return
		}
	}
}

func joinText[B Block](blocks []B) string {
	var texts []string
	for _, b := range blocks {
		if t, ok := any(b).(*TextContent); ok && t != nil {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "")
}

// Thinking joins every reasoning block of the answer, in order, except redacted
// ones. It is "" for nil.
func (m *AssistantMessage) Thinking() string {
	if m == nil {
		return ""
	}
	var texts []string
	for _, b := range m.Content {
		if t, ok := b.(*ThinkingContent); ok && t != nil && !t.Redacted {
			texts = append(texts, t.Thinking)
		}
	}
	return strings.Join(texts, "")
}

// ThinkingBlocks returns copies of the answer's reasoning, with its signatures, in
// order. It is nil for nil, and if there is none.
func (m *AssistantMessage) ThinkingBlocks() []ThinkingContent {
	if m == nil {
		return nil
	}
	var blocks []ThinkingContent
	for _, b := range m.Content {
		if t, ok := b.(*ThinkingContent); ok && t != nil {
			x := *t
			x.Extensions = x.Extensions.Clone()
			blocks = append(blocks, x)
		}
	}
	return blocks
}

// ToolCalls returns copies of the answer's calls, in order. It is nil for nil,
// and if there are none.
func (m *AssistantMessage) ToolCalls() []ToolCall {
	var calls []ToolCall
	for t := range m.Calls {
		calls = append(calls, t.clone())
	}
	return calls
}

func (t *ToolCall) clone() ToolCall {
	x := *t
	x.Extensions = x.Extensions.Clone()
	if t.ArgumentsText != nil {
		s := *t.ArgumentsText
		x.ArgumentsText = &s
	}
	return x
}

// Decode unmarshals the arguments into v with encoding/json. Empty arguments are
// an empty object.
func (t *ToolCall) Decode(v any) error {
	return cmp.Or(t.Arguments, "{}").Decode(v)
}

// ContextSize returns the input and the output of the answer, in tokens.
// [Usage.AllTokens] is this and what the cache had. It is 0 if unknown, and for
// nil.
func (m *AssistantMessage) ContextSize() int64 {
	if m == nil || m.Usage == nil {
		return 0
	}
	return rawjson.Sum(m.Usage.Input, m.Usage.Output)
}

// ContextSize returns that of the last answer with known usage that is still sent,
// 0 if there is none.
func (c *Conversation) ContextSize() int64 {
	for _, m := range slices.Backward(c.Messages) {
		if a, ok := m.(*AssistantMessage); ok && !a.Excluded && a.ContextSize() > 0 {
			return a.ContextSize()
		}
	}
	return 0
}

// NodeOf returns the node of a block.
func NodeOf(b Block) *Node { return b.node() }

// MetaOf returns the common part of a message: a copy for an application's type that
// is a value, an empty one for a type that does not embed [Custom].
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
		if c := customPart(m); c != nil {
			return &c.Meta
		}
		return &Meta{}
	}
}

// RoleOf returns a message's role, custom for a foreign type.
//
//go:noinline
func RoleOf(m Message) Role {
	switch m := m.(type) {
	case *UserMessage:
		return RoleUser
	case *AssistantMessage:
		return RoleAssistant
	case *ToolResultMessage:
		return RoleToolResult
	case *SystemMessage:
		return cmp.Or(m.Role, RoleSystem)
	case *BranchSummary:
		return RoleBranchSummary
	case *CompactionSummary:
		return RoleCompactionSummary
	default:
		return RoleCustom
	}
}

// IsOf reports whether a message has a role that only this family of formats
// knows, and does not belong to an application.
func (m *CustomMessage) IsOf(family string) bool {
	return m.Data != "" && strings.HasPrefix(m.CustomType, family) && strings.HasPrefix(m.CustomType[len(family):], ".")
}

// ModelChange reads an entry in which a session of Tau or pi says which model
// answers from here on.
func (m *CustomMessage) ModelChange() (provider, model string, ok bool) {
	if !strings.HasSuffix(m.CustomType, ".model_change") {
		return "", "", false
	}
	provider = cmp.Or(m.Data.Lookup("provider_id").Text(), m.Data.Lookup("provider").Text())
	model = cmp.Or(m.Data.Lookup("model_id").Text(), m.Data.Lookup("modelId").Text())
	return provider, model, model != ""
}

// HasCalls reports whether the answer calls a tool.
//
//go:noinline
func (m *AssistantMessage) HasCalls() bool { return slices.ContainsFunc(m.Content, isCall) }

func isCall(b AssistantContent) bool {
	_, ok := b.(*ToolCall)
	return ok
}
