package alpaca

import (
	"strings"

	"convo/conv"
)

// reduce does what holds cannot say: a message says something, and questions
// and answers take turns. It changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	out := *c
	out.Messages = make([]conv.Message, 0, len(c.Messages))
	var texts [][]string // of each message
	for _, m := range c.Messages {
		meta, role, last := conv.MetaOf(m), string(conv.RoleOf(m)), len(texts)-1
		switch {
		case said(m) == "":
			notes.Info(conv.CodeSynthesized, conv.Dropped, meta.Offset(), "empty message of role", role)
		case follows(out.Messages, m) && own.Get(&meta.Node, hintApart) == "":
			notes.Loss(conv.CodeMerge, conv.Merged, meta.Offset(), "message, now one with the message before it, of role", role)
			texts[last] = append(texts[last], said(m))
		default:
			out.Messages, texts = append(out.Messages, m), append(texts, []string{said(m)})
		}
	}
	for i, m := range out.Messages {
		if len(texts[i]) > 1 {
			out.Messages[i] = saying(m, strings.Join(texts[i], "\n\n"))
		}
	}
	return &out
}

// said is the text of a message. Fit has left nothing but questions and
// answers, each with one text at most.
func said(m conv.Message) string {
	if m, ok := m.(*conv.AssistantMessage); ok {
		return m.Text()
	}
	return m.(*conv.UserMessage).Text()
}

// saying is a copy of a message with another text.
func saying(m conv.Message, text string) conv.Message {
	if m, ok := m.(*conv.AssistantMessage); ok {
		return m.WithContent(conv.AssistantText(text).Content)
	}
	return m.(*conv.UserMessage).WithContent(conv.UserText(text).Content)
}
