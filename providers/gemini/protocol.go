package gemini

import (
	"strings"

	"convo/providers/internal/protocol"
)

// Protocol is how to call servers of generateContent. The address names the
// model and says whether to stream.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{
		Format:     "gemini",
		Path:       "/{model}:generateContent",
		StreamPath: "/{model}:streamGenerateContent?alt=sse",
		Named:      resource,
		Auth:       protocol.Header{Name: "X-Goog-Api-Key"},
	}
}

// resource is a model's name with its collection, as Google's SDK completes it:
// models unless the name says so or is of tunedModels.
func resource(model string) string {
	if strings.HasPrefix(model, "models/") || strings.HasPrefix(model, "tunedModels/") {
		return model
	}
	return "models/" + model
}
