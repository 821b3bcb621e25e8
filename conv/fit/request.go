package fit

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

func (f *Fitter) tools(in []conv.ToolDefinition) []conv.ToolDefinition {
	if len(in) == 0 {
		return in
	}
	if !f.Has(format.Tools) {
		for i := range in {
			f.lose(note.CodeTools, note.Dropped, &in[i].Node, "tool definition", in[i].Name)
		}
		return nil
	}
	out := in
	shared := true
	for i := range in {
		t, same, keep := f.tool(&in[i])
		if shared && !same {
			out, shared = append(make([]conv.ToolDefinition, 0, len(in)), in[:i]...), false
		}
		if !shared && keep {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (f *Fitter) tool(t *conv.ToolDefinition) (fitted conv.ToolDefinition, same, keep bool) {
	if t.Family != "" && t.Family != f.family {
		f.lose(note.CodeTools, note.Dropped, &t.Node, t.Family+" tool", t.Name)
		return fitted, false, false
	}
	ext := f.residue(&t.Node)
	strict := t.Strict
	if strict != nil && !f.Has(format.StrictTools) {
		if *strict {
			f.lose(note.CodeTools, note.Dropped, &t.Node, "strict flag of tool", t.Name)
		} else {
			f.info(note.CodeTools, note.Dropped, &t.Node, "strict flag, which says false, of tool", t.Name)
		}
		strict = nil
	}
	same = unchanged(ext, t.Extensions) && strict == t.Strict
	fitted = *t
	fitted.Extensions, fitted.Strict = ext, strict
	return fitted, same, true
}

func (f *Fitter) request(r *conv.Request) *conv.Request {
	if r == nil {
		return nil
	}
	if f.Scope == format.Answer {
		if r.Model != "" || r.MaxTokens != "" || len(r.Extensions) > 0 {
			f.lose(note.CodeParam, note.Dropped, &r.Node, "request parameters", "")
		}
		return nil
	}
	x := *r
	x.Extensions = f.residue(&r.Node)
	if f.unasked(r) {
		f.info(note.CodeParam, note.Dropped, &r.Node, "limit of output tokens that nobody asked for:", string(r.MaxTokens))
		x.MaxTokens = ""
	}
	dropParam(f, &x.MaxTokens, format.MaxTokens, r, "maxTokens")
	dropParam(f, &x.Temperature, format.Temperature, r, "temperature")
	dropParam(f, &x.TopP, format.TopP, r, "topP")
	dropParam(f, &x.TopK, format.TopK, r, "topK")
	dropParam(f, &x.Seed, format.Seed, r, "seed")
	dropParam(f, &x.FrequencyPenalty, format.Penalties, r, "frequencyPenalty")
	dropParam(f, &x.PresencePenalty, format.Penalties, r, "presencePenalty")
	dropParam(f, &x.Model, format.Model, r, "model")
	if x.Stop != nil && f.Params&format.StopSequences == 0 {
		f.parameter(r, "stop")
		x.Stop = nil
	}
	dropParam(f, &x.User, format.EndUser, r, "user")
	if x.Stream != nil && f.Params&format.Streaming == 0 {
		f.info(note.CodeParam, note.Dropped, &r.Node, "parameter", "stream")
		x.Stream = nil
	}
	f.toolChoice(&x)
	f.responseFormat(&x)
	f.reasoning(&x)
	if x.IsEmpty() {
		return nil
	}
	return &x
}

// dropParam empties a parameter that is not held and notes it.
func dropParam[T comparable](f *Fitter, v *T, held format.Params, r *conv.Request, key string) {
	var none T
	if *v != none && f.Params&held == 0 {
		f.parameter(r, key)
		*v = none
	}
}

// parameter notes a request parameter that is not held.
func (f *Fitter) parameter(r *conv.Request, key string) {
	f.lose(note.CodeParam, note.Dropped, &r.Node, "parameter", key)
}

func (f *Fitter) toolChoice(r *conv.Request) {
	if f.Params&format.ParallelCalls == 0 && r.ParallelToolCalls != nil {
		if *r.ParallelToolCalls && f.Params&format.ToolChoices != 0 { // as calls are there
			f.info(note.CodeParam, note.Dropped, &r.Node, "parameter, which says true,", "parallelToolCalls")
		} else {
			f.parameter(r, "parallelToolCalls")
		}
		r.ParallelToolCalls = nil
	}
	dropParam(f, &r.ToolChoice, format.ToolChoices, r, "toolChoice")
	if t := r.ToolChoice; t != nil {
		x := *t
		x.Extensions = f.residue(&t.Node)
		r.ToolChoice = &x
		if x.Mode == "" && len(x.Extensions) == 0 {
			r.ToolChoice = nil
		}
	}
	if r.ParallelToolCalls != nil && r.ToolChoice == nil && f.Params&format.LooseParams == 0 {
		f.info(note.CodeParam, note.Synthesized, &r.Node, "parameter", "toolChoice")
		r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceAuto}
	}
}

func (f *Fitter) responseFormat(r *conv.Request) {
	if r.ResponseFormat == nil {
		return
	}
	if f.Params&(format.ResponseSchemas|format.ResponseFormats) == 0 {
		f.parameter(r, "responseFormat")
		r.ResponseFormat = nil
		return
	}
	x := *r.ResponseFormat
	x.Extensions = f.residue(&x.Node)
	r.ResponseFormat = &x
	if f.Params&format.ResponseFormats == 0 {
		f.schemaOnly(r)
	}
}

// schemaOnly leaves of a response format its schema. Text is what a format
// that has only schemas answers anyway.
func (f *Fitter) schemaOnly(r *conv.Request) {
	x := r.ResponseFormat
	if x.Type != "jsonSchema" {
		if x.Type != "text" {
			f.parameter(r, "responseFormat")
		}
		r.ResponseFormat = nil
		return
	}
	if x.Name != "" {
		f.info(note.CodeParam, note.Dropped, &r.Node, "parameter", "responseFormat.name")
	}
	if x.Description != "" {
		f.parameter(r, "responseFormat.description")
	}
	if x.Strict != nil && !*x.Strict {
		f.parameter(r, "responseFormat.strict")
	}
	x.Name, x.Description, x.Strict = "", "", nil
}

func (f *Fitter) reasoning(r *conv.Request) {
	if r.Reasoning == nil {
		return
	}
	x := *r.Reasoning
	x.Extensions = f.residue(&x.Node)
	dropParam(f, &x.Effort, format.ReasoningEffort, r, "reasoning.effort")
	if (x.BudgetTokens != "" || x.Enabled != nil) && f.Params&format.ReasoningBudget == 0 {
		f.parameter(r, "reasoning.budgetTokens")
		x.BudgetTokens, x.Enabled = "", nil
	}
	if x.BudgetTokens != "" && f.Params&format.LooseParams == 0 {
		f.looseBudget(r, &x)
	}
	r.Reasoning = &x
	if x.Effort == "" && x.BudgetTokens == "" && x.Enabled == nil && len(x.Extensions) == 0 {
		r.Reasoning = nil
	}
}

// looseBudget says of a budget for reasoning that reasoning is wanted, and
// drops it where it is not.
func (f *Fitter) looseBudget(r *conv.Request, x *conv.Reasoning) {
	switch {
	case x.Enabled == nil:
		f.info(note.CodeParam, note.Synthesized, &r.Node, "parameter", "reasoning.enabled")
		x.Enabled = new(true)
	case !*x.Enabled:
		f.parameter(r, "reasoning.budgetTokens")
		x.BudgetTokens = ""
	}
}

// unasked reports whether only another format demanded the limit.
func (f *Fitter) unasked(r *conv.Request) bool {
	for _, x := range r.Extensions {
		if x.Family != f.family && r.MaxTokens != "" && r.Extensions.Get(x.Family, format.Unasked) == conv.Raw(r.MaxTokens) {
			return true
		}
	}
	return false
}
