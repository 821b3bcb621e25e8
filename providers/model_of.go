package providers

import "convo/conv"

// ModelOf returns the model that a conversation or the environment names, and
// which of them; both are "" if there is none. The model that answered last
// counts only if the caller gives no other address.
func ModelOf(doc *conv.Conversation, baseURL string, getenv func(string) string) (name, from string) {
	if doc.Request != nil && doc.Request.Model != "" {
		return doc.Request.Model, "the model of the conversation"
	}
	if name := lastModel(doc); name != "" && baseURL == "" {
		return name, "the model that answered last"
	}
	if name = getenv("CONVO_MODEL"); name != "" {
		from = "CONVO_MODEL"
	}
	return name, from
}

// lastModel returns who answered last, as VENDOR/MODEL, if that can be asked.
func lastModel(doc *conv.Conversation) string {
	for i := len(doc.Messages) - 1; i >= 0; i-- {
		m, ok := doc.Messages[i].(*conv.AssistantMessage)
		if !ok || m.Excluded || m.Model == "" {
			continue
		}
		name := m.Model
		if m.Provider != "" {
			name = m.Provider + "/" + name
		}
		if _, err := (Address{Model: name}).Endpoint(func(string) string { return "" }); err != nil {
			return ""
		}
		return name
	}
	return ""
}
