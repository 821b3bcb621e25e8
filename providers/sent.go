package providers

import (
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/extension"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/training"
)

// Sent returns what a call would send to the target: the conversation, adapted
// and fit, with the model's name. target is the target's, maybe with the caller's
// changes; nil skips adapting. Notes about what no call ever sends count as
// asked for.
func (g *Target) Sent(c *conv.Conversation, target *format.TargetModel, notes *note.Notes) *conv.Conversation {
	if g.Format.Capabilities.GuestFamily == training.Family {
		if pair := training.EachAnswer(c, notes, func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
			return g.Sent(c, target, notes)
		}); pair != nil {
			return pair
		}
	}
	if target != nil {
		if g.NoTools {
			c = adapt.Flatten(c, notes)
		}
		notes.Asking(isPrivate, func(notes *note.Notes) { c = adapt.For(c, g.Format, target, notes) })
	}
	notes.Asking(IsBookkeeping, func(notes *note.Notes) { c = fit.To(c, g.Format, notes) })
	return withModel(c, g.Model.Model, notes)
}

// isPrivate reports whether a note is about what models never get.
func isPrivate(n *note.Note) bool { return n.Code == note.CodePrivate }

// IsBookkeeping reports whether a note of fitting is about data of a transcript
// that no call sends: ids, times, usage, origins.
func IsBookkeeping(n *note.Note) bool {
	switch n.Code {
	case note.CodeID, note.CodeTime, note.CodeUsage, note.CodeCost, note.CodeModel, note.CodeStop, note.CodePrivate:
		return true
	case note.CodeName:
		return n.What != "name" // a speaker's name may matter to a model
	default:
		return false
	}
}

// withModel returns a conversation that asks for a model; "" changes nothing.
func withModel(c *conv.Conversation, model string, notes *note.Notes) *conv.Conversation {
	if model == "" || c.Request != nil && c.Request.Model == model {
		return c
	}
	out, request := *c, conv.Request{}
	if c.Request != nil {
		request = *c.Request
	}
	if request.Model != "" {
		notes.Info(note.CodeModel, note.Renamed, request.Offset(), "model of the request, now "+model+", which was", request.Model)
	}
	request.Model, request.Extensions = model, withoutHints(request.Extensions)
	out.Request = &request
	return &out
}

// withoutHints removes hints, which say how the request of another model was
// spelled. But it keeps the hint that nobody asked for the token limit.
func withoutHints(e extension.Extensions) extension.Extensions {
	var out extension.Extensions
	for _, x := range e {
		for _, m := range x.Members {
			if m.Key == format.Unasked || !extension.IsHint(m.Key) {
				out.Set(x.Family, m.Key, m.Value)
			}
		}
	}
	return out
}

// ToFormat adapts and fits a conversation of one format to another. A nil
// target is the protocol alone.
func ToFormat(c *conv.Conversation, from, to *format.Format, target *format.TargetModel, notes *note.Notes) *conv.Conversation {
	if Adapts(from, to) {
		if target == nil {
			target = &format.TargetModel{From: from.Protocol}
		}
		c = adapt.For(c, to, target, notes)
	}
	return fit.To(c, to, notes)
}

// Adapts reports whether a conversation of one format is adapted to the servers
// of another.
func Adapts(from, to *format.Format) bool {
	return !ServedAlike(from, to) && to.Rules != (format.Rules{})
}

// ServedAlike reports whether servers that take one format take the other
// unchanged.
func ServedAlike(a, b *format.Format) bool {
	return a.Family == b.Family && (a.Rules == b.Rules || a.Rules == (format.Rules{}))
}
