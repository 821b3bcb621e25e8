package alpaca

import "convo/conv"

// reduce does what holds cannot say: questions and answers take turns, and a
// question comes first. It changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	out := *c
	out.Messages = nil
	if len(c.Messages) == 0 || !asks(c.Messages[0]) {
		notes.Info(conv.CodeSynthesized, conv.Synthesized, c.Offset(), "empty question: there is none", "")
		out.Messages = []conv.Message{&conv.UserMessage{}}
	}
	for _, m := range c.Messages {
		last := len(out.Messages) - 1
		if last < 0 || asks(out.Messages[last]) != asks(m) {
			out.Messages = append(out.Messages, saying(m, said(m)))
			continue
		}
		notes.Loss(conv.CodeMerge, conv.Merged, conv.MetaOf(m).Offset(), "message, now one with the message before it, of role", string(conv.RoleOf(m)))
		before := out.Messages[last]
		out.Messages[last] = saying(before, apart(said(before), said(m)))
	}
	return &out
}

// asks reports whether a message is a question. Fit has left nothing but
// questions and answers.
func asks(m conv.Message) bool {
	_, ok := m.(*conv.UserMessage)
	return ok
}

// said is the text of a message. Fit has made one of all.
func said(m conv.Message) string {
	switch m := m.(type) {
	case *conv.UserMessage:
		return m.Text()
	case *conv.AssistantMessage:
		return m.Text()
	}
	return ""
}

// saying is a copy of a message with another text.
func saying(m conv.Message, text string) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		return m.WithContent(question(text).Content)
	case *conv.AssistantMessage:
		return m.WithContent(answer(text).Content)
	}
	return m
}

// apart is two texts with a blank line between them.
func apart(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
