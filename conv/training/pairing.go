package training

import (
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/note"
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

// Numbering gives the calls of a conversation, and their results, the ids that Pairing
// will give them.
type Numbering struct {
	Notes   *note.Notes
	InOrder bool // a result answers the first call that waits: it names none
	calls   Pairing
	ids     map[string]string // new ids of calls, by their old ones
}

// Numbered is the calls of an answer with their new ids.
func (x *Numbering) Numbered(content []conv.AssistantContent) (calls []conv.AssistantContent) {
	for _, b := range content {
		if t, ok := b.(*conv.ToolCall); ok {
			y := *t
			calls = append(calls, &y)
		}
	}
	if x.ids == nil {
		x.ids = map[string]string{}
	}
	for i, id := range x.calls.Turn(len(calls)) {
		y := calls[i].(*conv.ToolCall)
		if y.ID != id {
			x.Notes.Info(note.CodeID, note.Renamed, y.Offset(), "call id", "")
		}
		x.ids[y.ID], y.ID = id, id
	}
	return calls
}

// Answered is the new id of the call that a result answers.
func (x *Numbering) Answered(m *conv.ToolResultMessage) string {
	id := x.ids[m.ToolCallID]
	if next := x.calls.Next(); x.InOrder && id != next && next != "" {
		x.Notes.Loss(note.CodeOrder, note.Downgraded, m.Offset(), "result out of order, which now answers another call than", m.ToolCallID)
		id = next
	}
	if x.calls.Answer(id) {
		return id
	}
	if m.ToolCallID != "" {
		x.Notes.Loss(note.CodeID, note.Dropped, m.Offset(), "id of a call that waits for no result", m.ToolCallID)
	}
	return ""
}
