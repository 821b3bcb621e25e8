package lint

import (
	"slices"

	"convo/conv"
	"convo/conv/tokens"
)

// overWindow is a conversation that a goal's model cannot see as a whole. What
// an estimate says is not said of less than a quarter more than it sees.
func (v *validator) overWindow() {
	t := v.goal.Target
	if t == nil || t.Window == 0 || tokens.Count(v.c, bytesOf) <= t.Room {
		return
	}
	switch n := tokens.Estimate(v.c); {
	case n > t.Window+t.Window/4:
		v.findAs("C025", &v.c.Node, "about %d tokens, and %s sees %d", n, t.Model, t.Window)
	case n > t.Room:
		v.findAs("C026", &v.c.Node, "about %d tokens, and %s sees %d, with its answer", n, t.Model, t.Window)
	}
}

// findAs adds a finding of a rule that is not looked for by itself.
func (v *validator) findAs(id string, n *conv.Node, format string, args ...any) {
	rules := conversationRules()
	v.rule = &rules[slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })]
	v.find(n, format, args...)
}

// bytesOf is more tokens than a text can have, found faster than an estimate.
func bytesOf(text string) int64 { return int64(len(text)) }
