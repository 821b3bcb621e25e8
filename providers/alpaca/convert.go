package alpaca

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// hintInput is a hint on a question: the end of its text was the input.
const hintInput = "~input"

// conversation makes a conversation of a row.
func conversation(r *row) *conv.Conversation {
	c := &conv.Conversation{Node: r.Node, SystemPrompt: r.system}
	for _, pair := range r.history {
		c.Messages = append(c.Messages, question(pair[0]), answer(pair[1]))
	}
	last := question(joined(r.instruction, r.input))
	last.PlaceAt(r.Offset())
	if r.input != "" {
		own.Set(&last.Node, hintInput, rawjson.Quoted(r.input))
	}
	c.Messages = append(c.Messages, last)
	if r.output != nil {
		c.Messages = append(c.Messages, answer(*r.output))
	}
	return c
}

// joined is what a model is asked.
func joined(instruction, input string) string {
	if instruction == "" || input == "" {
		return instruction + input
	}
	return instruction + "\n" + input
}

func question(text string) *conv.UserMessage {
	m := &conv.UserMessage{}
	if text != "" {
		m.Content = []conv.UserContent{&conv.TextContent{Text: text}}
	}
	return m
}

func answer(text string) *conv.AssistantMessage {
	m := &conv.AssistantMessage{}
	if text != "" {
		m.Content = []conv.AssistantContent{&conv.TextContent{Text: text}}
	}
	return m
}

// rowOf makes a row of questions and answers that take turns.
func rowOf(c *conv.Conversation) *row {
	r := &row{Node: c.Node, system: c.SystemPrompt}
	var asked *conv.UserMessage
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			if asked != nil && r.output != nil {
				r.history = append(r.history, [2]string{asked.Text(), *r.output})
			}
			asked, r.output = m, nil
		case *conv.AssistantMessage:
			text := m.Text()
			r.output = &text
		}
	}
	if asked != nil {
		r.instruction, r.input = parted(asked.Text(), own.Text(&asked.Node, hintInput))
	}
	return r
}

// parted is a question as instruction and input, if it still ends in that.
func parted(text, input string) (string, string) {
	if input != "" && joined(strings.TrimSuffix(text, "\n"+input), input) == text {
		return strings.TrimSuffix(text, "\n"+input), input
	}
	if text == input {
		return "", input
	}
	return text, ""
}
