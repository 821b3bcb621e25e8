package openairesponses

import (
	"convo/conv"
	"convo/providers/internal/protocol"
)

// Protocol is how servers of the Responses API are called. Reasoning that is
// asked for comes with what the servers need to have it back, so that the
// history need not stay with them.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format: "openai-responses",
		Path:   func(string, bool) string { return "/responses" },
		Auth:   protocol.Bearer,
		Ask: func(c *conv.Conversation, streamed bool) *conv.Conversation {
			return protocol.Asking(c, func(r *conv.Request) {
				if r.Stream = &streamed; !streamed {
					r.Stream = nil
				}
				if r.Reasoning != nil && r.Reasoning.Effort != "" && r.Reasoning.Effort != "none" && r.Extensions.Get(family, "include") == "" {
					residue.Set(&r.Node, "include", `["reasoning.encrypted_content"]`)
				}
			})
		},
	}
}
