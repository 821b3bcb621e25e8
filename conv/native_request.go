package conv

import "convo/conv/rawjson"

func (d decoder) tool() *ToolDefinition {
	t := &ToolDefinition{}
	t.SetOffset(d.Offset())
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(d.Offset(), "want a tool definition, got %s", k)
		return t
	}
	for key := range d.Fields {
		switch key {
		case "name":
			t.Name = d.Str()
		case "description":
			t.Description = d.Text(&t.Node)
		case "parameters":
			t.Parameters = d.Raw()
		case "strict":
			t.Strict = d.OptBool()
		case "family":
			t.Family = d.Str()
		case "raw":
			t.Raw = d.Raw()
		default:
			d.member(&t.Node, key)
		}
	}
	return t
}

func (d decoder) request() *Request {
	r := &Request{}
	r.SetOffset(d.Offset())
	numbers := r.numbers()
	for key := range d.Fields {
		switch key {
		case "model":
			r.Model = d.Str()
		case "stop":
			r.Stop = []string{}
			for range d.Elements {
				r.Stop = append(r.Stop, d.Str())
			}
		case "toolChoice":
			if !d.null() {
				r.ToolChoice = d.toolChoice()
			}
		case "parallelToolCalls":
			r.ParallelToolCalls = d.OptBool()
		case "responseFormat":
			if !d.null() {
				r.ResponseFormat = d.responseFormat()
			}
		case "reasoning":
			if !d.null() {
				r.Reasoning = d.reasoning()
			}
		case "stream":
			r.Stream = d.OptBool()
		case "user":
			r.User = d.Str()
		default:
			known := false
			for _, p := range numbers {
				if p.key == key {
					*p.value, known = d.Number(), true
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
	for key := range d.Fields {
		switch key {
		case "mode":
			t.Mode = ChoiceMode(d.Str())
		case "name":
			t.Name = d.Str()
		default:
			d.member(&t.Node, key)
		}
	}
	return t
}

func (d decoder) responseFormat() *ResponseFormat {
	f := &ResponseFormat{}
	for key := range d.Fields {
		switch key {
		case "type":
			f.Type = d.Str()
		case "name":
			f.Name = d.Str()
		case "description":
			f.Description = d.Str()
		case "schema":
			f.Schema = d.Raw()
		case "strict":
			f.Strict = d.OptBool()
		default:
			d.member(&f.Node, key)
		}
	}
	return f
}

func (d decoder) reasoning() *Reasoning {
	x := &Reasoning{}
	for key := range d.Fields {
		switch key {
		case "effort":
			x.Effort = d.Str()
		case "budgetTokens":
			x.BudgetTokens = d.Number()
		case "enabled":
			x.Enabled = d.OptBool()
		default:
			d.member(&x.Node, key)
		}
	}
	return x
}

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
		e.ArrayField("stop")
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
