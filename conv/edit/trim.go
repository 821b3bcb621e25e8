// Package edit changes conversations as users ask: it trims them, redacts them,
// or reduces them to their structure.
//
// The rule of the room: every change is noted, but a change that the user asked
// for is not a loss. A conversation that was passed in is never changed.
package edit

import (
	"fmt"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/tokens"
)

// Counter counts the tokens of a conversation. It may use and add to the
// estimates that are known.
type Counter func(known tokens.Known, c *conv.Conversation) int64

// Trim shortens a conversation to at most most tokens, as count counts them. It
// removes the oldest parts first, and no more than necessary:
//
//   - the content of tool results, which a mark with its size replaces;
//   - answers, each with its calls and their results; the last answer to a user
//     turn also takes that turn with it.
//
// Instructions, the first user turn (or the summary in its place), the last
// answer and everything after it stay, and so does what no model sees. If an
// unfinished tool loop began with reasoning, what is left of it also begins with
// reasoning, because servers require that.
//
// A conversation that fits is returned as it is. If it cannot be made to fit,
// the error is a *[TooLong]. c is not changed.
func Trim(c *conv.Conversation, most int64, count Counter, notes *note.Notes) (*conv.Conversation, error) {
	known := make(tokens.Known, len(c.Messages))
	all := count(known, c)
	if all <= most {
		return c, nil
	}
	t := newTrimming(c, known)
	counts := map[int]int64{} // by the number of steps
	enough := t.fewest(all-most, func(steps int) bool {
		counts[steps] = count(known, t.after(steps).conversation())
		return counts[steps] <= most
	})
	trimmed := t.after(enough)
	out := trimmed.conversation()
	left := counts[enough]
	if left > most {
		return nil, tooLong(out, most, left)
	}
	trimmed.note(notes)
	notes.Info(note.CodeHistory, note.Downgraded, c.Offset(), "conversation, in tokens:", fmt.Sprintf("%d, now %d", all, left))
	return out, nil
}

// TooLong is the error of a conversation that cannot be trimmed to a size.
type TooLong struct {
	Most, Least int64 // tokens: the limit, and what cannot be removed

	// What cannot be removed, as estimated.
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
	return fmt.Sprintf("cannot trim to %d tokens: %d must stay, about %d of instructions, %d of tools, %d of the first user turn and of the last answer with everything after it",
		e.Most, e.Least, e.Instructions, e.Tools, e.Messages)
}

// trimming does the work of Trim.
type trimming struct {
	c      *conv.Conversation
	places []int          // indexes in c.Messages of what a model sees, in its order
	seen   []conv.Message // the messages: as they were, cut, or nil if removed
	steps  []trimStep
}

// trimStep is one thing to remove: the content of a result, or messages that
// belong together.
type trimStep struct {
	cut   *conv.ToolResultMessage // replaces the result; nil for messages
	all   []int
	saves int64 // tokens, estimated
}

func newTrimming(c *conv.Conversation, known tokens.Known) *trimming {
	t := &trimming{c: c, places: c.CompactedAt()}
	for _, place := range t.places {
		t.seen = append(t.seen, c.Messages[place])
	}
	t.plan(known)
	return t
}

// shortResult is the size, in tokens, below which a result is not worth
// replacing with a mark.
const shortResult = 100

// plan makes the steps, in order.
func (t *trimming) plan(known tokens.Known) {
	rounds := t.rounds()
	cost := make([]int64, len(t.seen))
	for i, m := range t.seen {
		cost[i] = known.EstimateMessage(m)
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

// fewest returns how many steps are enough, or all if all are not enough. Its
// first guess comes from the estimate.
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

// after returns what is left after the first steps.
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

// lastAnswer returns the index of the last answer, -1 if there is none.
func (t *trimming) lastAnswer() int {
	for i := len(t.seen) - 1; i >= 0; i-- {
		if _, ok := t.seen[i].(*conv.AssistantMessage); ok {
			return i
		}
	}
	return -1
}

// cutResult returns a result that only states how many tokens it had.
func cutResult(m *conv.ToolResultMessage, tokens int64) *conv.ToolResultMessage {
	mark := &conv.TextContent{Text: fmt.Sprintf("[result left out: about %d tokens]", tokens)}
	mark.SetOffset(m.Offset())
	return m.WithContent([]conv.ToolResultContent{mark})
}

// conversation returns the conversation with what is left. Messages that a
// compaction replaces stay, unless the first message that it keeps is removed.
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

// firstKeptGone reports whether the first message that the compaction keeps is
// removed. The compaction is then the first message that a model sees.
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

// note notes what was removed.
func (t *trimming) note(notes *note.Notes) {
	left := make(map[int]bool, len(t.places))
	for i, place := range t.places {
		left[place] = true
		was := t.c.Messages[place]
		switch m := t.seen[i].(type) {
		case nil:
			notes.Loss(note.CodeHistory, note.Dropped, conv.MetaOf(was).Offset(), "old message of role", string(conv.RoleOf(was)))
		case *conv.ToolResultMessage:
			if conv.Message(m) != was {
				notes.Loss(note.CodeHistory, note.Downgraded, m.Offset(), "old tool result, now replaced by its size, of", m.ToolName)
			}
		}
	}
	if !t.firstKeptGone() {
		return
	}
	for place, m := range t.c.Messages {
		if !left[place] && !conv.MetaOf(m).Excluded {
			notes.Loss(note.CodeHistory, note.Dropped, conv.MetaOf(m).Offset(), "message that a compaction replaces, of role", string(conv.RoleOf(m)))
		}
	}
}
