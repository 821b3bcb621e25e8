package alpaca

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// rowOf makes a row of a conversation that reduce has been through.
func rowOf(c *conv.Conversation) *row {
	r := &row{Node: c.Node, system: c.SystemPrompt, chosen: own.Get(&c.Node, "chosen"), rejected: own.Get(&c.Node, "rejected")}
	p := training.Of(c)
	if p.Pair {
		r.chosen, r.rejected = rawjson.Quoted(said(p.Chosen[0])), rawjson.Quoted(said(p.Rejected[0]))
	} else {
		p.History = c.Messages
	}
	pairs := make([][2]string, 0, len(c.Messages)/2+1)
	input := ""
	for _, m := range p.History {
		last := len(pairs) - 1
		switch m := m.(type) {
		case *conv.UserMessage:
			pairs, input = append(pairs, [2]string{m.Text(), ""}), own.Text(&m.Node, hintInput)
		case *conv.AssistantMessage:
			if last >= 0 && pairs[last][1] == "" && own.Get(&m.Node, hintApart) == "" {
				pairs[last][1] = m.Text()
			} else {
				pairs, input = append(pairs, [2]string{"", m.Text()}), ""
			}
		default:
			panic(fmt.Sprintf("alpaca: a %T", m))
		}
	}
	if last := len(pairs) - 1; last >= 0 {
		r.history, r.output = pairs[:last], pairs[last][1]
		r.instruction, r.input = parted(pairs[last][0], input)
	}
	if r.input == "" && otherName(&r.Node, "instruction") == "" {
		own.Drop(&r.Node, "~-instruction") // a row has one of both
	}
	for i, o := range others {
		if r.others[i] = own.Get(&c.Node, o.name); own.Hint(&r.Node, o.name) != "" {
			text := r.column(o.column)
			r.others[i], *text = rawjson.Quoted(*text), ""
		}
	}
	return r
}

// parted is a question as instruction and input, if it still ends in that.
func parted(text, input string) (string, string) {
	if instruction, ok := strings.CutSuffix(text, input); ok && input != "" {
		if instruction == "" {
			return "", input
		}
		if instruction, ok = strings.CutSuffix(instruction, "\n"); ok && instruction != "" {
			return instruction, input
		}
	}
	return text, ""
}
