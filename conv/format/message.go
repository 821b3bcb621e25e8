package format

import (
	"reflect"

	"convo/conv"
)

// HasContent reports whether a message has content or another purpose. A
// result may be empty.
func HasContent(m conv.Message) bool {
	switch m := m.(type) {
	case *conv.UserMessage:
		return len(m.Content) > 0 || len(m.Extensions) > 0
	case *conv.AssistantMessage:
		return len(m.Content) > 0 || m.ErrorMessage != "" || m.EncryptedValue != "" || len(m.Extensions) > 0 || m.StopReason == conv.StopError || m.StopReason == conv.StopAborted
	case *conv.SystemMessage:
		return len(m.Content) > 0 || len(m.Extensions) > 0
	}
	return true
}

// SetContent makes blocks the content of a message. It returns one that the message cannot
// hold; nil: it holds all of them.
func SetContent(m conv.Message, list []conv.Block) (misfit conv.Block) {
	switch m := m.(type) {
	case *conv.UserMessage:
		m.Content, misfit = heldBy[conv.UserContent](list)
	case *conv.AssistantMessage:
		m.Content, misfit = heldBy[conv.AssistantContent](list)
	case *conv.ToolResultMessage:
		m.Content, misfit = heldBy[conv.ToolResultContent](list)
	case *conv.SystemMessage:
		m.Content, misfit = heldBy[conv.SystemContent](list)
	case *conv.CustomMessage:
		m.Content, misfit = heldBy[conv.UserContent](list)
	}
	return misfit
}

func heldBy[B conv.Block](list []conv.Block) (all []B, misfit conv.Block) {
	if list != nil {
		all = make([]B, 0, len(list))
	}
	for _, x := range list {
		b, ok := x.(B)
		if !ok {
			return nil, x
		}
		all = append(all, b)
	}
	return all, nil
}

// WithMeta returns a copy of a message with another common part. It returns a
// message of a foreign type unchanged.
func WithMeta(m conv.Message, meta conv.Meta) conv.Message {
	switch x := m.(type) {
	case *conv.UserMessage:
		m = new(*x)
	case *conv.AssistantMessage:
		m = new(*x)
	case *conv.ToolResultMessage:
		m = new(*x)
	case *conv.SystemMessage:
		m = new(*x)
	case *conv.CustomMessage:
		m = new(*x)
	case *conv.BranchSummary:
		m = new(*x)
	case *conv.CompactionSummary:
		m = new(*x)
	default:
		return m
	}
	*conv.MetaOf(m) = meta
	return m
}

// Identical reports whether two messages are one: the same pointer or, of an
// application's types, equal values. == panics for values that Go cannot compare;
// those are never the same.
func Identical(a, b conv.Message) bool {
	switch a := a.(type) { // the usual ones, of which nothing has to be found out
	case *conv.AssistantMessage:
		b, ok := b.(*conv.AssistantMessage)
		return ok && a == b
	case *conv.ToolResultMessage:
		b, ok := b.(*conv.ToolResultMessage)
		return ok && a == b
	}
	if conv.IsForeign(a) && !reflect.ValueOf(a).Comparable() {
		return false
	}
	return a == b
}

// UsageOf is where a message says what it used; nil if its type never does.
func UsageOf(m conv.Message) **conv.Usage {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		return &m.Usage
	case *conv.BranchSummary:
		return &m.Usage
	case *conv.CompactionSummary:
		return &m.Usage
	}
	return nil
}
