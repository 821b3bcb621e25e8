package anthropic

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
)

// leastBudget is the least budget_tokens that the servers accept.
const leastBudget = 1024

// reduce does without what only this format's requests lack: small budgets for
// reasoning, and results of server tools apart from their calls.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	reduceBudget(c, notes)
	called := map[string]bool{} // ids of calls of server tools so far
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		o, ok := b.(*conv.Opaque)
		if _, answer := m.(*conv.AssistantMessage); !ok || !answer || o.Family != family || !isStray(o, called) {
			return b
		}
		notes.Loss(note.CodeServerTool, note.Dropped, o.Offset(), "result of a server tool without its call", o.Raw.Lookup("tool_use_id").Text())
		return nil
	})
	return c
}

// reduceBudget raises a budget that is too small, or turns reasoning off where
// the limit of output tokens has no room for more.
func reduceBudget(c *conv.Conversation, notes *note.Notes) {
	if c.Request == nil || c.Request.Reasoning == nil || c.Request.Reasoning.BudgetTokens == "" {
		return
	}
	n, err := strconv.ParseInt(string(c.Request.Reasoning.BudgetTokens), 10, 64)
	if err != nil || n >= leastBudget {
		return
	}
	q, r := *c.Request, *c.Request.Reasoning
	limit, err := strconv.ParseInt(string(q.MaxTokens), 10, 64)
	switch on := r.Enabled == nil || *r.Enabled; {
	case n > 0 && on && (err != nil || limit > leastBudget):
		notes.Loss(note.CodeParam, note.Downgraded, r.Offset(), "budget for reasoning, now 1024, of", string(r.BudgetTokens))
		r.BudgetTokens = conv.Number(strconv.Itoa(leastBudget))
	default:
		off := false
		notes.Loss(note.CodeParam, note.Dropped, r.Offset(), "budget for reasoning that is too small,", string(r.BudgetTokens))
		r.BudgetTokens, r.Enabled = "", &off
	}
	q.Reasoning = &r
	c.Request = &q
}

// isStray reports whether a block is a result whose call did not come before it.
// It remembers the call that a block is.
func isStray(o *conv.Opaque, called map[string]bool) bool {
	kind := o.Raw.Lookup("type").Text()
	if strings.HasSuffix(kind, "tool_use") {
		called[o.Raw.Lookup("id").Text()] = true
	}
	return strings.HasSuffix(kind, "_tool_result") && !called[o.Raw.Lookup("tool_use_id").Text()]
}
