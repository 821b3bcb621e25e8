package anthropic

import (
	"slices"

	"convo/conv"
	"convo/conv/note"
)

// reduceStream forgets which fields an answer did not have: the events of a stream
// have all of them.
func reduceStream(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
	shared := true
	for i, m := range c.Messages {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || a.StopDetail == nil {
			continue
		}
		said, detail := *a, *a.StopDetail
		for _, key := range []string{"~id", "~model", "~usage"} {
			detail.Extensions = detail.Extensions.Without(family, key)
		}
		if said.StopDetail = &detail; len(detail.Extensions) == 0 && detail.Raw == "" && detail.Kind == "" {
			said.StopDetail = nil
		}
		if shared {
			c.Messages, shared = slices.Clone(c.Messages), false
		}
		c.Messages[i] = &said
	}
	return c
}
