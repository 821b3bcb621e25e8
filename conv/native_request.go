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
			known := false
			for _, p := range numbers {
				if p.key == key {
					*p.value, known = d.in.Number(), true
				}
			}
			if !known {
				d.member(&r.Node, key)
			}
		}
	}
	return r
}

func (d decoder) toolChoice() *ToolChoice {
	t := &ToolChoice{}
	for key := range d.in.Fields {
		switch key {
		case "mode":
			t.Mode = ChoiceMode(d.in.Str())
		case "name":
			t.Name = d.in.Str()
		default:
			d.member(&t.Node, key)
		}
	}
	return t
}

func (d decoder) responseFormat() *ResponseFormat {
	f := &ResponseFormat{}
	for key := range d.in.Fields {
		switch key {
		case "type":
			f.Type = d.in.Str()
		case "name":
			f.Name = d.in.Str()
		case "description":
			f.Description = d.in.Str()
		case "schema":
			f.Schema = d.in.Raw()
		case "strict":
			f.Strict = d.in.OptBool()
		default:
			d.member(&f.Node, key)
		}
	}
	return f
}

func (d decoder) reasoning() *Reasoning {
	x := &Reasoning{}
	for key := range d.in.Fields {
		switch key {
		case "effort":
			x.Effort = d.in.Str()
		case "budgetTokens":
			x.BudgetTokens = d.in.Number()
		case "enabled":
			x.Enabled = d.in.OptBool()
		default:
			d.member(&x.Node, key)
		}
	}
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
	for _, p := range r.numbers() {
		e.out.OptNumber(p.key, *p.value)
	}
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

func (e encoder) toolChoice(t *ToolChoice) {
	e.out.BeginObject()
	e.out.OptField("mode", string(t.Mode))
	e.out.OptField("name", t.Name)
	e.residue(&t.Node)
	e.out.EndObject()
}

func (e encoder) responseFormat(f *ResponseFormat) {
	e.out.BeginObject()
	e.out.OptField("type", f.Type)
	e.out.OptField("name", f.Name)
	e.out.OptField("description", f.Description)
	e.out.OptRaw("schema", f.Schema)
	e.out.OptBool("strict", f.Strict)
	e.residue(&f.Node)
	e.out.EndObject()
}

func (e encoder) reasoning(x *Reasoning) {
	e.out.BeginObject()
	e.out.OptField("effort", x.Effort)
	e.out.OptNumber("budgetTokens", x.BudgetTokens)
	e.out.OptBool("enabled", x.Enabled)
	e.residue(&x.Node)
	e.out.EndObject()
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
