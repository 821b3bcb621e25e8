package anthropic

import (
	"convo/conv"
	"convo/providers/internal/protocol"
)

// Protocol is how to call servers of the Messages API.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format: "anthropic",
		Path:   "/v1/messages",
		Auth:   protocol.Header{Name: "X-Api-Key"},
		Header: []protocol.Header{{Name: "Anthropic-Version", Value: "2023-06-01"}},
		Ask: func(c *conv.Conversation, streamed bool) *conv.Conversation {
			return protocol.Asking(c, func(r *conv.Request) {
				if r.Stream = &streamed; !streamed {
					r.Stream = nil
				}
			})
		},
	}
}
