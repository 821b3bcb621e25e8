package format

import "convo/conv"

// In returns the names of the parameters of the set that a request has, as in
// conversation.json. r may be nil.
func (s Params) In(r *conv.Request) []string {
	if r == nil {
		return nil
	}
	var names []string
	for _, p := range asked {
		if p.param&s != 0 && p.set(r) {
			names = append(names, p.name)
		}
	}
	return names
}

// asked returns the parameters of a request that somebody asked for.
var asked = []struct {
	name  string
	param Params
	set   func(*conv.Request) bool
}{
	{"maxTokens", MaxTokens, func(r *conv.Request) bool { return r.MaxTokens != "" }},
	{"temperature", Temperature, func(r *conv.Request) bool { return r.Temperature != "" }},
	{"topP", TopP, func(r *conv.Request) bool { return r.TopP != "" }},
	{"topK", TopK, func(r *conv.Request) bool { return r.TopK != "" }},
	{"seed", Seed, func(r *conv.Request) bool { return r.Seed != "" }},
	{"frequencyPenalty", Penalties, func(r *conv.Request) bool { return r.FrequencyPenalty != "" }},
	{"presencePenalty", Penalties, func(r *conv.Request) bool { return r.PresencePenalty != "" }},
	{"stop", StopSequences, func(r *conv.Request) bool { return len(r.Stop) > 0 }},
	{"toolChoice", ToolChoices, func(r *conv.Request) bool { return r.ToolChoice != nil }},
	{"parallelToolCalls", ToolChoices, func(r *conv.Request) bool { return r.ParallelToolCalls != nil }},
	{"responseFormat", ResponseSchemas, func(r *conv.Request) bool { return r.ResponseFormat != nil && r.ResponseFormat.Schema != "" }},
	{"responseFormat", ResponseFormats, func(r *conv.Request) bool {
		return r.ResponseFormat != nil && r.ResponseFormat.Schema == "" && r.ResponseFormat.Type != "text"
	}},
	{"reasoning.effort", ReasoningEffort, func(r *conv.Request) bool { return r.Reasoning != nil && r.Reasoning.Effort != "" }},
	{"reasoning.budgetTokens", ReasoningBudget, func(r *conv.Request) bool { return r.Reasoning != nil && r.Reasoning.BudgetTokens != "" }},
	{"user", EndUser, func(r *conv.Request) bool { return r.User != "" }},
}
