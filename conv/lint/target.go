package lint

import (
	"slices"
	"strings"

	"convo/conv"
)

// unansweredTurns are calls that have no result right behind their answer.
func unansweredTurns(v *validator) {
	if !v.rules.AnswerCalls {
		return
	}
	for i, m := range v.history {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		n := results(v.history[i+1:])
		behind := v.history[i+1 : i+1+n]
		if v.rules.OpenLast && i+1+n == len(v.history) {
			continue
		}
		open := map[string]int{}
		for _, r := range behind {
			open[r.(*conv.ToolResultMessage).ToolCallID]--
		}
		for _, b := range a.Content {
			t, ok := b.(*conv.ToolCall)
			if !ok {
				continue
			}
			if open[t.ID]++; open[t.ID] > 0 {
				v.find(&t.Node, "call %s of %s has no result behind its answer", quoted(t.ID), quoted(t.Name))
			}
		}
	}
}

// results is how many messages at the beginning of some are tool results.
func results(in []conv.Message) int {
	n := slices.IndexFunc(in, func(m conv.Message) bool { return conv.RoleOf(m) != conv.RoleToolResult })
	if n < 0 {
		return len(in)
	}
	return n
}

// unaskedResults are results that the answer before them did not ask for.
func unaskedResults(v *validator) {
	if !v.rules.AnswerCalls || v.goesOn() {
		return
	}
	var asked map[string]bool
	for _, m := range v.history {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			asked = idsOf(m)
		case *conv.ToolResultMessage:
			if !asked[m.ToolCallID] {
				v.find(&m.Node, "result of %s answers no call of the answer before it", quoted(m.ToolCallID))
			}
		default:
			asked = nil
		}
	}
}

// repeatedCallIDs are ids that a call of an earlier answer has.
func repeatedCallIDs(v *validator) {
	if v.rules.UniqueIDs {
		idsInHistory(v)
	}
}

// strangeCallIDs are ids that servers do not take. What stands behind a | is
// the id of an item, which the wire has apart.
func strangeCallIDs(v *validator) {
	ids := v.rules.CallIDs
	if ids.Composite {
		ids.Composite, ids.Max = false, 64
	}
	v.callIDs(&ids)
}

func (v *validator) callIDs(ids *conv.Alphabet) {
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		id := t.ID
		if v.rules.CallIDs.Composite {
			id, _, _ = strings.Cut(id, "|")
		}
		if !ids.Admits(id) {
			v.find(&t.Node, "the servers do not take the id %s", quoted(t.ID))
		}
	})
}

// longCallIDs are ids that only some servers take.
func longCallIDs(v *validator) {
	if !v.rules.CallIDs.Composite {
		return
	}
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		id, _, _ := strings.Cut(t.ID, "|")
		if len(id) > v.rules.CallIDs.Max && len(id) <= 64 {
			v.find(&t.Node, "the id %s has %d characters, more than %d", quoted(t.ID), len(id), v.rules.CallIDs.Max)
		}
	})
}

// strangeToolNames are names that servers do not take.
func strangeToolNames(v *validator) {
	for i := range v.c.Tools {
		t := &v.c.Tools[i]
		if t.Family == "" && !v.rules.ToolNames.Admits(t.Name) {
			v.find(&t.Node, "the servers take no tool of the name %s", quoted(t.Name))
		}
	}
	v.eachCall(func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if t.Name != "" && !v.rules.ToolNames.Admits(t.Name) {
			v.find(&t.Node, "the servers take no call of a tool of the name %s", quoted(t.Name))
		}
	})
}

// shuffledResults are results that stand in another order than their calls.
func shuffledResults(v *validator) {
	if !v.rules.OrderResults {
		return
	}
	for i, m := range v.history {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		behind := v.history[i+1 : i+1+results(v.history[i+1:])]
		asked, there := idsOf(a), map[string]bool{}
		for _, r := range behind {
			there[r.(*conv.ToolResultMessage).ToolCallID] = true
		}
		k := 0
		for _, b := range a.Content {
			t, ok := b.(*conv.ToolCall)
			if !ok || !there[t.ID] || k >= len(behind) {
				continue
			}
			if r := behind[k].(*conv.ToolResultMessage); r.ToolCallID != t.ID && asked[r.ToolCallID] {
				v.find(&r.Node, "the result of %s stands where that of %s is due", quoted(r.ToolCallID), quoted(t.ID))
				break
			}
			k++
		}
	}
}

// idsOf are the ids of an answer's calls.
func idsOf(m *conv.AssistantMessage) map[string]bool {
	ids := map[string]bool{}
	for _, b := range m.Content {
		if t, ok := b.(*conv.ToolCall); ok {
			ids[t.ID] = true
		}
	}
	return ids
}

// idleReasoning is reasoning at the end of an answer.
func idleReasoning(v *validator) {
	if !v.rules.LedReasoning {
		return
	}
	for i, m := range v.history {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || len(a.Content) == 0 || i+1 < len(v.history) && conv.RoleOf(v.history[i+1]) == conv.RoleAssistant {
			continue
		}
		if t, ok := a.Content[len(a.Content)-1].(*conv.ThinkingContent); ok {
			v.find(&t.Node, "nothing follows this reasoning in its answer")
		}
	}
}

// userBehindResult is a user that speaks where an answer is due.
func userBehindResult(v *validator) {
	for i, m := range v.history {
		if u, ok := m.(*conv.UserMessage); ok && v.rules.Bridge != "" && i > 0 && conv.RoleOf(v.history[i-1]) == conv.RoleToolResult {
			v.find(&u.Node, "a user speaks right behind a tool result")
		}
	}
}

// callsFirst is an answer with calls that nobody asked for.
func callsFirst(v *validator) {
	if !v.rules.CallsBehindUser {
		return
	}
	for i, m := range v.history {
		a, ok := m.(*conv.AssistantMessage)
		if ok && i == 0 && slices.ContainsFunc(a.Content, isCall) {
			v.find(&a.Node, "the history begins with an answer that calls a tool")
		}
	}
}

func isCall(b conv.AssistantContent) bool {
	_, ok := b.(*conv.ToolCall)
	return ok
}

// unsignedCalls are first calls of answers of the running turn that have no
// signature.
func unsignedCalls(v *validator) {
	if v.rules.UnsignedCall == "" || v.goal.Target == nil || v.goal.Target.Model == "" {
		return
	}
	for _, m := range slices.Backward(v.history) {
		switch m := m.(type) {
		case *conv.UserMessage:
			return
		case *conv.AssistantMessage:
			if i := slices.IndexFunc(m.Content, isCall); i >= 0 {
				if t := m.Content[i].(*conv.ToolCall); t.ThoughtSignature == "" {
					v.find(&t.Node, "the call of %s has no thought signature", quoted(t.Name))
				}
			}
		}
	}
}
