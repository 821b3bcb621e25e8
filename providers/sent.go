package providers

import (
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
)

// Sent is what a call would send to the goal: the conversation adapted to it,
// reduced to what its protocol can hold, with the model's name. The target is
// the goal's, with what the caller decides; nil leaves the adapting out.
// Notes on what no call ever sends count as asked for.
func (g *Goal) Sent(c *conv.Conversation, target *conv.Target, notes *conv.Notes) *conv.Conversation {
	if target != nil {
		if g.NoTools {
			c = adapt.Flatten(c, notes)
		}
		notes.Asking(isPrivate, func(notes *conv.Notes) { c = adapt.For(c, g.Format, target, notes) })
	}
	notes.Asking(IsBookkeeping, func(notes *conv.Notes) { c = fit.To(c, g.Format, notes) })
	return withModel(c, g.Target.Model, notes)
}

// isPrivate reports whether a note is about what never goes to a model.
func isPrivate(n *conv.Note) bool { return n.Code == conv.CodePrivate }

// IsBookkeeping reports whether a note on fitting is about what a transcript
// says about its messages and no call sends: ids, times, usage, origins.
func IsBookkeeping(n *conv.Note) bool {
	switch n.Code {
	case conv.CodeID, conv.CodeTime, conv.CodeUsage, conv.CodeCost, conv.CodeModel, conv.CodeStop, conv.CodePrivate:
		return true
	case conv.CodeName:
		return n.What != "name" // a speaker's name may matter to a model
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
// spelled things. That nobody asked for a token limit is not about spelling.
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

// ToFormat makes of a conversation that was read from one format what another
// holds and its servers take. A nil target is the protocol alone.
func ToFormat(c *conv.Conversation, from, to *conv.Format, target *conv.Target, notes *conv.Notes) *conv.Conversation {
	if Adapts(from, to) {
		if target == nil {
			target = &conv.Target{From: from.Protocol}
		}
		c = adapt.For(c, to, target, notes)
	}
	return fit.To(c, to, notes)
}

// Adapts reports whether what was read from one format is adapted to the
// servers of another.
func Adapts(from, to *conv.Format) bool {
	return !ServedAlike(from, to) && to.Rules != (conv.Rules{})
}

// ServedAlike reports whether who takes one format takes the other as it is.
func ServedAlike(a, b *conv.Format) bool {
	return a.Family == b.Family && (a.Rules == b.Rules || a.Rules == (conv.Rules{}))
}
