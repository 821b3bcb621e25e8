package conv

// In returns the names of the parameters of the set that a request has, as in
// conversation.json. r may be nil.
func (s Params) In(r *Request) []string {
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
	set   func(*Request) bool
}{
	{"maxTokens", MaxTokens, func(r *Request) bool { return r.MaxTokens != "" }},
	{"temperature", Temperature, func(r *Request) bool { return r.Temperature != "" }},
	{"topP", TopP, func(r *Request) bool { return r.TopP != "" }},
	{"topK", TopK, func(r *Request) bool { return r.TopK != "" }},
	{"seed", Seed, func(r *Request) bool { return r.Seed != "" }},
	{"frequencyPenalty", Penalties, func(r *Request) bool { return r.FrequencyPenalty != "" }},
	{"presencePenalty", Penalties, func(r *Request) bool { return r.PresencePenalty != "" }},
	{"stop", StopSequences, func(r *Request) bool { return len(r.Stop) > 0 }},
	{"toolChoice", ToolChoices, func(r *Request) bool { return r.ToolChoice != nil }},
	{"parallelToolCalls", ToolChoices, func(r *Request) bool { return r.ParallelToolCalls != nil }},
	{"responseFormat", ResponseSchemas, func(r *Request) bool { return r.ResponseFormat != nil && r.ResponseFormat.Schema != "" }},
	{"responseFormat", ResponseFormats, func(r *Request) bool {
		return r.ResponseFormat != nil && r.ResponseFormat.Schema == "" && r.ResponseFormat.Type != "text"
	}},
	{"reasoning.effort", ReasoningEffort, func(r *Request) bool { return r.Reasoning != nil && r.Reasoning.Effort != "" }},
	{"reasoning.budgetTokens", ReasoningBudget, func(r *Request) bool { return r.Reasoning != nil && r.Reasoning.BudgetTokens != "" }},
	{"user", EndUser, func(r *Request) bool { return r.User != "" }},
}
