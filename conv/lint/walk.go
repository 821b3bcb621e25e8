package lint

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
)

// EachBlock passes the blocks of all messages, with their message.
func EachBlock(c *conv.Conversation, pass func(conv.Message, conv.Block)) {
	for _, m := range c.Messages {
		for b := range conv.BlocksOf(m) {
			pass(m, b)
		}
	}
}

// EachCall passes the tool calls of all answers.
func EachCall(c *conv.Conversation, pass func(*conv.AssistantMessage, *conv.ToolCall)) {
	for _, m := range c.Messages {
		a, _ := m.(*conv.AssistantMessage)
		for t := range a.Calls {
			pass(a, t)
		}
	}
}

// IsCall reports whether a block of an answer is a tool call.
func IsCall(b conv.AssistantContent) bool {
	_, ok := b.(*conv.ToolCall)
	return ok
}

// LastAnswer returns the answer at the end of a history, nil if it ends with
// another message. Excluded messages do not count.
func LastAnswer(history []conv.Message) *conv.AssistantMessage {
	for _, m := range slices.Backward(history) {
		if !conv.MetaOf(m).Excluded {
			a, _ := m.(*conv.AssistantMessage)
			return a
		}
	}
	return nil
}

// Results returns the tool results at the start of a history.
func Results(history []conv.Message) []*conv.ToolResultMessage {
	var all []*conv.ToolResultMessage
	for _, m := range history {
		r, ok := m.(*conv.ToolResultMessage)
		if !ok {
			break
		}
		all = append(all, r)
	}
	return all
}

// SignatureOf returns the signature of a block, "" if it has none.
func SignatureOf(b conv.Block) string {
	switch b := b.(type) {
	case *conv.TextContent:
		return b.TextSignature
	case *conv.ThinkingContent:
		return b.ThinkingSignature
	case *conv.ToolCall:
		return b.ThoughtSignature
	}
	return ""
}

// Quoted quotes a name from an input for a message.
func Quoted(name string) string { return note.QuoteName(strings.ToValidUTF8(name, "�")) }

// Continues reports whether the server has the start of the history: the
// request names the answer, the conversation or the stored prompt that it
// continues.
func Continues(c *conv.Conversation) bool {
	return c.Request != nil && (namesStored(&c.Request.Node) || namesStored(&c.Node))
}

func namesStored(n *conv.Node) bool {
	return slices.ContainsFunc(n.Extensions, func(e extension.Extension) bool {
		get := func(key string) conv.Raw { return n.Extensions.Get(e.Family, key) }
		return get("previous_response_id") != "" || get("conversation") != "" || strings.HasPrefix(string(get("prompt")), "{")
	})
}
