package conv

func (e encoder) tool(t *ToolDefinition) {
	e.BeginObject()
	if t.Family != "" {
		e.OptField("name", t.Name)
		e.Field("family", t.Family)
		e.OptRaw("raw", t.Raw)
		e.residue(&t.Node)
		e.EndObject()
		return
	}
	e.Field("name", t.Name)
	if t.Description != "" || e.Filled {
		e.Key("description")
		WriteText(e.Writer, &t.Node, t.Description)
	}
	e.OptRaw("parameters", t.Parameters)
	e.OptBool("strict", t.Strict)
	e.residue(&t.Node)
	e.EndObject()
}

func (e encoder) request(r *Request) {
	e.BeginObject()
	e.OptField("model", r.Model)
	for _, p := range r.numbers() {
		e.OptNumber(p.key, *p.value)
	}
	if r.Stop != nil {
		e.Key("stop")
		e.BeginArray()
		for _, s := range r.Stop {
			e.Str(s)
		}
		e.EndArray()
	}
	if r.ToolChoice != nil {
		e.Key("toolChoice")
		e.toolChoice(r.ToolChoice)
	}
	e.OptBool("parallelToolCalls", r.ParallelToolCalls)
	if r.ResponseFormat != nil {
		e.Key("responseFormat")
		e.responseFormat(r.ResponseFormat)
	}
	if r.Reasoning != nil {
		e.Key("reasoning")
		e.reasoning(r.Reasoning)
	}
	e.OptBool("stream", r.Stream)
	e.OptField("user", r.User)
	e.residue(&r.Node)
	e.EndObject()
}

func (e encoder) toolChoice(t *ToolChoice) {
	e.BeginObject()
	e.OptField("mode", string(t.Mode))
	e.OptField("name", t.Name)
	e.residue(&t.Node)
	e.EndObject()
}

func (e encoder) responseFormat(f *ResponseFormat) {
	e.BeginObject()
	e.OptField("type", f.Type)
	e.OptField("name", f.Name)
	e.OptField("description", f.Description)
	e.OptRaw("schema", f.Schema)
	e.OptBool("strict", f.Strict)
	e.residue(&f.Node)
	e.EndObject()
}

func (e encoder) reasoning(x *Reasoning) {
	e.BeginObject()
	e.OptField("effort", x.Effort)
	e.OptNumber("budgetTokens", x.BudgetTokens)
	e.OptBool("enabled", x.Enabled)
	e.residue(&x.Node)
	e.EndObject()
}

// parameter is a numeric request parameter and its key.
type parameter struct {
	key   string
	value *Number
}

func (r *Request) numbers() [7]parameter {
	return [7]parameter{
		{"maxTokens", &r.MaxTokens},
		{"temperature", &r.Temperature},
		{"topP", &r.TopP},
		{"topK", &r.TopK},
		{"seed", &r.Seed},
		{"frequencyPenalty", &r.FrequencyPenalty},
		{"presencePenalty", &r.PresencePenalty},
	}
}
