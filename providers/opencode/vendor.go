package opencode

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// unknown stands for a vendor or a model that nobody names: opencode 1.18 refuses
// to import an answer, or a question, without them. It imports any name, and asks
// that model again: with one that it does not have, opencode run fails unless -m
// names another. So no placeholder is better than this one, which is not taken for a
// model.
const unknown = "unknown"

// vendor is who serves the models of a session whose answers do not say it: the
// vendor of the agent's own models, in opencode's words.
func (r *reducer) vendor() string {
	if r.from == nil {
		return unknown
	}
	switch r.from.Agent {
	case "claude-code":
		return "anthropic"
	case "codex":
		return "openai"
	case "gemini-cli":
		return "google"
	}
	return unknown
}

// named gives an answer from elsewhere a vendor and a model.
func (r *reducer) named(m *conv.AssistantMessage) (provider, model string) {
	if own.Get(&m.Node, hintOwn) != "" {
		return m.Provider, m.Model
	}
	if r.from != nil {
		model = r.from.Model
	}
	return cmp.Or(m.Provider, r.vendor()), cmp.Or(m.Model, model, unknown)
}

func modelOf(provider, model string) conv.Raw {
	return rawjson.ObjectOf([]rawjson.Member{{Key: "providerID", Value: rawjson.Quoted(provider)}, {Key: "modelID", Value: rawjson.Quoted(model)}})
}

// models is, for each message, the model that was asked: that of the next answer,
// else of the last one.
func (r *reducer) models() []conv.Raw {
	out := make([]conv.Raw, len(r.c.Messages))
	last := &conv.AssistantMessage{}
	for _, m := range slices.Backward(r.c.Messages) {
		if a, ok := m.(*conv.AssistantMessage); ok {
			last = a
			break
		}
	}
	provider, model := r.named(last)
	next := modelOf(provider, model)
	for i, m := range slices.Backward(r.c.Messages) {
		if a, ok := m.(*conv.AssistantMessage); ok {
			if p, m := r.named(a); p != provider || m != model {
				provider, model, next = p, m, modelOf(p, m)
			}
		}
		out[i] = next
	}
	return out
}
