package anthropic

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// reduceStream forgets which fields an answer did not have: the events of a stream
// have all of them.
func reduceStream(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
	c.Messages = format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		a, ok := m.(*conv.AssistantMessage)
		if !ok || a.StopDetail == nil {
			return m
		}
		said, detail := *a, *a.StopDetail
		for _, key := range []string{"~id", "~model", "~usage"} {
			detail.Extensions = detail.Extensions.Without(family, key)
		}
		if said.StopDetail = &detail; len(detail.Extensions) == 0 && detail.Raw == "" && detail.Kind == "" {
			said.StopDetail = nil
		}
		return &said
	})
	return c
}
