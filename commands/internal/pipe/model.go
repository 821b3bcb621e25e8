package pipe

import (
	"convo/conv"
	"convo/providers"
)

// ModelOf is the model that -m, a conversation or the environment names, and
// which of them; "" is none. At an address that --base-url gives nobody
// answered before.
func ModelOf(doc *conv.Conversation, given, baseURL string, getenv func(string) string) (name, from string) {
	switch {
	case given != "":
		return given, "-m"
	case doc.Request != nil && doc.Request.Model != "":
		return doc.Request.Model, "the model of the conversation"
	}
	if name := lastModel(doc); name != "" && baseURL == "" {
		return name, "the model that answered last"
	}
	return getenv("CONVO_MODEL"), "CONVO_MODEL"
}

// lastModel is who answered last, as VENDOR/MODEL, if that can be asked.
func lastModel(doc *conv.Conversation) string {
	for i := len(doc.Messages) - 1; i >= 0; i-- {
		m, ok := doc.Messages[i].(*conv.AssistantMessage)
		if !ok || m.Model == "" {
			continue
		}
		name := m.Model
		if m.Provider != "" {
			name = m.Provider + "/" + name
		}
		if _, err := (providers.Address{Model: name}).Callee(func(string) string { return "" }); err != nil {
			return ""
		}
		return name
	}
	return ""
}
