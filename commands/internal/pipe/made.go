package pipe

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Made is c, whose messages from index first on have just been made, with the
// ids and times that the format to write always has: other messages keep what
// they say. The messages of c are not changed.
func (plan *Plan) Made(c *conv.Conversation, first int, notes *note.Notes) *conv.Conversation {
	stamp := plan.To.Complete
	if stamp == nil || first >= len(c.Messages) {
		return c
	}
	own := *c
	own.Extensions = c.Extensions.Clone()
	own.Messages = slices.Clone(c.Messages)
	for i := first; i < len(own.Messages); i++ {
		meta := *conv.MetaOf(own.Messages[i])
		meta.Extensions = meta.Extensions.Clone()
		own.Messages[i] = format.WithMeta(own.Messages[i], meta)
	}
	stamp(&own, first, plan.Now(), notes)
	return &own
}
