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
	room := roomFor(history)
	all.byID = make(map[string]*sameID, cap(room.pairs))
	all.calls = make([]*pair, 0, cap(room.pairs))
	for i, m := range history {
		switch m := m.(type) {
		case *conv.UserMessage:
			all.spoke = i
		case *conv.AssistantMessage:
			all.spoke = i
			for _, b := range m.Content {
				if t, ok := b.(*conv.ToolCall); ok {
					p := room.pair(t, i)
					all.calls = append(all.calls, p)
					same := all.byID[t.ID]
					if same == nil {
						same = room.sameID()
						all.byID[t.ID] = same
					}
					same.add(p)
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

// room is memory for the pairs of a history, of which most have one result and
// an id of their own.
type room struct {
	pairs   []pair
	same    []sameID
	calls   []*pair
	results []int
}

func roomFor(history []conv.Message) room {
	n := 0
	for _, m := range history {
		if a, ok := m.(*conv.AssistantMessage); ok {
			for _, b := range a.Content {
				if IsCall(b) {
					n++
				}
			}
		}
	}
	return room{make([]pair, 0, n), make([]sameID, 0, n), make([]*pair, n), make([]int, n)}
}

func (r *room) pair(t *conv.ToolCall, turn int) *pair {
	k := len(r.pairs)
	r.pairs = append(r.pairs, pair{call: t, turn: turn, results: r.results[k : k : k+1]})
	return &r.pairs[k]
}

func (r *room) sameID() *sameID {
	k := len(r.same)
	r.same = append(r.same, sameID{calls: r.calls[k : k : k+1]})
	return &r.same[k]
}

// distinct reports whether all calls have different ids.
func (all *pairs) distinct() bool { return len(all.byID) == len(all.calls) }
