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
		if *p.number != "" {
			return false
		}
	}
	return len(r.Extensions) == 0 && r.Model == "" && r.Stop == nil && r.ToolChoice == nil &&
		r.ParallelToolCalls == nil && r.ResponseFormat == nil && r.Reasoning == nil && r.Stream == nil && r.User == ""
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
