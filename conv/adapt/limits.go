package adapt

import (
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/note"
)

// limits adjusts what a request asks for to what servers accept.
func (a *adapter) limits(c *conv.Conversation) {
	r := c.Request
	if r == nil {
		return
	}
	x := *r
	if n := a.MaxStops; n > 0 && len(x.Stop) > n {
		a.lose(note.CodeParam, note.Dropped, &r.Node, "stop text beyond the number that servers take,", x.Stop[n])
		x.Stop = x.Stop[:n:n]
	}
	if n, ok := x.MaxTokens.Int(); ok && n < a.LeastTokens {
		x.MaxTokens = conv.Number(strconv.FormatInt(a.LeastTokens, 10))
		a.lose(note.CodeParam, note.Downgraded, &r.Node, "limit of output tokens, now "+string(x.MaxTokens)+", the lowest that servers accept,", string(r.MaxTokens))
	}
	x.Reasoning = a.effort(r)
	if len(x.Stop) != len(r.Stop) || x.Reasoning != r.Reasoning || x.MaxTokens != r.MaxTokens {
		c.Request = &x
	}
}

// effort returns the reasoning of a request with an effort that servers know.
// none becomes no reasoning, another one that they do not take the next higher one.
// A word that is no effort is left out: nobody knows what it asks for.
func (a *adapter) effort(r *conv.Request) *conv.Reasoning {
	t := r.Reasoning
	if a.Efforts == "" || t == nil || t.Effort == "" {
		return t
	}
	x := *t
	switch {
	case t.BudgetTokens != "":
		a.lose(note.CodeParam, note.Dropped, &r.Node, "reasoning effort, which a budget excludes,", t.Effort)
		x.Effort = ""
	case strings.Contains(a.Efforts, " "+t.Effort+" "):
		return t
	case t.Effort == "none":
		x.Effort, x.Enabled = "", new(false)
	case !strings.Contains(efforts, " "+t.Effort+" "):
		a.lose(note.CodeParam, note.Dropped, &r.Node, "unknown reasoning effort", t.Effort)
		x.Effort = ""
	default:
		x.Effort = nextEffort(t.Effort, strings.Fields(a.Efforts))
		a.lose(note.CodeParam, note.Downgraded, &r.Node, "reasoning effort, now "+x.Effort+",", t.Effort)
	}
	return &x
}

// efforts are all known efforts, in order.
const efforts = " none minimal low medium high xhigh max "

// nextEffort returns the lowest of known that is at least as high as asked, else
// the last.
func nextEffort(asked string, known []string) string {
	least := strings.Index(efforts, " "+asked+" ")
	for _, k := range known {
		if least >= 0 && strings.Index(efforts, " "+k+" ") >= least {
			return k
		}
	}
	return known[len(known)-1]
}
