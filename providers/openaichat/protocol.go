package openaichat

import (
	"convo/conv"
	"convo/providers/internal/protocol"
)

// Protocol says how to call servers of Chat Completions. A stream reports its
// usage only if the request asks for it.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format: "openai-chat",
		Path:   "/chat/completions",
		Auth:   protocol.Bearer,
		Ask: func(r *conv.Request, streamed bool) {
			protocol.AskToStream(r, streamed)
			if streamed && r.Extensions.Get(family, "stream_options") == "" {
				residue.Set(&r.Node, "stream_options", `{"include_usage":true}`)
			}
		},
	}
}
