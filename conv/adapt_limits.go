package conv

import "strings"

// limits fits what a request asks for to what servers take.
func (a *adapter) limits(c *Conversation) {
	r := c.Request
	if r == nil {
		return
	}
	x := *r
	if n := a.MaxStops; n > 0 && len(x.Stop) > n {
		a.lose(CodeParam, Dropped, &r.Node, "text to stop at, more than servers take,", x.Stop[n])
		x.Stop = x.Stop[:n:n]
	}
	x.Reasoning = a.effort(r)
	if len(x.Stop) != len(r.Stop) || x.Reasoning != r.Reasoning {
		c.Request = &x
	}
}

// effort is what a request says of reasoning with an effort that servers
// know: none is no reasoning, one that they do not know is their highest.
func (a *adapter) effort(r *Request) *Reasoning {
	t := r.Reasoning
	if a.Efforts == "" || t == nil || t.Effort == "" {
		return t
	}
	x := *t
	switch {
	case t.BudgetTokens != "":
		a.lose(CodeParam, Dropped, &r.Node, "effort of reasoning, which a budget excludes,", t.Effort)
		x.Effort = ""
	case strings.Contains(a.Efforts, " "+t.Effort+" "):
		return t
	case t.Effort == "none":
		off := false
		x.Effort, x.Enabled = "", &off
	default:
		known := strings.Fields(a.Efforts)
		x.Effort = known[len(known)-1]
		a.lose(CodeParam, Downgraded, &r.Node, "effort of reasoning, now "+x.Effort+",", t.Effort)
	}
	return &x
}
