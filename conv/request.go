package conv

// Request is what a provider request carries besides the history. Numbers keep
// their literals. Other fields are residue.
type Request struct {
	Node
	Model             string
	MaxTokens         Number
	Temperature       Number
	TopP              Number
	TopK              Number
	Seed              Number
	FrequencyPenalty  Number
	PresencePenalty   Number
	Stop              []string
	ToolChoice        *ToolChoice
	ParallelToolCalls *bool
	ResponseFormat    *ResponseFormat
	Reasoning         *Reasoning
	Stream            *bool
	User              string // an end user's identifier
}

// ToolChoice says whether tools may, must or must not be called.
type ToolChoice struct {
	Node
	Mode ChoiceMode
	Name string // name of the one tool, for ChoiceTool
}

// ChoiceMode is the mode of a ToolChoice.
type ChoiceMode string

// The modes of a tool choice.
const (
	ChoiceAuto     ChoiceMode = "auto"
	ChoiceNone     ChoiceMode = "none"
	ChoiceRequired ChoiceMode = "required"
	ChoiceTool     ChoiceMode = "tool"
)

// ResponseFormat asks for JSON.
type ResponseFormat struct {
	Node
	Type        string // text, json or jsonSchema
	Name        string
	Description string
	Schema      Raw
	Strict      *bool
}

// Reasoning asks for reasoning, limits it or turns it off.
type Reasoning struct {
	Node
	Effort       string // none, minimal, low, medium, high, …
	BudgetTokens Number
	Enabled      *bool // nil: not given
}

// IsEmpty reports whether a request has no parameters.
func (r *Request) IsEmpty() bool {
	for _, p := range r.numbers() {
		if *p.value != "" {
			return false
		}
	}
	return len(r.Extensions) == 0 && r.Model == "" && r.Stop == nil && r.ToolChoice == nil &&
		r.ParallelToolCalls == nil && r.ResponseFormat == nil && r.Reasoning == nil && r.Stream == nil && r.User == ""
}

// Sets returns the names of the parameters in a set that a request has, as in
// conversation.json. r may be nil.
func (r *Request) Sets(params Params) []string {
	if r == nil {
		return nil
	}
	var names []string
	for _, p := range asked {
		if p.param&params != 0 && p.set(r) {
			names = append(names, p.name)
		}
	}
	return names
}

// Reasons reports whether a request asks for reasoning. r may be nil.
func (r *Request) Reasons() bool {
	if r == nil || r.Reasoning == nil {
		return false
	}
	if t := r.Reasoning; t.Enabled == nil && t.Effort != "" {
		return t.Effort != "none"
	}
	return r.Reasoning.Thinks()
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

// Thinks reports whether reasoning is asked for, other than by an effort.
func (r *Reasoning) Thinks() bool {
	switch {
	case r == nil:
		return false
	case r.Enabled != nil:
		return *r.Enabled
	}
	return r.BudgetTokens != "" && r.BudgetTokens != "0"
}
