package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// pairResults puts one result for each call right after the answer. Late results
// move up. A missing result is made up, or its call is dropped. Duplicates and
// results without a call go. Complete results keep their order, unless servers want
// the order of the calls.
func (a *adapter) pairResults(in []conv.Message) []conv.Message {
	if !a.AnswerCalls || a.paired(in) {
		return in
	}
	p := newPairing(a, in)
	for i, m := range in {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			if !p.used[i] {
				a.lose(note.CodeID, note.Dropped, &m.Node, "tool result without a call:", m.ToolCallID)
			}
		case *conv.AssistantMessage:
			p.answer(i, m)
		default:
			p.out = append(p.out, m)
		}
	}
	return p.out
}

// paired reports whether nothing has to be done.
func (a *adapter) paired(in []conv.Message) bool {
	for i := 0; i < len(in); i++ {
		switch m := in[i].(type) {
		case *conv.ToolResultMessage:
			return false // those after their answer are skipped with it
		case *conv.AssistantMessage:
			n, ok := a.answered(m, in[i+1:])
			if !ok {
				return false
			}
			i += n
		}
	}
	return true
}

// answered reports whether the messages after an answer begin with exactly its
// results, and how many these are.
func (a *adapter) answered(m *conv.AssistantMessage, behind []conv.Message) (n int, ok bool) {
	inOrder := true
	for t := range m.Calls {
		if n >= len(behind) {
			return 0, false
		}
		r, isResult := behind[n].(*conv.ToolResultMessage)
		if !isResult {
			return 0, false
		}
		inOrder = inOrder && r.ToolCallID == t.ID
		n++
	}
	if inOrder || a.OrderResults {
		return n, inOrder
	}
	called := countCalls(m)
	for _, r := range behind[:n] {
		id := r.(*conv.ToolResultMessage).ToolCallID
		if called[id] != 1 {
			return 0, false
		}
		delete(called, id)
	}
	return n, true
}

// countCalls counts the calls of each id.
func countCalls(m *conv.AssistantMessage) map[string]int {
	n := map[string]int{}
	for t := range m.Calls {
		n[t.ID]++
	}
	return n
}

// pairing does the work of pairResults.
type pairing struct {
	*adapter
	in, out []conv.Message
	used    []bool           // results that were used
	results map[string][]int // indexes of the results of an id
	calls   map[string][]int // indexes of the answers that make calls with an id
	others  []int            // how many of the messages before an index are not results
}

func newPairing(a *adapter, in []conv.Message) *pairing {
	p := &pairing{adapter: a, in: in, used: make([]bool, len(in)), results: map[string][]int{}, calls: map[string][]int{}}
	p.others = make([]int, len(in)+1)
	for i, m := range in {
		p.others[i+1] = p.others[i] + 1
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			p.others[i+1]--
			p.results[m.ToolCallID] = append(p.results[m.ToolCallID], i)
		case *conv.AssistantMessage:
			for t := range m.Calls {
				p.calls[t.ID] = append(p.calls[t.ID], i)
			}
		}
	}
	return p
}

// answer appends in[at] and the results of its calls.
func (p *pairing) answer(at int, m *conv.AssistantMessage) {
	behind := p.in[at+1:]
	if n, ok := p.answered(m, behind); ok && (n == len(behind) || conv.RoleOf(behind[n]) != conv.RoleToolResult) {
		for i := range n {
			p.used[at+1+i] = true
		}
		p.out = append(p.out, p.in[at:at+1+n]...)
		return
	}
	place := len(p.out)
	p.out = append(p.out, m)
	found, called := map[string][]*conv.ToolResultMessage{}, countCalls(m)
	var dropped []*conv.ToolCall
	for t := range m.Calls {
		queue, looked := found[t.ID]
		if !looked {
			queue = p.take(at, t, called[t.ID])
		}
		if len(queue) > 0 {
			p.out = append(p.out, queue[0])
			queue = queue[1:]
		} else if p.OpenLast && !p.goesOn(at) {
			continue
		} else if p.repair() == format.RepairDrop {
			p.lose(note.CodeID, note.Dropped, &t.Node, "unanswered call", t.ID)
			dropped = append(dropped, t)
		} else {
			p.out = append(p.out, p.stub(t))
		}
		found[t.ID] = queue
	}
	p.without(place, m, dropped)
}

func (a *adapter) repair() format.RepairPolicy {
	if a.target == nil {
		return format.RepairStub
	}
	return a.target.Repair
}

// stub returns a result for a call without one.
func (p *pairing) stub(t *conv.ToolCall) *conv.ToolResultMessage {
	n := note.Note{Severity: note.Info, Kind: note.Synthesized, Code: note.CodeSynthesized, Offset: t.Offset(), What: "error result for the unanswered call", Name: t.ID, Count: 1}
	if p.OpenLast && p.protocol == "" {
		n.Severity = note.Warning // it stays in the history that somebody keeps
	}
	p.notes.Add(n)
	return &conv.ToolResultMessage{
		ToolCallID: t.ID, ToolName: t.Name, IsError: p.fit.Has(format.ErrorFlags),
		Content: []conv.ToolResultContent{&conv.TextContent{Text: "No result provided"}},
	}
}

// without removes calls from the answer m at a place in the output. It removes
// the answer if nothing is left.
func (p *pairing) without(place int, m *conv.AssistantMessage, dropped []*conv.ToolCall) {
	if dropped == nil {
		return
	}
	kept := format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		if len(dropped) == 0 || b != conv.Block(dropped[0]) {
			return b
		}
		dropped = dropped[1:] // they are in order
		return nil
	})
	if len(kept.Content) == 0 {
		p.out = slices.Delete(p.out, place, place+1)
		return
	}
	p.out[place] = kept
}

// take returns the results of the n calls with one id in in[at]: the last n
// before another answer, and before one that makes a call with the same id.
func (p *pairing) take(at int, t *conv.ToolCall, n int) []*conv.ToolResultMessage {
	end := len(p.in)
	if later := after(p.calls[t.ID], at); len(later) > 0 {
		end = later[0]
	}
	var places []int
	for _, i := range after(p.results[t.ID], at) {
		if p.used[i] {
			continue
		}
		if len(places) > 0 {
			end = p.nextAnswer(places[len(places)-1], min(end, i+1))
		}
		if i >= end {
			break
		}
		places = append(places, i)
	}
	var taken []*conv.ToolResultMessage
	for k, i := range places {
		r := p.in[i].(*conv.ToolResultMessage)
		p.used[i] = true
		if k < len(places)-n {
			p.lose(note.CodeID, note.Dropped, &r.Node, "earlier of two results for the call", t.ID)
			continue
		}
		if p.late(at, i) {
			p.info(note.CodeOrder, note.Merged, &r.Node, "late result, now after its call", t.ID)
		}
		taken = append(taken, r)
	}
	return taken
}

// after returns the indexes after one, of sorted indexes.
func after(indexes []int, at int) []int {
	i, _ := slices.BinarySearch(indexes, at+1)
	return indexes[i:]
}

// nextAnswer returns the index of the first answer after in[i], or end if none
// comes before end.
func (p *pairing) nextAnswer(i, end int) int {
	for i++; i < end; i++ {
		if _, ok := p.in[i].(*conv.AssistantMessage); ok {
			return i
		}
	}
	return end
}

// goesOn reports whether anything except results follows in[at].
func (p *pairing) goesOn(at int) bool { return p.late(at, len(p.in)) }

// late reports whether anything except results is between two places.
func (p *pairing) late(at, i int) bool { return p.others[i] > p.others[at+1] }
