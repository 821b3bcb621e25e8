package training

import (
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/note"
)

// Pairing numbers the calls of a conversation whose format has no ids. A result answers
// the first call of the last turn with calls that has no result yet: of those to its
// tool, if it names one that was called, else of all. Reading and writing pair alike, so
// that writing knows where this goes without saying.
type Pairing struct {
	Joins    bool // the calls of the next turn belong to those of the last one
	count    int
	ids      []string         // of the calls of the last turn
	answered []bool           // those of ids with a result
	places   map[string]int   // in ids
	waiting  map[string][]int // places of the calls to a tool, and at "" of all; some have a result
}

// Turn is a turn of calls: it returns their ids. Nobody answers older calls after it.
func (p *Pairing) Turn(calls []*conv.ToolCall) []string {
	n := len(calls)
	if n == 0 {
		return nil
	}
	if !p.Joins {
		p.ids, p.answered, p.places, p.waiting = nil, nil, make(map[string]int, n), make(map[string][]int, n)
	}
	before := len(p.ids)
	for i, t := range calls {
		p.count++
		p.ids, p.answered = append(p.ids, "call_"+strconv.Itoa(p.count)), append(p.answered, false)
		i += before
		p.places[p.ids[i]] = i
		p.waiting[""] = append(p.waiting[""], i)
		if t.Name != "" {
			p.waiting[t.Name] = append(p.waiting[t.Name], i)
		}
	}
	p.Joins = false
	return slices.Clone(p.ids[before:])
}

// Number gives the calls of a turn their ids.
func (p *Pairing) Number(calls []*conv.ToolCall) {
	for i, id := range p.Turn(calls) {
		calls[i].ID = id
	}
}

// Waits reports whether a call has no result yet.
func (p *Pairing) Waits(id string) bool {
	i, ok := p.places[id]
	return ok && !p.answered[i]
}

// Next is the id of the call that the next result answers, "" for none. tool is the
// name that the result has, "" if it has none.
func (p *Pairing) Next(tool string) string {
	for _, name := range [...]string{tool, ""} {
		places := p.waiting[name]
		for len(places) > 0 && p.answered[places[0]] {
			places = places[1:]
		}
		if len(places) > 0 {
			p.waiting[name] = places
			return p.ids[places[0]]
		}
		delete(p.waiting, name)
	}
	return ""
}

// Pair is Next for a result, which answers that call.
func (p *Pairing) Pair(tool string) string {
	id := p.Next(tool)
	p.Answer(id)
	return id
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
	InOrder bool // a result answers the call that Pairing gives it: it names none
	calls   Pairing
	ids     map[string]string // new ids of calls, by their old ones
}

// Join says that the calls of the next answer belong to those of the last one.
func (x *Numbering) Join() { x.calls.Joins = true }

// Numbered is the calls of an answer with their new ids.
func (x *Numbering) Numbered(content []conv.AssistantContent) (out []conv.AssistantContent) {
	var calls []*conv.ToolCall
	for _, b := range content {
		if t, ok := b.(*conv.ToolCall); ok {
			y := *t
			calls, out = append(calls, &y), append(out, &y)
		}
	}
	if x.ids == nil {
		x.ids = map[string]string{}
	}
	for i, id := range x.calls.Turn(calls) {
		y := calls[i]
		if y.ID != id {
			x.Notes.Info(note.CodeID, note.Renamed, y.Offset(), "call id", "")
		}
		x.ids[y.ID], y.ID = id, id
	}
	return out
}

// Answered is the new id of the call that a result answers. tool is the name that the
// format writes of it.
func (x *Numbering) Answered(m *conv.ToolResultMessage, tool string) string {
	id := x.ids[m.ToolCallID]
	if next := x.calls.Next(tool); x.InOrder && id != next && next != "" {
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
