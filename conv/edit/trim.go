// Package edit changes conversations as people ask: it trims, redacts and
// shows the structure alone.
//
// The rule of the room: what is asked for is done and noted, and a note of what
// was asked for is no loss. No conversation that was given is changed.
package edit

import (
	"fmt"

	"convo/conv"
	"convo/conv/tokens"
)

// Trim makes a conversation fit into most tokens, as count counts them. What
// goes, the oldest first and no more than has to:
//
//   - what tool results say, for a mark of how much that was;
//   - answers, each with its calls and their results, and with the last
//     answer to it what the user said.
//
// What instructs, the first turn of the user (or the summary in its place),
// the last answer and all behind it stay, and so does what no model sees. In
// a tool loop that is still open the first answer that is left begins with
// reasoning if the turn did, for servers ask for it.
//
// A conversation that fits is returned as it is; one that cannot be made to
// fit is a *[TooLong]. c is not changed.
func Trim(c *conv.Conversation, most int64, count func(*conv.Conversation) int64, notes *conv.Notes) (*conv.Conversation, error) {
	all := count(c)
	if all <= most {
		return c, nil
	}
	t := newTrimming(c)
	fits := func(steps int) bool { return count(t.after(steps).conversation()) <= most }
	enough := t.fewest(all-most, fits)
	trimmed := t.after(enough)
	out := trimmed.conversation()
	left := count(out)
	if left > most {
		return nil, tooLong(out, most, left)
	}
	trimmed.note(notes)
	notes.Info(conv.CodeHistory, conv.Downgraded, c.Offset(), "conversation, in tokens:", fmt.Sprintf("%d, now %d", all, left))
	return out, nil
}

// TooLong is the error of a conversation that cannot be trimmed to a size.
type TooLong struct {
	Most, Least int64 // tokens: that were asked for, and that stay whatever goes

	// What the rest is, estimated.
	Instructions, Tools, Messages int64
}

func tooLong(least *conv.Conversation, most, left int64) *TooLong {
	e := &TooLong{Most: most, Least: left, Tools: tokens.Estimate(&conv.Conversation{Tools: least.Tools})}
	e.Instructions = tokens.Estimate(&conv.Conversation{SystemPrompt: least.SystemPrompt, Request: least.Request})
	for _, m := range least.Compacted() {
		if _, instructs := m.(*conv.SystemMessage); instructs {
			e.Instructions += tokens.EstimateMessage(m)
		} else {
			e.Messages += tokens.EstimateMessage(m)
		}
	}
	return e
}

func (e *TooLong) Error() string {
	return fmt.Sprintf("cannot be trimmed to %d tokens: %d stay, about %d of instructions, %d of tools, %d of the first turn of the user and of the last answer with all behind it",
		e.Most, e.Least, e.Instructions, e.Tools, e.Messages)
}

// trimming is Trim at work.
type trimming struct {
	c      *conv.Conversation
	places []int          // in c.Messages of what a model sees, in its order
	seen   []conv.Message // what is there: as it was, cut, or nil if it is gone
	steps  []trimStep
}

// trimStep is one thing that may go: what a result says, or messages that
// belong together.
type trimStep struct {
	cut   *conv.ToolResultMessage // what becomes of the result; nil for messages
	all   []int
	saves int64 // tokens, estimated
}

func newTrimming(c *conv.Conversation) *trimming {
	t := &trimming{c: c, places: c.CompactedAt()}
	for _, place := range t.places {
		t.seen = append(t.seen, c.Messages[place])
	}
	t.plan()
	return t
}

// shortResult is what the content of a result has to be for a mark to be
// worth its while, in tokens.
const shortResult = 100

// plan makes the steps, in their order.
func (t *trimming) plan() {
	rounds := t.rounds()
	cost := make([]int64, len(t.seen))
	for i, m := range t.seen {
		cost[i] = tokens.EstimateMessage(m)
	}
	for i := range max(t.lastAnswer(), 0) {
		if m, ok := t.seen[i].(*conv.ToolResultMessage); ok && cost[i] >= shortResult {
			cut := cutResult(m, cost[i])
			was := cost[i]
			cost[i] = tokens.EstimateMessage(cut)
			t.steps = append(t.steps, trimStep{cut, []int{i}, was - cost[i]})
		}
	}
	for _, r := range rounds {
		if r.stays {
			continue
		}
		saves := int64(0)
		for _, i := range r.all {
			saves += cost[i]
		}
		t.steps = append(t.steps, trimStep{nil, r.all, saves})
	}
}

// fewest is how many steps are enough; all of them if none are. What they save
// by the estimate is the first guess.
func (t *trimming) fewest(over int64, fits func(steps int) bool) int {
	enough := 0
	for enough < len(t.steps) && over > 0 {
		over -= t.steps[enough].saves
		enough++
	}
	few := 0 // too few steps
	for !fits(enough) {
		if enough == len(t.steps) {
			return enough
		}
		few, enough = enough, min(2*enough+1, len(t.steps))
	}
	for next := enough - 1; next > few; next = (few + enough) / 2 {
		if fits(next) {
			enough = next
		} else {
			few = next
		}
	}
	return enough
}

// after is what there is after the first steps.
func (t *trimming) after(steps int) *trimming {
	x := *t
	x.seen = append([]conv.Message(nil), t.seen...)
	for _, s := range t.steps[:steps] {
		for _, i := range s.all {
			if x.seen[i] = nil; s.cut != nil {
				x.seen[i] = s.cut
			}
		}
	}
	return &x
}

// lastAnswer is where the last answer is, -1 if there is none.
func (t *trimming) lastAnswer() int {
	for i := len(t.seen) - 1; i >= 0; i-- {
		if _, ok := t.seen[i].(*conv.AssistantMessage); ok {
			return i
		}
	}
	return -1
}

// cutResult is a result that says only how many tokens it had.
func cutResult(m *conv.ToolResultMessage, tokens int64) *conv.ToolResultMessage {
	mark := &conv.TextContent{Text: fmt.Sprintf("[result left out: about %d tokens]", tokens)}
	mark.PlaceAt(m.Offset())
	return m.WithContent([]conv.ToolResultContent{mark})
}

// conversation is the conversation with what there is. Messages that a compaction
// stands for stay, unless that which it names as the first behind them goes.
func (t *trimming) conversation() *conv.Conversation {
	out := make([]conv.Message, 0, len(t.c.Messages))
	if t.firstKeptGone() {
		for _, m := range t.seen {
			if m != nil {
				out = append(out, m)
			}
		}
		summary := *out[0].(*conv.CompactionSummary)
		summary.FirstKeptID = ""
		out[0] = &summary
		return t.c.WithMessages(out)
	}
	now := append([]conv.Message(nil), t.c.Messages...)
	for i, place := range t.places {
		now[place] = t.seen[i]
	}
	for _, m := range now {
		if m != nil {
			out = append(out, m)
		}
	}
	return t.c.WithMessages(out)
}

// firstKeptGone reports whether the message is gone that the compaction, the
// first that a model sees then, names.
func (t *trimming) firstKeptGone() bool {
	if len(t.seen) == 0 {
		return false
	}
	summary, ok := t.seen[0].(*conv.CompactionSummary)
	if !ok || summary.FirstKeptID == "" {
		return false
	}
	for i, place := range t.places {
		if i > 0 && conv.MetaOf(t.c.Messages[place]).ID == summary.FirstKeptID {
			return t.seen[i] == nil
		}
	}
	return false
}

// note notes what went.
func (t *trimming) note(notes *conv.Notes) {
	left := make(map[int]bool, len(t.places))
	for i, place := range t.places {
		left[place] = true
		was := t.c.Messages[place]
		switch m := t.seen[i].(type) {
		case nil:
			notes.Loss(conv.CodeHistory, conv.Dropped, conv.MetaOf(was).Offset(), "old message of role", string(conv.RoleOf(was)))
		case *conv.ToolResultMessage:
			if conv.Message(m) != was {
				notes.Loss(conv.CodeHistory, conv.Downgraded, m.Offset(), "old tool result, now a mark of its size, of", m.ToolName)
			}
		}
	}
	if !t.firstKeptGone() {
		return
	}
	for place, m := range t.c.Messages {
		if !left[place] {
			notes.Loss(conv.CodeHistory, conv.Dropped, conv.MetaOf(m).Offset(), "message that a compaction stands for, of role", string(conv.RoleOf(m)))
		}
	}
}
