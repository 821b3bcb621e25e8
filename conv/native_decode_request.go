package conv

import "convo/conv/rawjson"

func (d decoder) tool() *ToolDefinition {
	t := &ToolDefinition{}
	t.PlaceAt(d.Offset())
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
	r.PlaceAt(d.Offset())
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
