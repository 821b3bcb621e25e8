package conv

import "convo/conv/rawjson"

func (d decoder) tool() *ToolDefinition {
	t := &ToolDefinition{}
	t.SetOffset(d.in.Offset())
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(d.in.Offset(), "want a tool definition, got %s", k)
		return t
	}
	for key := range d.in.Fields {
		switch key {
		case "name":
			t.Name = d.in.Str()
		case "description":
			t.Description = d.in.Text(&t.Node)
		case "parameters":
			t.Parameters = d.in.Raw()
		case "strict":
			t.Strict = d.in.OptBool()
		case "family":
			t.Family = d.in.Str()
		case "raw":
			t.Raw = d.in.Raw()
		default:
			d.member(&t.Node, key)
		}
	}
	return t
}

func (d decoder) request() *Request {
	r := &Request{}
	r.SetOffset(d.in.Offset())
	numbers := r.numbers()
	for key := range d.in.Fields {
		switch key {
		case "model":
			r.Model = d.in.Str()
		case "stop":
			r.Stop = []string{}
			for range d.in.Elements {
				r.Stop = append(r.Stop, d.in.Str())
			}
		case "toolChoice":
			if !d.null() {
				r.ToolChoice = d.toolChoice()
			}
		case "parallelToolCalls":
			r.ParallelToolCalls = d.in.OptBool()
		case "responseFormat":
			if !d.null() {
				r.ResponseFormat = d.responseFormat()
			}
		case "reasoning":
			if !d.null() {
				r.Reasoning = d.reasoning()
			}
		case "stream":
			r.Stream = d.in.OptBool()
		case "user":
			r.User = d.in.Str()
		default:
			if !d.known(numbers, key) {
				d.member(&r.Node, key)
			}
		}
	}
	return r
}

func (d decoder) toolChoice() *ToolChoice {
	t := &ToolChoice{}
	d.object(&t.Node, t.members())
	return t
}

func (d decoder) responseFormat() *ResponseFormat {
	f := &ResponseFormat{}
	d.object(&f.Node, f.members())
	return f
}

func (d decoder) reasoning() *Reasoning {
	x := &Reasoning{}
	d.object(&x.Node, x.members())
	return x
}

func (e encoder) tool(t *ToolDefinition) {
	e.out.BeginObject()
	if t.Family != "" {
		e.out.OptField("name", t.Name)
		e.out.Field("family", t.Family)
		e.out.OptRaw("raw", t.Raw)
		e.residue(&t.Node)
		e.out.EndObject()
		return
	}
	e.out.Field("name", t.Name)
	if t.Description != "" || e.Filled {
		e.out.Key("description")
		WriteText(e.out, &t.Node, t.Description)
	}
	e.out.OptRaw("parameters", t.Parameters)
	e.out.OptBool("strict", t.Strict)
	e.residue(&t.Node)
	e.out.EndObject()
}

func (e encoder) request(r *Request) {
	e.out.BeginObject()
	e.out.OptField("model", r.Model)
	e.known(r.numbers())
	if r.Stop != nil {
		e.out.ArrayField("stop")
		for _, s := range r.Stop {
			e.out.Str(s)
		}
		e.out.EndArray()
	}
	if r.ToolChoice != nil {
		e.out.Key("toolChoice")
		e.toolChoice(r.ToolChoice)
	}
	e.out.OptBool("parallelToolCalls", r.ParallelToolCalls)
	if r.ResponseFormat != nil {
		e.out.Key("responseFormat")
		e.responseFormat(r.ResponseFormat)
	}
	if r.Reasoning != nil {
		e.out.Key("reasoning")
		e.reasoning(r.Reasoning)
	}
	e.out.OptBool("stream", r.Stream)
	e.out.OptField("user", r.User)
	e.residue(&r.Node)
	e.out.EndObject()
}

func (e encoder) toolChoice(t *ToolChoice) { e.object(&t.Node, t.members()) }

func (e encoder) responseFormat(f *ResponseFormat) { e.object(&f.Node, f.members()) }

func (e encoder) reasoning(x *Reasoning) { e.object(&x.Node, x.members()) }

func (r *Request) numbers() []member {
	return []member{
		{key: "maxTokens", number: &r.MaxTokens},
		{key: "temperature", number: &r.Temperature},
		{key: "topP", number: &r.TopP},
		{key: "topK", number: &r.TopK},
		{key: "seed", number: &r.Seed},
		{key: "frequencyPenalty", number: &r.FrequencyPenalty},
		{key: "presencePenalty", number: &r.PresencePenalty},
	}
}

func (t *ToolChoice) members() []member {
	return []member{{key: "mode", text: (*string)(&t.Mode)}, {key: "name", text: &t.Name}}
}

func (f *ResponseFormat) members() []member {
	return []member{{key: "type", text: &f.Type}, {key: "name", text: &f.Name}, {key: "description", text: &f.Description}, {key: "schema", raw: &f.Schema}, {key: "strict", flag: &f.Strict}}
}

func (x *Reasoning) members() []member {
	return []member{{key: "effort", text: &x.Effort}, {key: "budgetTokens", number: &x.BudgetTokens}, {key: "enabled", flag: &x.Enabled}}
}
