package alpaca

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// conversation makes a conversation of a row.
func conversation(r *row) *conv.Conversation {
	c := &conv.Conversation{Node: r.Node, SystemPrompt: r.system}
	if n := len(r.history); n > 0 {
		c.Messages = make([]conv.Message, 0, 2*n+2) // room that grows would be many times the input
	}
	for _, pair := range r.history {
		say(c, conv.UserText(pair[0]), pair[1])
	}
	last := conv.UserText(joined(r.instruction, r.input))
	if r.input != "" {
		own.Set(&last.Node, hintInput, rawjson.Quoted(r.input))
	}
	say(c, last, r.output)
	if chosen, rejected := r.chosen.Text(), r.rejected.Text(); chosen != "" && rejected != "" && r.output == "" && asks(c) {
		p := training.Parts{History: c.Messages, Pair: true}
		p.Rejected, p.Chosen = answers(c, rejected), answers(c, chosen)
		training.Join(c, p)
		return c
	}
	for i, raw := range [...]conv.Raw{r.chosen, r.rejected} {
		if raw != "" {
			own.Set(&c.Node, [...]string{"chosen", "rejected"}[i], raw)
		}
	}
	if n := len(c.Messages); n > 0 && r.output == "" && conv.RoleOf(c.Messages[n-1]) == conv.RoleAssistant && otherName(&c.Node, "output") == "" {
		own.Drop(&c.Node, "~-output") // the last answer of the history becomes the output
	}
	return c
}

// rename reads the columns that have another name, unless the row has ours, too.
func (r *row) rename() {
	for i, o := range others {
		text, raw := r.column(o.column), r.others[i]
		switch {
		case raw == "":
		case *text != "" || raw[0] != '"' || o.column != "system" && own.Hint(&r.Node, "-"+o.column) == "" || otherName(&r.Node, o.column) != "":
			own.Set(&r.Node, o.name, raw)
		default:
			own.SetHint(&r.Node, o.name, "true")
			*text = raw.Text()
		}
	}
}

// asks reports whether a conversation ends in a question.
func asks(c *conv.Conversation) bool {
	n := len(c.Messages)
	return n > 0 && conv.RoleOf(c.Messages[n-1]) == conv.RoleUser
}

// answers is an answer of a pair.
func answers(c *conv.Conversation, text string) []conv.Message {
	m := conv.AssistantText(text)
	m.SetOffset(c.Offset())
	return []conv.Message{m}
}

// say appends a question and its answer, unless they are empty.
func say(c *conv.Conversation, asked *conv.UserMessage, answer string) {
	pair := []conv.Message{asked, conv.AssistantText(answer)}
	for i, m := range pair {
		if said(m) == "" {
			continue
		}
		meta := conv.MetaOf(m)
		meta.SetOffset(c.Offset())
		if follows(c.Messages, m) || i == 1 && said(asked) == "" && len(c.Messages) > 0 {
			own.Set(&meta.Node, hintApart, "true")
		}
		c.Messages = append(c.Messages, m)
	}
}

// follows reports whether a message comes after one of the same role.
func follows(messages []conv.Message, m conv.Message) bool {
	n := len(messages)
	return n > 0 && conv.RoleOf(messages[n-1]) == conv.RoleOf(m)
}

// joined is what a model is asked.
func joined(instruction, input string) string {
	if instruction == "" || input == "" {
		return instruction + input
	}
	return instruction + "\n" + input
}
