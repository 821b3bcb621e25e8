package alpaca

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/training"
)

// reduce does what holds cannot say: a message says something, and questions
// and answers take turns. It changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	training.Reduce(c, oneTextEach, notes)
	training.Only(c, false, notes)
	out, p := *c, training.Of(c)
	if !p.Pair {
		training.Whole(&out)
		if out.Messages = takingTurns(out.Messages, notes); len(out.Messages) > 0 && !asks(&out) && otherName(&out.Node, "output") == "" {
			own.Drop(&out.Node, "~-output") // it has one
		}
		return &out
	}
	if p.History = takingTurns(p.History, notes); !asks(c.WithMessages(p.History)) {
		training.Reduce(&out, func(_, _ []conv.Message) bool { return false }, notes)
		return reduce(&out, notes)
	}
	for _, key := range [...]string{"chosen", "rejected"} { // of another pair
		own.Drop(&out.Node, key)
	}
	out.Messages = slices.Concat(p.History, p.Rejected, p.Chosen)
	return &out
}

// oneTextEach reports whether each answer of a pair is one text.
func oneTextEach(rejected, chosen []conv.Message) bool {
	for _, answer := range [...][]conv.Message{rejected, chosen} {
		if len(answer) != 1 || conv.RoleOf(answer[0]) != conv.RoleAssistant || said(answer[0]) == "" {
			return false
		}
	}
	return true
}

// takingTurns is questions and answers that take turns, each with a text.
func takingTurns(in []conv.Message, notes *note.Notes) []conv.Message {
	out := make([]conv.Message, 0, len(in))
	var texts [][]string // of each message
	for _, m := range in {
		meta, role, last := conv.MetaOf(m), string(conv.RoleOf(m)), len(texts)-1
		switch {
		case said(m) == "":
			notes.Info(note.CodeSynthesized, note.Dropped, meta.Offset(), "empty message of role", role)
		case follows(out, m) && own.Get(&meta.Node, hintApart) == "":
			notes.Loss(note.CodeMerge, note.Merged, meta.Offset(), "message, now one with the message before it, of role", role)
			texts[last] = append(texts[last], said(m))
		default:
			out, texts = append(out, m), append(texts, []string{said(m)})
		}
	}
	for i, m := range out {
		if len(texts[i]) > 1 {
			out[i] = saying(m, strings.Join(texts[i], "\n\n"))
		}
	}
	return out
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
