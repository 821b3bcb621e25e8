package training

import (
	"slices"
	"strconv"
)

// Pairing numbers the calls of a conversation whose format has no ids. A result answers the first call of the
// last turn with calls that has no result yet. Reading and writing pair alike,
// so that writing knows where this goes without saying.
type Pairing struct {
	count    int
	ids      []string       // of the calls of the last turn
	answered []bool         // those of ids with a result
	first    int            // all before it have one
	places   map[string]int // in ids
}

// Turn is a turn of n calls: it returns their ids. Nobody answers older calls
// after it.
func (p *Pairing) Turn(n int) []string {
	if n == 0 {
		return nil
	}
	p.ids, p.answered, p.first, p.places = nil, make([]bool, n), 0, make(map[string]int, n)
	for i := range n {
		p.count++
		p.ids = append(p.ids, "call_"+strconv.Itoa(p.count))
		p.places[p.ids[i]] = i
	}
	return slices.Clone(p.ids)
}

// Waits reports whether a call has no result yet.
func (p *Pairing) Waits(id string) bool {
	i, ok := p.places[id]
	return ok && !p.answered[i]
}

// Next is the id of the call that the next result answers, "" for none.
func (p *Pairing) Next() string {
	for ; p.first < len(p.ids); p.first++ {
		if !p.answered[p.first] {
			return p.ids[p.first]
		}
	}
	return ""
}

// Answer reports whether a call waits for a result, which it now has.
func (p *Pairing) Answer(id string) bool {
	if !p.Waits(id) {
		return false
	}
	p.answered[p.places[id]] = true
	return true
}
