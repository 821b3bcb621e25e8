package lint

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// pair is a call of the history with what answers it.
type pair struct {
	call    *conv.ToolCall
	turn    int // index of its answer in the history
	results []int
}

// pairs is the calls of a history, and the results that answer none.
type pairs struct {
	calls   []*pair
	byID    map[string][]*pair
	orphans []int
	spoke   int // index of the last message of a user or a model
}

// pairsOf pairs the calls and results of a history. A result answers the last
// answer's first open call of its id, else the last call, once more.
func pairsOf(history []conv.Message) (all pairs) {
	all.byID = map[string][]*pair{}
	for i, m := range history {
		switch m := m.(type) {
		case *conv.UserMessage:
			all.spoke = i
		case *conv.AssistantMessage:
			all.spoke = i
			for _, b := range m.Content {
				if t, ok := b.(*conv.ToolCall); ok {
					p := &pair{call: t, turn: i}
					all.calls = append(all.calls, p)
					all.byID[t.ID] = append(all.byID[t.ID], p)
				}
			}
		case *conv.ToolResultMessage:
			if p := dueOf(all.byID[m.ToolCallID]); p != nil {
				p.results = append(p.results, i)
			} else {
				all.orphans = append(all.orphans, i)
			}
		}
	}
	return all
}

// dueOf is the one of some calls of an id that a result answers, nil of none.
func dueOf(calls []*pair) (due *pair) {
	for _, p := range slices.Backward(calls) {
		switch {
		case due == nil:
			due = p
		case p.turn != due.turn:
			return due
		case len(p.results) == 0:
			due = p
		}
	}
	return due
}

// orphanResults are results that answer no call before them.
func orphanResults(v *validator) {
	if v.goesOn() {
		return
	}
	for _, i := range v.pairs.orphans {
		m := v.history[i].(*conv.ToolResultMessage)
		what := "answers no call"
		if len(v.pairs.byID[m.ToolCallID]) > 0 {
			what = "stands before its call"
		}
		v.find(&m.Node, "result of call %s %s", quoted(m.ToolCallID), what)
	}
}

// openCalls are calls without a result, though the conversation went on.
func openCalls(v *validator) {
	for _, p := range v.pairs.calls {
		if len(p.results) == 0 && v.pairs.spoke > p.turn {
			v.find(&p.call.Node, "call %s of %s has no result", quoted(p.call.ID), quoted(p.call.Name))
		}
	}
}

// repeatedResults are second results of one call.
func repeatedResults(v *validator) {
	for _, p := range v.pairs.calls {
		for _, i := range p.results[min(1, len(p.results)):] {
			v.find(&conv.MetaOf(v.history[i]).Node, "call %s has a result already", quoted(p.call.ID))
		}
	}
}

// lateResults are results that do not stand right behind their answer.
func lateResults(v *validator) {
	turn, end := -1, 0 // of the results behind an answer
	for _, p := range v.pairs.calls {
		if p.turn != turn {
			turn, end = p.turn, p.turn+1+results(v.history[p.turn+1:])
		}
		if len(p.results) > 0 && p.results[0] > end {
			v.find(&conv.MetaOf(v.history[p.results[0]]).Node, "a message of role %s stands between call %s and its result", conv.RoleOf(v.history[end]), quoted(p.call.ID))
		}
	}
}

// idsInTurn are calls of one answer that have one id.
func idsInTurn(v *validator) {
	for _, m := range v.history {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		seen := map[string]bool{}
		for _, b := range a.Content {
			if t, ok := b.(*conv.ToolCall); ok {
				if t.ID != "" && seen[t.ID] {
					v.find(&t.Node, "two calls of this answer have the id %s", quoted(t.ID))
				}
				seen[t.ID] = true
			}
		}
	}
}

// idsInHistory are calls of different answers that have one id.
func idsInHistory(v *validator) {
	turns := map[string]*conv.AssistantMessage{}
	v.eachCall(func(m *conv.AssistantMessage, t *conv.ToolCall) {
		if first := turns[t.ID]; t.ID != "" && first != nil && first != m {
			v.find(&t.Node, "a call of an earlier answer has the id %s", quoted(t.ID))
		}
		turns[t.ID] = m
	})
}

// namelessCalls name no tool.
func namelessCalls(v *validator) {
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if t.Name == "" {
			v.find(&t.Node, "call %s names no tool", quoted(t.ID))
		}
	})
}

// brokenArguments are arguments that are no JSON object.
func brokenArguments(v *validator) {
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if mode := t.Mended(); mode != rawjson.Strict && *t.ArgumentsText != "" {
			v.find(&t.Node, "the arguments of %s are no JSON object (%s)", quoted(t.Name), mode)
		}
	})
}

// unfitArguments are arguments that the schema of their tool refuses.
func unfitArguments(v *validator) {
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		tool := v.tool(t.Name)
		if tool == nil || tool.Parameters == "" || t.Kind == conv.CustomCall || t.Mended() != rawjson.Strict {
			return
		}
		s, err := v.schema(tool.Parameters)
		if err != nil {
			return
		}
		arguments := t.Arguments
		if arguments == "" {
			arguments = "{}"
		}
		if s.Fits([]byte(arguments)) {
			return
		}
		wrong, err := s.Check([]byte(arguments))
		if err != nil {
			return
		}
		for _, w := range wrong {
			v.find(&t.Node, "arguments of %s: %s", quoted(t.Name), w)
		}
	})
}

// undeclaredTools are tools that are called, though others are declared.
func undeclaredTools(v *validator) {
	if len(v.c.Tools) == 0 {
		return
	}
	told := map[string]bool{}
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if t.Name != "" && v.tool(t.Name) == nil && !told[t.Name] {
			told[t.Name] = true
			v.find(&t.Node, "the tool %s is not declared", quoted(t.Name))
		}
	})
}
