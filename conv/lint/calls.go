package lint

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// pair is a tool call of the history and its results.
type pair struct {
	call    *conv.ToolCall
	turn    int // index of its answer in the history
	results []int
}

// pairs are the calls of a history, and the results without a call.
type pairs struct {
	calls   []*pair
	byID    map[string]*sameID
	orphans []int
	spoke   int // index of the last message of a user or a model
}

// sameID is the calls of one id so far.
type sameID struct {
	calls []*pair
	due   int // all before it have a result or are of an earlier answer
}

// add adds a call.
func (s *sameID) add(p *pair) {
	if n := len(s.calls); n > 0 && s.calls[n-1].turn != p.turn {
		s.due = n
	}
	s.calls = append(s.calls, p)
}

// next returns the call that a result answers; nil if there are none.
func (s *sameID) next() *pair {
	if s == nil {
		return nil
	}
	for s.due < len(s.calls)-1 && len(s.calls[s.due].results) > 0 {
		s.due++
	}
	if p := s.calls[s.due]; len(p.results) == 0 {
		return p
	}
	return s.calls[len(s.calls)-1]
}

// pairsOf pairs the calls and results of a history. A result belongs to the
// first open call with its id in the last answer, else to the last call with
// its id, as another result.
func pairsOf(history []conv.Message) (all pairs) {
	all.byID = map[string]*sameID{}
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
					if all.byID[t.ID] == nil {
						all.byID[t.ID] = &sameID{}
					}
					all.byID[t.ID].add(p)
				}
			}
		case *conv.ToolResultMessage:
			if p := all.byID[m.ToolCallID].next(); p != nil {
				p.results = append(p.results, i)
			} else {
				all.orphans = append(all.orphans, i)
			}
		}
	}
	return all
}

// orphanResults finds results without an earlier call.
func orphanResults(r *run) {
	if Continues(r.Conversation) {
		return
	}
	for _, i := range r.pairs.orphans {
		m := r.History[i].(*conv.ToolResultMessage)
		what := "answers no call"
		if r.pairs.byID[m.ToolCallID] != nil {
			what = "comes before its call"
		}
		r.Reportf(&m.Node, "the result of call %s %s", Quoted(m.ToolCallID), what)
	}
}

// openCalls finds calls without a result though the conversation went on.
func openCalls(r *run) {
	for _, p := range r.pairs.calls {
		if len(p.results) == 0 && r.pairs.spoke > p.turn {
			r.Reportf(&p.call.Node, "call %s of %s has no result", Quoted(p.call.ID), Quoted(p.call.Name))
		}
	}
}

// repeatedResults finds further results of one call.
func repeatedResults(r *run) {
	for _, p := range r.pairs.calls {
		for _, i := range p.results[min(1, len(p.results)):] {
			r.Reportf(&conv.MetaOf(r.History[i]).Node, "call %s already has a result", Quoted(p.call.ID))
		}
	}
}

// lateResults finds results that do not come right after their answer.
func lateResults(r *run) {
	turn, end := -1, 0 // of the results after an answer
	for _, p := range r.pairs.calls {
		if p.turn != turn {
			turn, end = p.turn, p.turn+1+len(Results(r.History[p.turn+1:]))
		}
		if len(p.results) > 0 && p.results[0] > end {
			r.Reportf(&conv.MetaOf(r.History[p.results[0]]).Node, "a message of role %s comes between call %s and its result", conv.RoleOf(r.History[end]), Quoted(p.call.ID))
		}
	}
}

// idsInTurn finds calls of one answer with the same id.
func idsInTurn(r *run) {
	for _, m := range r.History {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		seen := map[string]bool{}
		for _, b := range a.Content {
			if t, ok := b.(*conv.ToolCall); ok {
				if t.ID != "" && seen[t.ID] {
					r.Reportf(&t.Node, "two calls of this answer have the id %s", Quoted(t.ID))
				}
				seen[t.ID] = true
			}
		}
	}
}

// idsInHistory finds calls of different answers with the same id.
func idsInHistory(r *run) { reportReused(&r.Subject) }

func reportReused(s *Subject) {
	turns := map[string]*conv.AssistantMessage{}
	EachCall(s.Conversation, func(m *conv.AssistantMessage, t *conv.ToolCall) {
		if first := turns[t.ID]; t.ID != "" && first != nil && first != m {
			s.Reportf(&t.Node, "a call of an earlier answer has the id %s", Quoted(t.ID))
		}
		turns[t.ID] = m
	})
}

// namelessCalls finds calls without the name of a tool.
func namelessCalls(r *run) {
	EachCall(r.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if t.Name == "" {
			r.Reportf(&t.Node, "call %s does not name its tool", Quoted(t.ID))
		}
	})
}

// brokenArguments finds arguments that are not a JSON object.
func brokenArguments(r *run) {
	EachCall(r.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if mode := t.Mended(); mode != rawjson.Strict && *t.ArgumentsText != "" {
			r.Reportf(&t.Node, "the arguments of %s are not a JSON object (%s)", Quoted(t.Name), mode)
		}
	})
}

// unfitArguments finds arguments that the schema of their tool refuses.
func unfitArguments(r *run) {
	EachCall(r.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		i := r.tools.index(t.Name)
		if i < 0 || r.tools.schemas[i].Schema == nil || t.Kind == conv.CustomCall || t.Mended() != rawjson.Strict {
			return
		}
		arguments := t.Arguments
		if arguments == "" {
			arguments = "{}"
		}
		s := r.tools.schemas[i]
		if r.buf = append(r.buf[:0], arguments...); s.Fits(r.buf) {
			return
		}
		wrong, err := s.Check(r.buf)
		if err != nil {
			return
		}
		for _, w := range wrong {
			r.Reportf(&t.Node, "the arguments of %s: %s", Quoted(t.Name), w)
		}
	})
}

// undeclaredTools finds calls of undeclared tools, if any tools are declared.
func undeclaredTools(r *run) {
	if len(r.Tools) == 0 {
		return
	}
	told := map[string]bool{}
	EachCall(r.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if t.Name != "" && !r.tools.has(t.Name) && !told[t.Name] {
			told[t.Name] = true
			r.Reportf(&t.Node, "the tool %s is not declared", Quoted(t.Name))
		}
	})
}

// misnamedResults finds results that name another tool than their call.
func misnamedResults(r *run) { reportMisnamed(&r.Subject, r.pairs) }
