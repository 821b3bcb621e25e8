package pipe

import (
	"cmp"
	"errors"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/tokens"
	"convo/providers"
)

// trimOperation makes conversations fit into a number of tokens, as cost
// --estimate counts them for the same model: that of --for, or else that of
// the conversation.
func (b *planner) trimOperation(value string) ([]Operation, error) {
	most, ok := int64(0), true
	if value != "auto" {
		if most, ok = tokenNumber(value); !ok {
			return nil, frame.UsageError("--trim %q: want a number of tokens, such as 50000, 50k or 1m, or auto", value)
		}
	}
	aim, getenv := b.plan.Aim, b.p.Getenv
	return []Operation{func(doc *conv.Conversation, in Passage) (out *conv.Conversation, err error) {
		goal, name := aim.reader(doc, getenv)
		most := most
		if value == "auto" {
			if most = goal.Room(); most <= 0 {
				return nil, noWindow(name)
			}
		}
		count := func(doc *conv.Conversation) int64 {
			_, tokens := aim.Sent(goal, in.From, doc)
			return tokens
		}
		in.Notes.Asking(nil, func(notes *conv.Notes) { out, err = edit.Trim(doc, most, count, notes) })
		var long *edit.TooLong
		if errors.As(err, &long) {
			f := &frame.Failure{Code: frame.ExitBudget, What: "--trim " + value + ": " + err.Error()}
			return nil, f.WithHint("to make room, put --slice or --drop thinking,media,tools before --trim")
		}
		return out, err
	}}, nil
}

// tokenNumber reads 50000, 50k or 1.5m.
func tokenNumber(s string) (n int64, ok bool) {
	factor := int64(1)
	switch lower := strings.ToLower(s); {
	case strings.HasSuffix(lower, "k"):
		factor, s = 1e3, s[:len(s)-1]
	case strings.HasSuffix(lower, "m"):
		factor, s = 1e6, s[:len(s)-1]
	}
	nano, ok := conv.Number(s).Nano()
	if !ok || nano <= 0 || nano > 1e18 {
		return 0, false
	}
	if factor == 1 && nano%1e9 != 0 {
		return 0, false
	}
	n = nano / 1e9 * factor
	return n + nano%1e9*factor/1e9, n > 0 || nano*factor >= 1e9
}

// reader is who will read a conversation and what it is called: the model of
// --for, or that which a call would ask; nil and its name if nothing is known
// of it.
func (a *Aim) reader(doc *conv.Conversation, getenv func(string) string) (*providers.Goal, string) {
	if a.goal != nil {
		return a.goal, cmp.Or(a.goal.Target.Model, a.goal.Target.Provider, a.goal.Format.Name)
	}
	name, _ := ModelOf(doc, "", "", getenv)
	goal, err := providers.GoalNamed(name)
	if err != nil {
		return nil, name
	}
	return goal, name
}

// Sent is what a call sends of a conversation that was read from a format, and
// about how many tokens that is. Of a goal that is nil only the protocol is
// known, or not even that.
func (a *Aim) Sent(goal *providers.Goal, from *conv.Format, doc *conv.Conversation) (*conv.Conversation, int64) {
	if goal == nil && from.Family != "" {
		goal, _ = providers.GoalNamed(from.Family)
	}
	if goal == nil {
		return doc, tokens.Estimate(doc)
	}
	doc = a.Adapted(goal, doc, Passage{From: from, Notes: &conv.Notes{}})
	return doc, goal.EstimateTokens(doc)
}

// noWindow is the failure of --trim auto where nothing is known of a model.
func noWindow(name string) error {
	f := frame.UsageError("--trim auto: no model")
	if name != "" {
		f = frame.UsageError("--trim auto: the context size of %q is not known", name)
	}
	return f.WithHint("name a known model with --for (see convo models), or give a number: --trim N")
}
