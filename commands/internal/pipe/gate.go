package pipe

import (
	"sync"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/note"
	"convo/conv/pick"
	"convo/conv/rawjson"
)

// gate is where the conversations of a run are chosen among, in their order. Workers
// bring them block by block, and each waits until the blocks before its own have
// passed: what is chosen is the same with any number of workers.
type gate struct {
	chooser
	*chosen
	operations []Operation // on what passes
	split      *splitting

	mu   sync.Mutex
	cond sync.Cond
	next int  // the number of the block whose turn it is
	over bool // the run failed: nobody has a turn any more
}

// chooser is what a gate does.
type chooser interface {
	ready(*candidate) // what can be done before its turn, by several at once
	choose(*candidate) (verdict, error)
}

// verdict is what becomes of a conversation at a gate.
type verdict int

const (
	leftOut verdict = iota
	goesOn
	waits // until all have come
)

// candidate is a conversation before a gate.
type candidate struct {
	doc *conv.Conversation
	in  Context
	sum pick.Sum

	text  []byte // of a record of it
	mark  [3]int // where its value begins
	first bool   // of its value
}

// passing is a value of input whose conversations are on their way through gates.
type passing struct {
	result
	noted      *note.Notes
	candidates []candidate
	waits      bool // some of them wait at a gate, and so do the notes
}

// gateOf makes the gate of a flag; nil if it is another flag.
func (b *planner) gateOf(s frame.Setting, all []frame.Setting) (*gate, error) {
	g := &gate{}
	switch {
	case s.Name == "dedup" && s.Value == "true":
		g.chooser = &firsts{seen: map[pick.Sum]struct{}{}}
		g.chosen = b.counted("--dedup", "conversation that came before")
	case s.Name == "sample" || s.Name == "shuffle" && s.Value == "true":
		h, err := b.holdOf(s, all)
		if err != nil {
			return nil, err
		}
		g.chooser = h
		g.chosen = b.counted("--"+s.Name, "")
	default:
		return nil, nil
	}
	g.cond.L = &g.mu
	return g, nil
}

// firsts lets the first of equal conversations pass.
type firsts struct{ seen map[pick.Sum]struct{} }

func (f *firsts) ready(c *candidate) { c.sum = pick.SumOf(c.doc) }

func (f *firsts) choose(c *candidate) (verdict, error) {
	if _, known := f.seen[c.sum]; known {
		return leftOut, nil
	}
	f.seen[c.sum] = struct{}{}
	return goesOn, nil
}

// inTurn chooses among the values of a block when all blocks before it have had their
// turn. It is false if the run has failed.
func (g *gate) inTurn(n int, all []*passing) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.next != n && !g.over {
		g.cond.Wait()
	}
	if g.over {
		return false
	}
	g.chooseAmong(all)
	g.next++
	g.cond.Broadcast()
	return true
}

// closeGates ends the waiting at the gates of a run that failed.
func (plan *Plan) closeGates() {
	for _, g := range plan.gates {
		g.mu.Lock()
		g.over = true
		g.cond.Broadcast()
		g.mu.Unlock()
	}
}

// throughGates converts the values of a block. All of them are in memory at once.
func (r *Run) throughGates(s *Source, b rawjson.Block, n int, w *rawjson.Writer, yield func(result) bool) {
	all, gates := r.beforeGates(s, b), r.Plan.gates
	if s.waiting != nil {
		gates = gates[s.waiting.after+1:]
	}
	for _, g := range gates {
		for _, p := range all {
			p.ready(g)
		}
		if !g.inTurn(n, all) {
			return
		}
		all = r.advance(all, g.operations, g.split)
	}
	for _, p := range all {
		r.writePassed(p, w)
		if p.err != nil && r.Plan.OnError == "emit" {
			frame.WriteErrorObject(w, p.of.PieceOf(p.value).Failure(p.err))
		}
		if !yield(p.result) || p.err != nil && r.Plan.OnError == "stop" {
			return
		}
	}
}

// ready does what can be done before the turn of a value.
func (p *passing) ready(g *gate) {
	for i := range p.candidates {
		c := &p.candidates[i]
		c.mark, c.first = p.value.Mark(), i == 0
		g.ready(c)
	}
}

// beforeGates are the values of a block as they come to the first gate.
func (r *Run) beforeGates(s *Source, b rawjson.Block) (all []*passing) {
	if s.waiting != nil {
		g := r.Plan.gates[s.waiting.after]
		return r.advance(s.waiting.read(b), g.operations, g.split)
	}
	for v := range s.Values(b) {
		p := &passing{result: result{value: v, of: s}}
		p.noted = r.read(s, &p.result, nil, func(doc *conv.Conversation, in Context) error {
			p.candidates = append(p.candidates, candidate{doc: doc, in: in})
			return nil
		})
		p.advance(r.Plan.Operations, r.Plan.split)
		if all = append(all, p); p.err != nil && r.Plan.OnError == "stop" {
			break
		}
	}
	return all
}

// advance does to the conversations of values what is between two gates. Values after
// one that ends the run are left.
func (r *Run) advance(all []*passing, operations []Operation, split *splitting) []*passing {
	for i, p := range all {
		if p.advance(operations, split); p.err != nil && r.Plan.OnError == "stop" {
			return all[:i+1]
		}
	}
	return all
}

// chooseAmong leaves in each value what passes a gate.
func (g *gate) chooseAmong(all []*passing) {
	for _, p := range all {
		kept := p.candidates[:0]
		for _, c := range p.candidates {
			g.seen.Add(1)
			is, err := g.choose(&c)
			switch {
			case err != nil:
				p.err = err
			case is == goesOn:
				g.kept.Add(1)
				kept = append(kept, c)
			case is == waits:
				p.waits = true
			case g.what != "":
				c.in.leaveOut(c.doc, g.what)
			}
		}
		p.candidates = kept
	}
}

// advance does to each conversation of a value what is between two gates. After one
// that fails nothing of the value goes on.
func (p *passing) advance(operations []Operation, split *splitting) {
	var next []candidate
	for _, c := range p.candidates {
		doc, err := carryOut(operations, c.doc, c.in)
		if err == errLeftOut {
			continue
		}
		var parts []*conv.Conversation
		if err == nil {
			parts, err = split.all(doc, c.in)
		}
		if err != nil {
			p.err = err
			break
		}
		for _, part := range parts {
			next = append(next, candidate{doc: part, in: c.in})
		}
	}
	p.candidates = next
}

// writePassed writes what of a value has passed all gates.
func (r *Run) writePassed(p *passing, w *rawjson.Writer) {
	if n := len(p.candidates); n > 0 {
		parts := make([]*conv.Conversation, n)
		for i, c := range p.candidates {
			parts[i] = c.doc
		}
		if err := r.finish(parts, p.candidates[0].in, w); err != nil {
			p.err = err
		}
	}
	p.end(p.noted, len(p.candidates))
	if p.candidates = nil; p.waits {
		p.notes = p.leftOut
	}
}
