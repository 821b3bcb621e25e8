package openairesponses

import (
	"convo/conv"
	"convo/providers/internal/protocol"
)

// Protocol is how to call servers of the Responses API. A request for
// reasoning also asks for its encrypted content. With that the servers do not
// have to store the history.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format: "openai-responses",
		Path:   "/responses",
		Auth:   protocol.Bearer,
		Ask: func(r *conv.Request, streamed bool) {
			protocol.AskToStream(r, streamed)
			if r.Reasoning != nil && r.Reasoning.Effort != "" && r.Reasoning.Effort != "none" && r.Extensions.Get(family, "include") == "" {
				residue.Set(&r.Node, "include", `["reasoning.encrypted_content"]`)
			}
		},
	}
}
