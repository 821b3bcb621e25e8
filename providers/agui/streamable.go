package agui

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// unstreamable is how many messages of a conversation must go into a snapshot:
// all up to the last one that events cannot hold completely.
func unstreamable(c *conv.Conversation) int {
	calls := map[string]int{} // the message that has a call first
	n, other := 0, -1         // other is the last message that is no result
	for i, m := range c.Messages {
		if r, ok := m.(*conv.ToolResultMessage); ok {
			if !streamsResult(r, other, calls) {
				n = i + 1
			}
			continue
		}
		if other = i; !streams(c.Messages, i, calls) {
			n = i + 1
		}
		if a, ok := m.(*conv.AssistantMessage); ok {
			if len(a.Content) == 0 && endsOpen(c.Messages[:i]) {
				n = i // in one run with the answer before it, this would be its end
			}
			for _, t := range a.ToolCalls() {
				if _, known := calls[t.ID]; !known {
					calls[t.ID] = i
				}
			}
		}
	}
	return n
}

// streams reports whether events hold all of a message that is no result.
func streams(all []conv.Message, i int, calls map[string]int) bool {
	switch m := all[i].(type) {
	case *conv.UserMessage:
		return plainMeta(&m.Meta) && plainText(m.Content)
	case *conv.SystemMessage:
		return plainMeta(&m.Meta) && plainText(m.Content)
	case *conv.AssistantMessage:
		return streamsAnswer(all, i, m, calls)
	case *conv.CustomMessage:
		return plainMeta(&m.Meta) && !isForeignRole(m)
	default:
		return true
	}
}

// plainMeta reports whether events have a field for all residue of a message.
func plainMeta(m *conv.Meta) bool { return only(&m.Node, "metadata", "subagentRunId") }

// only reports whether a node's residue is only under some keys.
func only(n *conv.Node, keys ...string) bool {
	return !slices.ContainsFunc(n.Extensions.Of(family), func(m rawjson.Member) bool {
		return m.Key != record.HintAliases && !slices.Contains(keys, m.Key)
	})
}

// plainText reports whether content is one text without anything else.
func plainText[B conv.Block](blocks []B) bool {
	if len(blocks) != 1 {
		return false
	}
	t, ok := conv.Block(blocks[0]).(*conv.TextContent)
	return ok && only(&t.Node)
}

// streamsResult reports whether events hold all of a result and put it at its
// place: after its call and the results there, or at the end without a call.
// other is the last message before it that is no result.
func streamsResult(m *conv.ToolResultMessage, other int, calls map[string]int) bool {
	if owner, ok := calls[m.ToolCallID]; ok && owner < other {
		return false
	}
	return plainMeta(&m.Meta) && !m.IsError && m.Extensions.Get(family, "error") == ""
}

// streamsAnswer reports whether events hold all of an answer: it has a text or
// a call, and its calls have new ids.
func streamsAnswer(all []conv.Message, i int, m *conv.AssistantMessage, calls map[string]int) bool {
	text, own := false, map[string]bool{}
	for _, b := range m.Content {
		switch t := b.(type) {
		case *conv.TextContent:
			text = true
		case *conv.ThinkingContent:
			if !only(&t.Node, "metadata", "subagentRunId", "id") {
				return false
			}
		case *conv.ToolCall:
			_, known := calls[t.ID]
			if t.ID == "" || known || own[t.ID] || !only(&t.Node, "metadata") {
				return false
			}
			own[t.ID] = true
		}
	}
	switch {
	case isLonely(all, i):
		return true
	case len(m.Content) == 0:
		return plainMeta(&m.Meta) && m.Name == "" && m.EncryptedValue == ""
	case !text && (len(own) == 0 || m.Name != "" || !only(&m.Node)):
		return false
	}
	return plainMeta(&m.Meta)
}
