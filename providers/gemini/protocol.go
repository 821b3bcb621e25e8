package gemini

import (
	"convo/providers/internal/protocol"
)

// Protocol is how servers of generateContent are called: the model, and
// whether the answer comes in pieces, are in the address.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format: "gemini",
		Path: func(model string, streamed bool) string {
			if streamed {
				return "/models/" + model + ":streamGenerateContent?alt=sse"
			}
			return "/models/" + model + ":generateContent"
		},
		Auth: protocol.Header{Name: "X-Goog-Api-Key"},
	}
}
