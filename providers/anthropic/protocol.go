package anthropic

import "convo/providers/internal/protocol"

// Protocol is how to call servers of the Messages API.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format: "anthropic",
		Path:   "/v1/messages",
		Auth:   protocol.Header{Name: "X-Api-Key"},
		Header: []protocol.Header{{Name: "Anthropic-Version", Value: "2023-06-01"}},
		Ask:    protocol.AskToStream,
	}
}
