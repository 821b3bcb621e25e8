package conv

func (f *fitter) tools(in []ToolDefinition) []ToolDefinition {
	if len(in) == 0 {
		return in
	}
	if !f.Has(Tools) {
		for i := range in {
			f.lose(CodeTools, Dropped, &in[i].Node, "tool definition", in[i].Name)
		}
		return nil
	}
	out := in
	shared := true
	for i := range in {
		t, keep := f.tool(&in[i])
		if shared && (!keep || t != &in[i]) {
			out, shared = append([]ToolDefinition(nil), in[:i]...), false
		}
		if !shared && keep {
			out = append(out, *t)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (f *fitter) tool(t *ToolDefinition) (*ToolDefinition, bool) {
	if t.Family != "" && t.Family != f.family {
		f.lose(CodeTools, Dropped, &t.Node, t.Family+" tool", t.Name)
		return nil, false
	}
	ext := f.residue(&t.Node)
	strict := t.Strict
	if strict != nil && !f.Has(StrictTools) {
		if *strict {
			f.lose(CodeTools, Dropped, &t.Node, "strict flag of tool", t.Name)
		} else {
			f.info(CodeTools, Dropped, &t.Node, "strict flag, which says false, of tool", t.Name)
		}
		strict = nil
	}
	if len(ext) == len(t.Extensions) && strict == t.Strict {
		return t, true
	}
	x := *t
	x.Extensions, x.Strict = ext, strict
	return &x, true
}

func (f *fitter) request(r *Request) *Request {
	if r == nil {
		return nil
	}
	if f.Scope == Answer {
		if r.Model != "" || r.MaxTokens != "" || len(r.Extensions) > 0 {
			f.lose(CodeParam, Dropped, &r.Node, "request parameters", "")
		}
		return nil
	}
	x := *r
	x.Extensions = f.residue(&r.Node)
	if f.unasked(r) {
		f.info(CodeParam, Dropped, &r.Node, "limit of output tokens that nobody asked for:", string(r.MaxTokens))
		x.MaxTokens = ""
	}
	for _, p := range numbers(&x) {
		if *p.value != "" && f.Params&p.param == 0 {
			f.parameter(r, p.key)
			*p.value = ""
		}
	}
	if x.Model != "" && f.Params&Model == 0 {
		if f.Limits&ModelInAddress != 0 {
			f.info(CodeParam, Dropped, &r.Node, "parameter, which the address has,", "model")
		} else {
			f.parameter(r, "model")
		}
		x.Model = ""
	}
	if x.Stop != nil && f.Params&StopSequences == 0 {
		f.parameter(r, "stop")
		x.Stop = nil
	}
	if x.User != "" && f.Params&EndUser == 0 {
		f.parameter(r, "user")
		x.User = ""
	}
	if x.Stream != nil && f.Params&Streaming == 0 {
		f.info(CodeParam, Dropped, &r.Node, "parameter", "stream")
		x.Stream = nil
	}
	if f.Limits&TrainingLine != 0 {
		f.trainingLine(&x)
	}
	f.toolChoice(&x)
	f.responseFormat(&x)
	f.reasoning(&x)
	if asksNothing(&x) {
		return nil
	}
	return &x
}

// trainingLine leaves of a request's residue the tools in their old form.
func (f *fitter) trainingLine(r *Request) {
	if r.ToolChoice != nil {
		f.parameter(r, "toolChoice")
		r.ToolChoice = nil
	}
	var kept Extensions
	for _, x := range r.Extensions {
		for _, m := range x.Members {
			if x.Family == f.Beside || m.Key == "functions" || m.Key == "~functions" {
				kept.Set(x.Family, m.Key, m.Value)
			} else {
				f.loseMember(&r.Node, x.Family, m.Key)
			}
		}
	}
	r.Extensions = kept
}

// numeric is a parameter of a request that is a number.
type numeric struct {
	param Params
	key   string
	value *Number
}

func numbers(r *Request) [7]numeric {
	return [7]numeric{
		{MaxTokens, "maxTokens", &r.MaxTokens},
		{Temperature, "temperature", &r.Temperature},
		{TopP, "topP", &r.TopP},
		{TopK, "topK", &r.TopK},
		{Seed, "seed", &r.Seed},
		{Penalties, "frequencyPenalty", &r.FrequencyPenalty},
		{Penalties, "presencePenalty", &r.PresencePenalty},
	}
}

// asksNothing reports whether a request has no parameter.
func asksNothing(r *Request) bool {
	for _, p := range numbers(r) {
		if *p.value != "" {
			return false
		}
	}
	return len(r.Extensions) == 0 && r.Model == "" && r.Stop == nil && r.ToolChoice == nil &&
		r.ParallelToolCalls == nil && r.ResponseFormat == nil && r.Reasoning == nil && r.Stream == nil && r.User == ""
}

// parameter notes a request parameter that is not held.
func (f *fitter) parameter(r *Request, key string) {
	f.lose(CodeParam, Dropped, &r.Node, "parameter", key)
}

func (f *fitter) toolChoice(r *Request) {
	if f.Limits&ChoiceAlone != 0 && r.ParallelToolCalls != nil {
		if *r.ParallelToolCalls { // as calls are there
			f.info(CodeParam, Dropped, &r.Node, "parameter, which says true,", "parallelToolCalls")
		} else {
			f.parameter(r, "parallelToolCalls")
		}
		r.ParallelToolCalls = nil
	}
	if f.Params&ToolChoices == 0 {
		if r.ToolChoice != nil {
			f.parameter(r, "toolChoice")
		}
		if r.ParallelToolCalls != nil {
			f.parameter(r, "parallelToolCalls")
		}
		r.ToolChoice, r.ParallelToolCalls = nil, nil
		return
	}
	if t := r.ToolChoice; t != nil {
		x := *t
		x.Extensions = f.residue(&t.Node)
		r.ToolChoice = &x
		if x.Mode == "" && len(x.Extensions) == 0 {
			r.ToolChoice = nil
		}
	}
	if r.ParallelToolCalls != nil && r.ToolChoice == nil && f.Params&LooseParams == 0 {
		f.info(CodeParam, Synthesized, &r.Node, "parameter", "toolChoice")
		r.ToolChoice = &ToolChoice{Mode: ChoiceAuto}
	}
}

func (f *fitter) responseFormat(r *Request) {
	if r.ResponseFormat == nil {
		return
	}
	if f.Params&(ResponseSchemas|ResponseFormats) == 0 {
		f.parameter(r, "responseFormat")
		r.ResponseFormat = nil
		return
	}
	x := *r.ResponseFormat
	x.Extensions = f.residue(&x.Node)
	r.ResponseFormat = &x
	f.nameless(r)
	if f.Params&ResponseFormats == 0 {
		f.schemaOnly(r)
	}
}

// schemaOnly leaves of a response format its schema. Text is what a format
// that has only schemas answers anyway.
func (f *fitter) schemaOnly(r *Request) {
	x := r.ResponseFormat
	if x.Type != "jsonSchema" {
		if x.Type != "text" {
			f.parameter(r, "responseFormat")
		}
		r.ResponseFormat = nil
		return
	}
	if x.Name != "" || x.Description != "" {
		f.info(CodeParam, Dropped, &r.Node, "parameter", "responseFormat.name")
	}
	if x.Strict != nil && !*x.Strict {
		f.parameter(r, "responseFormat.strict")
	}
	x.Name, x.Description, x.Strict = "", "", nil
}

func (f *fitter) reasoning(r *Request) {
	if r.Reasoning == nil {
		return
	}
	x := *r.Reasoning
	x.Extensions = f.residue(&x.Node)
	if x.Effort != "" && f.Params&ReasoningEffort == 0 {
		f.parameter(r, "reasoning.effort")
		x.Effort = ""
	}
	if (x.BudgetTokens != "" || x.Enabled != nil) && f.Params&ReasoningBudget == 0 {
		f.parameter(r, "reasoning.budgetTokens")
		x.BudgetTokens, x.Enabled = "", nil
	}
	if x.BudgetTokens != "" && f.Params&LooseParams == 0 {
		f.looseBudget(r, &x)
	}
	r.Reasoning = &x
	if x.Effort == "" && x.BudgetTokens == "" && x.Enabled == nil && len(x.Extensions) == 0 {
		r.Reasoning = nil
	}
}

// looseBudget says of a budget for reasoning that reasoning is wanted, and
// drops it where it is not.
func (f *fitter) looseBudget(r *Request, x *Reasoning) {
	switch {
	case x.Enabled == nil:
		f.info(CodeParam, Synthesized, &r.Node, "parameter", "reasoning.enabled")
		enabled := true
		x.Enabled = &enabled
	case !*x.Enabled:
		f.parameter(r, "reasoning.budgetTokens")
		x.BudgetTokens = ""
	}
}

// unasked reports whether only another format demanded the limit.
func (f *fitter) unasked(r *Request) bool {
	for _, x := range r.Extensions {
		if x.Family != f.family && r.MaxTokens != "" && r.Extensions.Get(x.Family, Unasked) == Raw(r.MaxTokens) {
			return true
		}
	}
	return false
}
