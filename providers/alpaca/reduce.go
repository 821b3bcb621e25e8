package alpaca

import "convo/conv"

// reduce does what holds cannot say: questions and answers take turns, a
// question comes first, and each is one string.
func reduce(c *conv.Conversation, notes *conv.Notes) *conv.Conversation {
	out := *c
	out.Messages = nil
	var asked *conv.UserMessage // the last message, if it is a question
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			if asked != nil || len(m.Content) > 1 {
				notes.Loss(conv.CodeMerge, conv.Merged, m.Offset(), "texts or questions in a row", "")
			}
			if asked == nil {
				x := *m
				x.Content = nil
				asked = &x
				out.Messages = append(out.Messages, asked)
			}
			for _, b := range m.Content {
				asked.Content = add(asked.Content, b)
			}
		case *conv.AssistantMessage:
			if asked == nil {
				notes.Info(conv.CodeSynthesized, conv.Synthesized, m.Offset(), "empty question, for an answer to nothing", "")
				out.Messages = append(out.Messages, &conv.UserMessage{})
			}
			x := answer(m.Text())
			x.Meta = m.Meta
			out.Messages = append(out.Messages, x)
			asked = nil
		}
	}
	if len(out.Messages) == 0 {
		notes.Info(conv.CodeSynthesized, conv.Synthesized, -1, "empty question: there is none", "")
		out.Messages = []conv.Message{&conv.UserMessage{}}
	}
	return &out
}

// add adds a text to a question, which is one text or none.
func add(question []conv.UserContent, b conv.UserContent) []conv.UserContent {
	t, ok := b.(*conv.TextContent)
	switch {
	case !ok || t.Text == "":
		return question
	case len(question) == 0:
		x := *t
		return append(question, &x)
	}
	question[0].(*conv.TextContent).Text += "\n\n" + t.Text
	return question
}
