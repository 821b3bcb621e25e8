package lint

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

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
	if r.pairs.distinct() {
		return
	}
	for _, m := range r.History {
		seen := map[string]bool{}
		a, _ := m.(*conv.AssistantMessage)
		for t := range a.Calls {
			if t.ID != "" && seen[t.ID] {
				r.Reportf(&t.Node, "two calls of this answer have the id %s", Quoted(t.ID))
			}
			seen[t.ID] = true
		}
	}
}

// idsInHistory finds calls of different answers with the same id.
func idsInHistory(r *run) {
	if !r.pairs.distinct() {
		reportReused(&r.Subject)
	}
}

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
	for _, p := range r.pairs.calls {
		t := p.call
		if t.Name == "" {
			r.Reportf(&t.Node, "call %s does not name its tool", Quoted(t.ID))
		}
	}
}

// brokenArguments finds arguments that are not a JSON object.
func brokenArguments(r *run) {
	for _, p := range r.pairs.calls {
		t := p.call
		if mode := t.Mended(); mode != rawjson.Strict && *t.ArgumentsText != "" {
			r.Reportf(&t.Node, "the arguments of %s are not a JSON object (%s)", Quoted(t.Name), mode)
		}
	}
}

// unfitArguments finds arguments that the schema of their tool refuses.
func unfitArguments(r *run) {
	for _, p := range r.pairs.calls {
		t := p.call
		i := r.tools.index(t.Name)
		if i < 0 || r.tools.schemas[i].Schema == nil || t.Kind == format.CustomCall || t.Mended() != rawjson.Strict {
			continue
		}
		s := r.tools.schemas[i]
		if r.buf = append(r.buf[:0], cmp.Or(t.Arguments, "{}")...); s.Fits(r.buf) {
			continue
		}
		wrong, err := s.Check(r.buf)
		if err != nil {
			continue
		}
		for _, w := range wrong {
			r.Reportf(&t.Node, "the arguments of %s: %s", Quoted(t.Name), w)
		}
	}
}

// undeclaredTools finds calls of undeclared tools, if any tools are declared.
func undeclaredTools(r *run) {
	if len(r.Tools) == 0 {
		return
	}
	told := map[string]bool{}
	for _, p := range r.pairs.calls {
		t := p.call
		if t.Name != "" && !r.tools.has(t.Name) && !told[t.Name] {
			told[t.Name] = true
			r.Reportf(&t.Node, "the tool %s is not declared", Quoted(t.Name))
		}
	}
}

// misnamedResults finds results that name another tool than their call.
func misnamedResults(r *run) { reportMisnamed(&r.Subject, r.pairs) }
