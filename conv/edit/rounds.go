package edit

import (
	"slices"

	"convo/conv"
)

// round is what is removed together: an answer, the results of its calls, and
// the user messages that were sent with them or that only it answers.
type round struct {
	turn   int // number of the user's turn that it answers
	all    []int
	stays  bool
	reason bool // it begins with reasoning
}

// turns splits what a model sees into turns and rounds.
type turns struct {
	rounds []round
	asked  [][]int          // the user messages of each turn
	asking bool             // the turn has no answer yet
	open   map[string][]int // rounds with an open call, by call id
}

// rounds splits the messages. Instructions and what no model sees belong to no
// round and stay.
func (t *trimming) rounds() []round {
	p := &turns{asked: [][]int{nil}, open: map[string][]int{}}
	for i, m := range t.seen {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			p.answer(i, m)
		case *conv.ToolResultMessage:
			p.join(p.called(m.ToolCallID), i)
		case *conv.UserMessage:
			if i > 0 && saidWith(t.seen[i-1], m) {
				p.join(len(p.rounds)-1, i)
			} else {
				p.ask(i)
			}
		case *conv.BranchSummary, *conv.CompactionSummary:
			p.ask(i)
		default: // instructions, and custom messages of all types
		}
	}
	p.keepFrom(t.lastAnswer())
	p.keepReasoning()
	p.takeUsers()
	return p.rounds
}

// saidWith reports whether a user message was one wire message with the result
// before it.
func saidWith(before conv.Message, m *conv.UserMessage) bool {
	r, ok := before.(*conv.ToolResultMessage)
	return ok && m.Group != "" && r.Group == m.Group
}

func (p *turns) answer(i int, m *conv.AssistantMessage) {
	r := round{turn: len(p.asked) - 1, all: []int{i}}
	if len(m.Content) > 0 {
		_, r.reason = m.Content[0].(*conv.ThinkingContent)
	}
	for c := range m.Calls {
		p.open[c.ID] = append(p.open[c.ID], len(p.rounds))
	}
	p.rounds = append(p.rounds, r)
	p.asking = false
}

// ask adds a user message to the turn, or begins a turn.
func (p *turns) ask(i int) {
	if !p.asking {
		p.asked = append(p.asked, nil)
		p.asking = true
	}
	turn := len(p.asked) - 1
	p.asked[turn] = append(p.asked[turn], i)
}

// called returns the round of the last open call of an id, or the last round if
// no call is open.
func (p *turns) called(id string) int {
	open := p.open[id]
	if len(open) == 0 {
		return len(p.rounds) - 1
	}
	last := len(open) - 1
	p.open[id] = open[:last]
	return open[last]
}

// join adds a message to a round. A message before the first round stays.
func (p *turns) join(round, i int) {
	if round >= 0 {
		p.rounds[round].all = append(p.rounds[round].all, i)
	}
}

// keepFrom keeps the rounds that reach the last answer or what follows it.
func (p *turns) keepFrom(last int) {
	for i := range p.rounds {
		r := &p.rounds[i]
		r.stays = slices.Max(r.all) >= last
	}
}

// keepReasoning joins the rounds of an unfinished turn, so that what is left of
// it begins with reasoning if any of it did.
func (p *turns) keepReasoning() {
	if p.asking || len(p.rounds) == 0 {
		return
	}
	var joined []round
	reasoned := false
	for _, r := range p.rounds {
		if r.turn == len(p.asked)-1 {
			if reasoned && !r.reason {
				last := &joined[len(joined)-1]
				last.all = append(last.all, r.all...)
				last.stays = last.stays || r.stays
				continue
			}
			reasoned = reasoned || r.reason
		}
		joined = append(joined, r)
	}
	p.rounds = joined
}

// takeUsers removes the user messages of a turn with its last answer, except in
// the first turn and in turns of which something stays.
func (p *turns) takeUsers() {
	first := slices.IndexFunc(p.asked, func(asked []int) bool { return asked != nil })
	staying := make([]bool, len(p.asked))
	for _, r := range p.rounds {
		staying[r.turn] = staying[r.turn] || r.stays
	}
	for i := range p.rounds {
		r := &p.rounds[i]
		lastOfTurn := i+1 == len(p.rounds) || p.rounds[i+1].turn != r.turn
		if lastOfTurn && r.turn != first && !staying[r.turn] {
			r.all = append(r.all, p.asked[r.turn]...)
		}
	}
}
