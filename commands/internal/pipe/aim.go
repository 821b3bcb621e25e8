package pipe

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/providers"
)

// Aim is whom conversations are fitted to: a model, a vendor or a protocol that
// --for names, or who takes the format that is written.
type Aim struct {
	Adapt    bool                 // to the servers of another family
	goal     *providers.Goal      // of the last --for, nil without one
	thinking *conv.ThinkingPolicy // nil: not asked for
	repair   conv.RepairPolicy    // what --for does with unanswered calls
}

// forOperations adapts to a model. What else says what a model is to see of a
// conversation comes before it, wherever it stands on the command line.
func (b *planner) forOperations(name string, all []frame.Setting) ([]Operation, error) {
	goal, err := providers.GoalNamed(name)
	if err != nil {
		f := frame.AsFailure(err)
		f.Code, f.What = frame.ExitUsage, "--for: "+f.What
		return nil, f
	}
	var ops []Operation
	for _, s := range all {
		if s.Name != "project" && s.Name != "repair" {
			continue
		}
		first, err := b.operationsOf(s, nil)
		if err != nil {
			return nil, err
		}
		ops = append(ops, first...)
	}
	if to := b.plan.To; to != nil {
		goal = goal.In(to.Name)
	}
	aim := b.plan.Aim
	aim.goal = goal
	return append(ops, func(doc *conv.Conversation, in Passage) (*conv.Conversation, error) {
		return aim.reasoned(doc, in.Notes, func(notes *conv.Notes) *conv.Conversation {
			return aim.Adapted(goal, doc, Passage{in.From, in.At, notes})
		}), nil
	}), nil
}

// Adapted is what a call would send to a goal: adapted to it, and reduced to
// what its protocol can hold. What no call sends, of any protocol, is no loss
// that nobody asked for.
func (a *Aim) Adapted(goal *providers.Goal, doc *conv.Conversation, in Passage) *conv.Conversation {
	if a.Adapt {
		if goal.NoTools {
			doc = adapt.Flatten(doc, in.Notes)
		}
		target := goal.Target
		target.From, target.Repair, target.Thinking = in.From.Family, a.repair, a.policy()
		asking(in.Notes, isPrivate, func(notes *conv.Notes) { doc = adapt.For(doc, goal.Format, &target, notes) })
	}
	asking(in.Notes, IsBookkeeping, func(notes *conv.Notes) { doc = fit.To(doc, goal.Format, notes) })
	return withModel(doc, goal.Target.Model, in.Notes)
}

// isPrivate reports whether a note is about what never goes to a model.
func isPrivate(n *conv.Note) bool { return n.Code == conv.CodePrivate }

// IsBookkeeping reports whether a note on fitting is about what a transcript
// says of its messages, and no call sends: ids, times, usage, origins.
func IsBookkeeping(n *conv.Note) bool {
	switch n.Code {
	case conv.CodeID, conv.CodeTime, conv.CodeUsage, conv.CodeCost, conv.CodeModel, conv.CodeStop, conv.CodePrivate:
		return true
	case conv.CodeName:
		return n.What != "name" // a speaker's may matter to a model
	default:
		return false
	}
}

// withModel is a conversation that asks for a model; "" leaves it as it is.
func withModel(c *conv.Conversation, model string, notes *conv.Notes) *conv.Conversation {
	if model == "" || c.Request != nil && c.Request.Model == model {
		return c
	}
	out, request := *c, conv.Request{}
	if c.Request != nil {
		request = *c.Request
	}
	if request.Model != "" {
		notes.Info(conv.CodeModel, conv.Renamed, request.Offset(), "model of the request, now "+model+", which was", request.Model)
	}
	request.Model, request.Extensions = model, withoutHints(request.Extensions)
	out.Request = &request
	return &out
}

// withoutHints is residue without what only says how another model's request
// spelled things. That nobody asked for a limit is no spelling.
func withoutHints(e conv.Extensions) conv.Extensions {
	var out conv.Extensions
	for _, x := range e {
		for _, m := range x.Members {
			if m.Key == conv.Unasked || !conv.IsHint(m.Key) {
				out.Set(x.Family, m.Key, m.Value)
			}
		}
	}
	return out
}

// fit makes of a conversation what the format that is written can hold.
func (a *Aim) fit(doc *conv.Conversation, from, to *conv.Format, notes *conv.Notes) *conv.Conversation {
	if a.goal != nil {
		from = a.goal.Format
	}
	adapts := a.Adapt && !ServedAlike(from, to) && to.Rules != (conv.Rules{})
	return a.reasoned(doc, notes, func(notes *conv.Notes) *conv.Conversation {
		switch {
		case adapts:
			doc = adapt.For(doc, to, &conv.Target{From: from.Family, Thinking: a.policy()}, notes)
		case a.thinking != nil && (a.goal == nil || !a.Adapt):
			doc = adapt.Thinking(doc, a.policy(), notes)
		}
		return fit.To(doc, to, notes)
	})
}

// ServedAlike reports whether who takes one format takes the other as it is.
func ServedAlike(a, b *conv.Format) bool {
	return a.Family == b.Family && (a.Rules == b.Rules || a.Rules == (conv.Rules{}))
}

// reasoned does work in which --thinking, if it is given, says what becomes of
// reasoning.
func (a *Aim) reasoned(doc *conv.Conversation, notes *conv.Notes, work func(*conv.Notes) *conv.Conversation) *conv.Conversation {
	if a.thinking == nil {
		return work(notes)
	}
	asking(notes, isReasoning, func(notes *conv.Notes) { doc = work(notes) })
	return doc
}

// isReasoning reports whether a note is about what --thinking decides.
func isReasoning(n *conv.Note) bool {
	return n.Code == conv.CodeThinking || n.Code == conv.CodeRedacted
}

// policy is what becomes of reasoning that a target cannot take.
func (a *Aim) policy() conv.ThinkingPolicy {
	if a.thinking == nil {
		return conv.ThinkingDrop
	}
	return *a.thinking
}

// thinkingPolicies are the values of --thinking.
var thinkingPolicies = []string{"drop", "text"}

// thinkingNamed is the policy of --thinking, nil if it is not given.
func thinkingNamed(flags *frame.Flags) *conv.ThinkingPolicy {
	name := flags.Choice("thinking", thinkingPolicies...)
	if !flags.IsSet("thinking") {
		return nil
	}
	policy := conv.ThinkingPolicy(slices.Index(thinkingPolicies, name))
	return &policy
}
