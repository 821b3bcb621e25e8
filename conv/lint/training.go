package lint

import (
	"slices"

	"convo/conv"
)

// File is what is wrong with a file of n conversations as a whole.
func (m *Validator) File(n int) []Finding {
	v := &validator{Validator: m}
	for i := range m.goals {
		if v.aim(&m.goals[i]); n >= v.rules.FewestLines {
			continue
		}
		for _, r := range targetRules() {
			if r.ID == m.goals[i].letter()+"035" {
				v.rule = &r
				v.find(&conv.Node{}, "a file of %d, and fewer than %d are refused", n, v.rules.FewestLines)
			}
		}
	}
	return v.found
}

// unlearnedEnd is a history that goes on behind the last answer.
func unlearnedEnd(v *validator) {
	if !v.rules.AnswerLast || len(v.history) == 0 || v.last() != nil {
		return
	}
	for _, m := range v.history {
		if _, ok := m.(*conv.AssistantMessage); ok {
			end := v.history[len(v.history)-1]
			v.find(&conv.MetaOf(end).Node, "the last message is of role %s", conv.RoleOf(end))
			return
		}
	}
}

// nothingLearned is a history without an answer that counts.
func nothingLearned(v *validator) {
	if !v.rules.AnswerLast || len(v.history) == 0 {
		return
	}
	answers := 0
	for _, m := range v.history {
		if a, ok := m.(*conv.AssistantMessage); ok {
			if answers++; v.weight(&a.Node) != "0" {
				return
			}
		}
	}
	if answers == 0 {
		v.find(&v.c.Node, "there is no answer")
		return
	}
	v.find(&v.c.Node, "all answers have weight 0")
}

// weight is what a node counts in training, "" if that is not said.
func (v *validator) weight(n *conv.Node) conv.Raw {
	return n.Extensions.Get(v.goal.Format.Holds.Beside, "weight")
}

// strangeWeights are weights that are neither 0 nor 1, and those of other
// messages than answers.
func strangeWeights(v *validator) {
	if !v.rules.AnswerLast {
		return
	}
	for _, m := range v.c.Messages {
		n := &conv.MetaOf(m).Node
		w := v.weight(n)
		if w == "" {
			continue
		}
		if _, ok := m.(*conv.AssistantMessage); !ok {
			v.find(n, "a message of role %s has a weight", conv.RoleOf(m))
		} else if x, ok := conv.Number(w).Int(); !ok || x != 0 && x != 1 {
			v.find(n, "the weight is neither 0 nor 1")
		}
	}
	if v.c.Extensions.Get(v.goal.Format.Holds.Beside, conv.PromptMessage) != "" {
		v.find(&v.c.Node, "the system prompt has a weight")
	}
}

// unlikePreferences are answers of a preference that are none, or several.
func unlikePreferences(v *validator) {
	beside := v.goal.Format.Holds.Beside
	if !v.rules.AnswerLast || v.c.Extensions.Get(beside, conv.Preference) == "" {
		return
	}
	if !v.prefersOne(beside) {
		v.find(&v.c.Node, "the preferred answer is not one message of the assistant")
	}
	if !isOneAnswer(v.c.Extensions.Get(beside, conv.NotPreferred)) {
		v.find(&v.c.Node, "the answer that is not preferred is not one message of the assistant")
	}
}

// prefersOne reports whether the preferred answer is the last message.
func (v *validator) prefersOne(beside string) bool {
	n := len(v.c.Messages) - 1
	if n < 0 {
		return false
	}
	_, answer := v.c.Messages[n].(*conv.AssistantMessage)
	first := slices.IndexFunc(v.c.Messages, func(m conv.Message) bool { return conv.MetaOf(m).Extensions.Get(beside, conv.Preferred) != "" })
	return answer && first == n
}

// isOneAnswer reports whether r is a list of one message of the assistant.
func isOneAnswer(r conv.Raw) bool {
	return r.Lookup("#") == "1" && r.Lookup("0.role").Text() == string(conv.RoleAssistant)
}
