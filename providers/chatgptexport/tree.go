package chatgptexport

import (
	"convo/conv"
	"convo/conv/session"
)

// walk makes messages of a tree of nodes.
type walk struct {
	*decoder
	*session.Weave
	after []state
}

// state is what is known after a node, for those that follow it.
type state struct {
	answer *conv.AssistantMessage  // the answer that goes on; nil: none
	open   *calls                  // of that answer, which no tool has answered
	result *conv.ToolResultMessage // what the tool said last; nil: none
}

// calls is a list of calls, the last one first. It never changes, because several
// branches share it.
type calls struct {
	*conv.ToolCall
	before *calls
}

// mostOpen is how many calls are searched for the one that a tool answers.
const mostOpen = 64

// take returns the first open call of a tool, or else the last one, and those that
// are still open then.
func (c *calls) take(tool string) (call *conv.ToolCall, rest *calls) {
	if c == nil {
		return nil, nil
	}
	found, n := c, 0
	for at := c; at != nil && n < mostOpen; at, n = at.before, n+1 {
		if at.Name == tool {
			found = at
		}
	}
	var newer []*calls
	for at := c; at != found; at = at.before {
		newer = append(newer, at)
	}
	rest = found.before
	for i := len(newer) - 1; i >= 0; i-- {
		rest = &calls{newer[i].ToolCall, rest}
	}
	return found.ToolCall, rest
}

// one reads a node.
func (w *walk) one(i int) {
	if p := w.Before(i); p >= 0 {
		if w.after[i] = w.after[p]; !w.IsAlone(i) {
			w.after[i].answer = nil // which the others do not go on with
		}
	}
	if w.message[i] >= 0 {
		(&reading{walk: w, at: i, state: &w.after[i]}).read()
	}
}

// add appends a message of the node.
func (r *reading) add(m conv.Message) {
	meta := conv.MetaOf(m)
	meta.Timestamp, meta.Extensions = milliseconds(r.created), r.residue.Extensions
	meta.Injected, meta.Excluded = r.hidden, r.unsent
	if r.role != "tool" {
		meta.Name = r.name
	}
	r.Add(r.at, m)
}
