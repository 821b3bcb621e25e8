package lint

import "convo/conv"

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
			for t := range m.Calls {
				p := &pair{call: t, turn: i}
				all.calls = append(all.calls, p)
				same := all.byID[t.ID]
				if same == nil {
					same = &sameID{}
					all.byID[t.ID] = same
				}
				same.add(p)
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

// distinct reports whether all calls have different ids.
func (all *pairs) distinct() bool { return len(all.byID) == len(all.calls) }
