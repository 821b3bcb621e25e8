package gemini

import (
	"convo/providers/internal/protocol"
)

// Protocol is how to call servers of generateContent. The address names the
// model and says whether to stream.
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
