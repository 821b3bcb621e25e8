package pipe

import (
	"errors"
	"strings"
	"sync/atomic"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/pick"
	"convo/providers"
)

// Where is a condition of --where. Several workers may use it.
type Where struct {
	cost    func(*conv.Conversation) (nano int64, known bool)
	all     []*pick.Condition
	unknown atomic.Int64 // conversations whose cost nobody knows
}

// WhereOf is the condition that the flag --where of a command gives, nil if it is not
// given. cost is what answers cost.
func WhereOf(flags *frame.Flags, cost func(*conv.Conversation) (int64, bool)) *Where {
	if !flags.IsSet("where") {
		return nil
	}
	w := &Where{cost: cost}
	for _, expression := range flags.StringSlice("where") {
		flags.Fail(w.and(expression))
	}
	return w
}

// and adds a condition, which has to hold, too.
func (w *Where) and(expression string) error {
	c, err := pick.Parse(expression)
	if err != nil {
		return misread(expression, err)
	}
	w.all = append(w.all, c)
	return nil
}

// misread is an error of usage that shows the place in an expression.
func misread(expression string, err error) error {
	var e *pick.SyntaxError
	if !errors.As(err, &e) {
		return err
	}
	f := frame.UsageError("--where: %v", e)
	hint := ""
	if near := providers.Nearest(e.Name, pick.Names()); e.Name != "" && len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	} else if e.Name != "" {
		hint = "convo help where lists the fields"
	}
	if strings.ContainsAny(expression, "\r\n\t") {
		return f.WithHint("%s", hint)
	}
	return f.WithHint("%s\n%s", expression, strings.TrimRight(strings.Repeat(" ", e.At-1)+"^ "+hint, " "))
}

// Holds reports whether all conditions hold for a conversation. nil holds for each.
func (w *Where) Holds(doc *conv.Conversation, from *format.Format) bool {
	if w == nil {
		return true
	}
	s := &pick.Subject{Conversation: doc, Format: from.Name}
	s.Cost = func(c *conv.Conversation) (int64, bool) {
		nano, known := w.cost(c)
		if !known {
			w.unknown.Add(1)
		}
		return nano, known
	}
	for _, c := range w.all {
		if !c.Holds(s) {
			return false
		}
	}
	return true
}

// Tell says what the condition could not know.
func (w *Where) Tell(p *frame.Program) {
	if w == nil {
		return
	}
	if n := int(w.unknown.Load()); n > 0 {
		p.Note("--where: the cost is unknown in %s, so no comparison with it is true", frame.Plural(n, "conversation"))
	}
}

// whereOperation leaves out the conversations for which a condition does not hold.
func (b *planner) whereOperation(expression string) ([]Operation, error) {
	w := &Where{cost: func(c *conv.Conversation) (int64, bool) { return b.plan.Cost(c) }}
	if err := w.and(expression); err != nil {
		return nil, err
	}
	count := b.counted("--where", "conversation that --where does not match")
	count.tell = w.Tell
	return []Operation{func(doc *conv.Conversation, in Context) (*conv.Conversation, error) {
		count.seen.Add(1)
		if w.Holds(doc, in.From) {
			count.kept.Add(1)
			return doc, nil
		}
		in.leaveOut(doc, count.what)
		return nil, errLeftOut
	}}, nil
}
