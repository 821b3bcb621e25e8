package conv

import "fmt"

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
func Trim(c *Conversation, most int64, count func(*Conversation) int64, notes *Notes) (*Conversation, error) {
	all := count(c)
	if all <= most {
		return c, nil
	}
	t := newTrimming(c)
	over := all - most
	for _, step := range t.steps() {
		if over -= t.take(step); over > 0 {
			continue
		}
		out := t.trimmed()
		left := count(out)
		if left <= most {
			t.note(notes)
			notes.Info(CodeHistory, Downgraded, c.Offset(), "conversation, in tokens:", fmt.Sprintf("%d, now %d", all, left))
			return out, nil
		}
		over = left - most
	}
	return nil, tooLong(t.trimmed(), most, count)
}

// TooLong is the error of a conversation that cannot be trimmed to a size.
type TooLong struct {
	Most, Least int64 // tokens: that were asked for, and that stay whatever goes

	// What the rest is, estimated.
	Instructions, Tools, Messages int64
}

func tooLong(least *Conversation, most int64, count func(*Conversation) int64) *TooLong {
	estimate := counting(EstimateText)
	e := &TooLong{Most: most, Least: count(least), Tools: estimate.tools(least.Tools)}
	e.Instructions = estimate(least.SystemPrompt) + estimate.format(least.Request)
	for _, m := range least.Compacted() {
		if _, instructs := m.(*SystemMessage); instructs {
			e.Instructions += estimateMessage(m)
		} else {
			e.Messages += estimateMessage(m)
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
	c      *Conversation
	places []int     // in c.Messages of what a model sees, in its order
	seen   []Message // what is there: as it was, cut, or nil if it is gone
	cost   []int64   // tokens of each
}

func newTrimming(c *Conversation) *trimming {
	t := &trimming{c: c, places: compactedPlaces(c.Messages)}
	for _, place := range t.places {
		m := c.Messages[place]
		t.seen = append(t.seen, m)
		t.cost = append(t.cost, estimateMessage(m))
	}
	return t
}

// trimStep is one thing that may go: what a result says, or messages that
// belong together.
type trimStep struct {
	cut int // index of the result; -1 for messages
	all []int
}

// shortResult is what the content of a result has to be for a mark to be
// worth its while, in tokens.
const shortResult = 100

// steps are all things that may go, in their order.
func (t *trimming) steps() []trimStep {
	rounds := t.rounds()
	last := t.lastAnswer()
	var steps []trimStep
	for i := range max(last, 0) {
		if _, ok := t.seen[i].(*ToolResultMessage); ok && t.cost[i] >= shortResult {
			steps = append(steps, trimStep{cut: i})
		}
	}
	for _, r := range rounds {
		if !r.stays {
			steps = append(steps, trimStep{-1, r.all})
		}
	}
	return steps
}

// lastAnswer is where the last answer is, -1 if there is none.
func (t *trimming) lastAnswer() int {
	for i := len(t.seen) - 1; i >= 0; i-- {
		if _, ok := t.seen[i].(*AssistantMessage); ok {
			return i
		}
	}
	return -1
}

// take takes a step and returns what that saves.
func (t *trimming) take(s trimStep) (saved int64) {
	if s.cut >= 0 {
		m := t.seen[s.cut].(*ToolResultMessage).cut(t.cost[s.cut])
		saved = t.cost[s.cut] - estimateMessage(m)
		t.seen[s.cut], t.cost[s.cut] = m, t.cost[s.cut]-saved
		return saved
	}
	for _, i := range s.all {
		saved += t.cost[i]
		t.seen[i], t.cost[i] = nil, 0
	}
	return saved
}

// cut is a result that says only how many tokens it had.
func (m *ToolResultMessage) cut(tokens int64) *ToolResultMessage {
	mark := &TextContent{Text: fmt.Sprintf("[result left out: about %d tokens]", tokens)}
	mark.at = m.at
	return m.withContent([]ToolResultContent{mark})
}

// trimmed is the conversation as it is by now. Messages that a compaction
// stands for stay, unless that which it names as the first behind them goes.
func (t *trimming) trimmed() *Conversation {
	out := make([]Message, 0, len(t.c.Messages))
	if t.firstKeptGone() {
		for _, m := range t.seen {
			if m != nil {
				out = append(out, m)
			}
		}
		summary := *out[0].(*CompactionSummary)
		summary.FirstKeptID = ""
		out[0] = &summary
		return t.c.withMessages(out)
	}
	now := append([]Message(nil), t.c.Messages...)
	for i, place := range t.places {
		now[place] = t.seen[i]
	}
	for _, m := range now {
		if m != nil {
			out = append(out, m)
		}
	}
	return t.c.withMessages(out)
}

// firstKeptGone reports whether the message is gone that the compaction, the
// first that a model sees then, names.
func (t *trimming) firstKeptGone() bool {
	if len(t.seen) == 0 {
		return false
	}
	summary, ok := t.seen[0].(*CompactionSummary)
	if !ok || summary.FirstKeptID == "" {
		return false
	}
	for i, place := range t.places {
		if i > 0 && idOf(t.c.Messages[place]) == summary.FirstKeptID {
			return t.seen[i] == nil
		}
	}
	return false
}

// note notes what went.
func (t *trimming) note(notes *Notes) {
	left := make(map[int]bool, len(t.places))
	for i, place := range t.places {
		left[place] = true
		was := t.c.Messages[place]
		switch m := t.seen[i].(type) {
		case nil:
			notes.Loss(CodeHistory, Dropped, MetaOf(was).Offset(), "old message of role", string(RoleOf(was)))
		case *ToolResultMessage:
			if Message(m) != was {
				notes.Loss(CodeHistory, Downgraded, m.Offset(), "old tool result, now a mark of its size, of", m.ToolName)
			}
		}
	}
	if !t.firstKeptGone() {
		return
	}
	for place, m := range t.c.Messages {
		if !left[place] {
			notes.Loss(CodeHistory, Dropped, MetaOf(m).Offset(), "message that a compaction stands for, of role", string(RoleOf(m)))
		}
	}
}
