package claudecode

import (
	"slices"

	"convo/conv/note"
	"convo/conv/rawjson"
)

// part is the lines of one conversation, in the order of the file.
type part struct {
	lines  []*line
	helper bool           // its lines are those of a helper
	at     map[string]int // index of the line with an id
	order  []int          // of each line of the file, its index here; nil: they stand so
}

// index finds the lines by their ids. Of two lines with one id the first counts.
func (p *part) index(notes *note.Notes) {
	p.at = make(map[string]int, len(p.lines))
	for i, l := range p.lines {
		if l.uuid == "" {
			continue
		}
		if _, twice := p.at[l.uuid]; twice {
			l.duplicate = true
			notes.Info(note.CodeID, note.Kept, l.offset, "line whose id an earlier line has, which no model sees", "")
			continue
		}
		p.at[l.uuid] = i
	}
	p.link()
	if p.sort(); p.order == nil {
		return
	}
	notes.Info(note.CodeBranch, note.Kept, p.lines[0].offset, "order of lines that stand before those that they follow", "")
	for i, l := range p.lines {
		if l.uuid != "" && !l.duplicate {
			p.at[l.uuid] = i
		}
	}
	p.link()
}

// link finds the line before each line.
func (p *part) link() {
	last := -1 // most lines follow the one before them
	for i, l := range p.lines {
		if last >= 0 && l.parent == p.lines[last].uuid {
			l.up = last
		} else {
			l.up = p.find(l.parent)
		}
		if l.uuid != "" && !l.duplicate {
			last = i
		}
	}
}

// find returns the index of the line with an id, -1 if there is none.
func (p *part) find(id string) int {
	if id == "" {
		return -1
	}
	if i, ok := p.at[id]; ok {
		return i
	}
	return -1
}

// has reports whether there is a line with an id.
func (p *part) has(id string) bool { return p.find(id) >= 0 }

// activate finds the lines that the program would still send: those on the path
// to the last message, all lines of their answers, and the results of their
// calls. Following the parents alone loses results of parallel calls.
func (p *part) activate(notes *note.Notes) {
	retracted := map[string]bool{}
	for _, l := range p.lines {
		for _, id := range l.retracts {
			retracted[id] = true
		}
	}
	p.walk(p.leaf(retracted), notes)
	p.join()
	for i, l := range p.lines {
		up := l.up
		if l.isBoundary() && up < 0 {
			up = p.find(l.logical)
		}
		switch {
		case l.isMessage():
			l.active = l.active && !retracted[l.uuid]
		case l.active:
		case l.uuid == "" || l.duplicate || up < 0 || up >= i:
			l.active = true
		default: // what is beside the path goes with the message that it hangs on
			l.active = p.lines[up].active
		}
	}
}

// leaf returns the index of the last message, -1 if there is none.
func (p *part) leaf(retracted map[string]bool) int {
	last := -1
	for i, l := range p.lines {
		if l.isMessage() && (!retracted[l.uuid] || last < 0) {
			last = i
		}
	}
	return last
}

// walk marks the lines from a line up to its root.
func (p *part) walk(at int, notes *note.Notes) {
	before := p.nearest()
	begun := map[string]int{} // the first line of each session
	for i, l := range p.lines {
		if _, ok := begun[l.session]; !ok && l.isLink() {
			begun[l.session] = i
		}
	}
	summaries := p.summaries()
	for at >= 0 {
		l := p.lines[at]
		if l.active = true; p.isRoot(l) {
			return
		}
		up := l.up
		if up < 0 {
			if up = p.find(l.logical); up > at {
				up = -1 // a kept line that was written again after the summary
			}
		} else if summary, ok := summaries[up]; ok && up < summary && summary < at {
			up = summary
		}
		if up >= 0 && p.lines[up].active {
			notes.Loss(note.CodeBranch, note.Dropped, l.offset, "link in a circle of entries, to", l.parent)
			return
		}
		if up < 0 && l.parent != "" {
			notes.Info(note.CodeBranch, note.Recovered, l.offset, "link of an entry whose parent is missing: it follows the entry before it", "")
		}
		if up < 0 && begun[l.session] != at {
			if up = before[at]; up >= 0 && p.lines[up].active {
				return
			}
		}
		at = up
	}
}

// summaries are the lines of summaries, by the last line that the compaction kept: the
// program puts the kept lines after the summary, and goes on from the last of them.
func (p *part) summaries() map[int]int {
	out := map[int]int{}
	for i, l := range p.lines {
		if last := p.find(l.logical); l.isBoundary() && l.kept != "" && last >= 0 {
			if summary := p.summary(i); summary > 0 {
				out[last] = summary
			}
		}
	}
	return out
}

// isRoot reports whether a line is a prompt that says that nothing is before it.
// The program does not look beyond one.
func (p *part) isRoot(l *line) bool {
	return l.kind == "user" && l.link == rawjson.Null && l.logical == "" && !l.summary && len(l.results) == 0
}

// isLink reports whether a line can be the one before another.
func (l *line) isLink() bool {
	return l.isMessage() || l.kind == "system" && l.uuid != "" && !l.duplicate
}

// nearest returns for each line the index of the message or system line before it
// in the file, -1 without one.
func (p *part) nearest() []int {
	before, last := make([]int, len(p.lines)), -1
	for i, l := range p.lines {
		if before[i] = last; l.isLink() {
			last = i
		}
	}
	return before
}

// join marks the other lines of answers on the path, and the results of their
// calls that have none there.
func (p *part) join() {
	if !slices.ContainsFunc(p.lines, func(l *line) bool { return !l.active && l.isMessage() }) {
		return
	}
	answers, calls, answered := map[answerKey]bool{}, map[string]bool{}, map[string]bool{}
	for _, l := range p.lines {
		if l.active && l.isMessage() && l.id != "" {
			answers[l.key()] = true
		}
	}
	for _, l := range p.lines {
		if !l.isMessage() {
			continue
		}
		l.active = l.active || l.id != "" && l.kind == "assistant" && answers[l.key()]
		if l.active {
			for _, id := range l.calls {
				calls[id] = true
			}
			for _, id := range l.results {
				answered[id] = true
			}
		}
	}
	for _, l := range p.lines {
		if l.active || !l.isMessage() {
			continue
		}
		for _, id := range l.results {
			if calls[id] && !answered[id] {
				l.active, answered[id] = true, true
			}
		}
	}
}

// answerKey tells the answer that a line is of: helpers number theirs by
// themselves.
type answerKey struct{ agent, id string }

func (l *line) key() answerKey { return answerKey{l.agent, l.id} }
