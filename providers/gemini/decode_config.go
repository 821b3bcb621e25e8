package gemini

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

var configFields = []string{
	"maxOutputTokens", "temperature", "topP", "topK", "seed", "frequencyPenalty", "presencePenalty", "stopSequences",
	"responseMimeType", "responseSchema", "responseJsonSchema", "thinkingConfig",
}

// numbers are the parameters that are numbers, in the order of writing.
var numbers = []struct {
	name string
	at   func(*conv.Request) *conv.Number
}{
	{"maxOutputTokens", func(q *conv.Request) *conv.Number { return &q.MaxTokens }},
	{"temperature", func(q *conv.Request) *conv.Number { return &q.Temperature }},
	{"topP", func(q *conv.Request) *conv.Number { return &q.TopP }},
	{"topK", func(q *conv.Request) *conv.Number { return &q.TopK }},
	{"seed", func(q *conv.Request) *conv.Number { return &q.Seed }},
	{"frequencyPenalty", func(q *conv.Request) *conv.Number { return &q.FrequencyPenalty }},
	{"presencePenalty", func(q *conv.Request) *conv.Number { return &q.PresencePenalty }},
}

// generationConfig reads the parameters of a request. Fields that the neutral
// model lacks become residue, as an object.
func (d *decoder) generationConfig(q *conv.Request) {
	residue.RereadAll(&q.Node, "generationConfig")
	var rest conv.Node
	var f answerFormat
	for written := range d.fields {
		switch name := known(&q.Node, written, configFields); name {
		case "stopSequences":
			d.stopSequences(q, &rest, written)
		case "responseMimeType":
			f.mime, f.typed = d.in.Str(), true
		case "responseSchema":
			d.in.SetOffset(&f.Node)
			f.schema = d.in.Raw()
		case "responseJsonSchema":
			d.in.SetOffset(&f.Node)
			f.jsonSchema = d.in.Raw()
		case "thinkingConfig":
			d.thinkingConfig(q, &rest, written)
		default:
			if !d.number(q, name) {
				d.Keep(&rest, written)
			}
		}
	}
	f.take(q, &rest)
	if !keepIn(&q.Node, "generationConfig", &rest) && !configures(q) {
		residue.SetHint(&q.Node, "generationConfig", "{}")
	}
}

// number reads a parameter that is a number, and reports whether it is one.
func (d *decoder) number(q *conv.Request, name string) bool {
	for _, p := range numbers {
		if p.name == name {
			*p.at(q) = d.in.Number()
			return true
		}
	}
	return false
}

func (d *decoder) stopSequences(q *conv.Request, rest *conv.Node, written string) {
	q.Stop = nil
	for range d.in.Elements {
		q.Stop = append(q.Stop, d.in.Str())
	}
	if q.Stop == nil {
		rest.Extensions.Set(family, written, "[]")
	}
}

// answerFormat is the form that a request wants the answer in.
type answerFormat struct {
	conv.Node
	mime               string
	typed              bool
	schema, jsonSchema conv.Raw
}

const jsonType = "application/json"

// take sets the response format if the neutral model has it. Its other fields
// become residue. Which of the two schema fields was used, and how it was
// written, are hints.
func (f *answerFormat) take(q *conv.Request, rest *conv.Node) {
	q.ResponseFormat = nil
	schema, own := f.jsonSchema, false
	if schema == "" {
		schema, own = f.schema, true
	} else if f.schema != "" {
		rest.Extensions.Set(family, key(&q.Node, "responseSchema"), f.schema)
	}
	r := &conv.ResponseFormat{}
	r.Node = f.Node
	switch {
	case schema != "" && (f.mime == jsonType || !f.typed):
		r.Type, r.Schema = "jsonSchema", schema
		if own {
			r.Schema = neutralSchema(schema)
		}
		setSchemaHints(&r.Node, "responseSchema", schema, r.Schema, own)
		if !f.typed {
			residue.SetHint(&r.Node, "responseMimeType", "null")
		}
	case f.mime == jsonType:
		r.Type = "json"
	case f.mime == "text/plain" && schema == "":
		r.Type = "text"
	default:
		if f.typed {
			rest.Extensions.Set(family, key(&q.Node, "responseMimeType"), rawjson.Quoted(f.mime))
		}
		if schema != "" && own {
			rest.Extensions.Set(family, key(&q.Node, "responseSchema"), schema)
		} else if schema != "" {
			rest.Extensions.Set(family, key(&q.Node, "responseJsonSchema"), schema)
		}
		return
	}
	residue.Settle(&r.Node)
	q.ResponseFormat = r
}

var thinkingFields = []string{"includeThoughts", "thinkingBudget", "thinkingLevel"}

// thinkingConfig reads whether and how much to think. A budget of 0 turns
// reasoning off. A budget of -1 leaves it to the model and becomes residue.
func (d *decoder) thinkingConfig(q *conv.Request, rest *conv.Node, written string) {
	start := d.in.Offset()
	r := &conv.Reasoning{}
	d.in.SetOffset(&r.Node)
	q.Reasoning = nil
	var include *bool
	budget := conv.Number("")
	yes, no := true, false
	for name := range d.fields {
		switch known(&r.Node, name, thinkingFields) {
		case "includeThoughts":
			include = d.in.OptBool()
		case "thinkingBudget":
			budget = d.in.Number()
		case "thinkingLevel":
			level := d.in.Str()
			if r.Effort = strings.ToLower(level); strings.ToUpper(level) != level {
				residue.SetHint(&r.Node, "thinkingLevel", rawjson.Quoted(level))
			}
		default:
			d.Keep(&r.Node, name)
		}
	}
	switch n, _ := budget.Int(); {
	case budget == "" && (include == nil || !*include):
	case budget != "" && n == 0:
		r.Enabled = &no
		if budget != "0" {
			residue.SetHint(&r.Node, "thinkingBudget", conv.Raw(budget))
		}
	case n < 0:
		r.Enabled = &yes
		residue.SetHint(&r.Node, "thinkingBudget", conv.Raw(budget))
	default:
		r.Enabled, r.BudgetTokens = &yes, budget
	}
	if r.Effort == "" && r.Enabled == nil {
		rest.Extensions.Set(family, written, d.in.RawAt(start))
		return
	}
	if usual := r.Enabled != nil && *r.Enabled; include == nil && usual {
		residue.SetHint(&r.Node, "includeThoughts", "null")
	} else if include != nil && *include != usual {
		residue.SetHint(&r.Node, "includeThoughts", rawjson.BoolOf(*include))
	} else if include != nil && !usual {
		residue.SetHint(&r.Node, "includeThoughts", "false")
	}
	residue.Settle(&r.Node)
	q.Reasoning = r
}
