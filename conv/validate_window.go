package conv

import "slices"

// overWindow is a conversation that a goal's model cannot see as a whole. What
// an estimate says is not said of less than a quarter more than it sees.
func (v *validator) overWindow() {
	t := v.goal.Target
	if t == nil || t.Window == 0 || v.tokensAtMost() <= t.Room {
		return
	}
	switch n := EstimateTokens(v.c); {
	case n > t.Window+t.Window/4:
		v.findAs("C025", &v.c.Node, "about %d tokens, and %s sees %d", n, t.Model, t.Window)
	case n > t.Room:
		v.findAs("C026", &v.c.Node, "about %d tokens, and %s sees %d, with its answer", n, t.Model, t.Window)
	}
}

// findAs adds a finding of a rule that is not looked for by itself.
func (v *validator) findAs(id string, n *Node, format string, args ...any) {
	rules := conversationRules()
	v.rule = &rules[slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })]
	v.find(n, format, args...)
}

// tokensAtMost is more tokens than an estimate would say, and found faster:
// a token has a character or more.
func (v *validator) tokensAtMost() int64 {
	n := len(v.c.SystemPrompt)
	for i := range v.c.Tools {
		t := &v.c.Tools[i]
		n += toolTokens + len(t.Name) + len(t.Description) + len(t.Parameters) + len(t.Raw)
	}
	if r := v.c.Request; r != nil && r.ResponseFormat != nil {
		n += len(r.ResponseFormat.Name) + len(r.ResponseFormat.Description) + len(r.ResponseFormat.Schema)
	}
	for _, m := range v.c.Messages {
		n += messageTokens
		switch m := m.(type) {
		case *BranchSummary:
			n += len(m.Text())
		case *CompactionSummary:
			n += len(m.Text())
		}
	}
	v.eachBlock(func(_ Message, b Block) {
		switch b := b.(type) {
		case *TextContent:
			n += len(b.Text)
		case *ThinkingContent:
			n += len(b.Thinking)
		case *ToolCall:
			n += messageTokens + len(b.Name) + len(b.Arguments)
		case *Opaque:
			n += len(b.Raw)
		default:
			n += mediaTokens + len(MediaOf(b).Text)
		}
	})
	return int64(n)
}
