package gemini

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// asking is the parameters of a request. Of the format of the answer it has what
// was read, or which dialect its schema is written in.
type asking struct {
	q *conv.Request
	schemas
	at    conv.Node // of the schema
	mime  string
	typed bool // it has a mime
}

func (a *asking) node() *conv.Node { return &a.q.Node }

// parameterRecord is a request without its history, its instruction and its tools.
func parameterRecord() *record.Record[*decoder, *asking] {
	r := record.New[*decoder](residue, "", (*asking).node)
	optional(r, "toolConfig", toolConfigRecord(), func(q *conv.Request) bool { return q.ToolChoice != nil }).May(record.LooseObject)
	config := configRecord()
	optional(r, "generationConfig", config, func(q *conv.Request) bool {
		return cmp.Or(q.MaxTokens, q.Temperature, q.TopP, q.TopK, q.Seed, q.FrequencyPenalty, q.PresencePenalty) != "" ||
			len(q.Stop) > 0 || q.ResponseFormat != nil || q.Reasoning != nil
	}).May(func() *shape.Shape { return record.Shape(config) })
	record.KnownAll(r, record.LooseString, "cachedContent", "model", "serviceTier")
	record.Known(r, "modelArmorConfig", record.LooseObject)
	record.Known(r, "safetySettings", func() *shape.Shape { return list(shape.Anything()).Loose() })
	record.Known(r, "labels", func() *shape.Shape { return shape.Map(shape.String()).Loose() })
	record.Known(r, "store", record.LooseBool)
	return r
}

// optional adds an object inside that is written if it is due, if it has residue or if
// it was read empty.
func optional(r *record.Record[*decoder, *asking], key string, in *record.Record[*decoder, *asking], due func(*conv.Request) bool) *record.Detail {
	in.Outer = key
	return record.Field(r, key,
		func(d *decoder, a *asking) {
			if *a = (asking{q: a.q}); !record.ReadInside(in, d, a) {
				residue.SetHint(a.node(), key, "{}")
			}
		},
		func(w *rawjson.Writer, a *asking) {
			isOf := func(m rawjson.Member) bool { return m.Key == "~"+key || strings.HasPrefix(m.Key, key+".") }
			if due(a.q) || slices.ContainsFunc(residue.Of(a.node()), isOf) {
				w.Key(residue.Key(a.node(), key))
				record.WriteInside(in, w, a)
			}
		})
}

// configRecord is how the model should answer.
func configRecord() *record.Record[*decoder, *asking] {
	r := record.New[*decoder](residue, "generation_config", (*asking).node)
	between := func(number func() *shape.Shape, least, most float64) func() *shape.Shape {
		return func() *shape.Shape { return number().Between(least, most).Loose() }
	}
	number := func(key string, at func(a *asking) *conv.Number, is func() *shape.Shape) {
		record.OptNumber(r, key, at).Of(rawjson.Invalid).May(is)
	}
	number("maxOutputTokens", func(a *asking) *conv.Number { return &a.q.MaxTokens }, between(shape.Integer, 1, math.Inf(1)))
	number("temperature", func(a *asking) *conv.Number { return &a.q.Temperature }, between(shape.Number, 0, 2))
	number("topP", func(a *asking) *conv.Number { return &a.q.TopP }, between(shape.Number, 0, 1))
	number("topK", func(a *asking) *conv.Number { return &a.q.TopK }, record.LooseNumber)
	number("seed", func(a *asking) *conv.Number { return &a.q.Seed }, between(shape.Integer, math.MinInt32, math.MaxInt32))
	number("frequencyPenalty", func(a *asking) *conv.Number { return &a.q.FrequencyPenalty }, record.LooseNumber)
	number("presencePenalty", func(a *asking) *conv.Number { return &a.q.PresencePenalty }, record.LooseNumber)
	texts := func() *shape.Shape { return shape.List(shape.String()).Loose() }
	whole := func() *shape.Shape { return shape.Integer().Loose() }
	record.Field(r, "stopSequences", (*decoder).stopSequences, func(w *rawjson.Writer, a *asking) {
		w.OptStrings(residue.Key(a.node(), "stopSequences"), a.q.Stop)
	}).May(texts)
	record.Field(r, "responseMimeType", func(d *decoder, a *asking) { a.mime, a.typed = d.in.Str(), true }, writeMimeType).May(record.LooseString)
	record.Field(r, "responseSchema",
		func(d *decoder, a *asking) {
			d.in.SetOffset(&a.at)
			a.own = d.in.Raw()
		},
		func(w *rawjson.Writer, a *asking) {
			if f := a.q.ResponseFormat; f != nil && f.Schema != "" && f.Type == "jsonSchema" && !a.asJSON {
				writeOwn(w, &f.Node, residue.Key(a.node(), "responseSchema"), "responseSchema", f.Schema)
			}
		}).May(record.LooseObject)
	record.Field(r, "responseJsonSchema",
		func(d *decoder, a *asking) {
			d.in.SetOffset(&a.at)
			a.json = d.in.Raw()
		},
		func(w *rawjson.Writer, a *asking) {
			if a.asJSON {
				w.RawField(residue.Key(a.node(), "responseJsonSchema"), a.q.ResponseFormat.Schema)
			}
		}).May(shape.Any)
	record.Field(r, "thinkingConfig", (*decoder).thinkingConfig, writeThinkingConfig).
		May(func() *shape.Shape { return record.Shape(objects().thinking) })
	record.Known(r, "candidateCount", between(shape.Integer, 1, math.Inf(1)))
	record.Known(r, "logprobs", whole)
	record.Known(r, "responseModalities", texts)
	record.KnownAll(r, record.LooseBool, "responseLogprobs", "audioTimestamp", "enableAffectiveDialog", "enableEnhancedCivicAnswers")
	record.KnownAll(r, shape.Any, "responseFormat", "mediaResolution")
	record.KnownAll(r, record.LooseObject, "speechConfig", "imageConfig", "modelSelectionConfig", "routingConfig", "translationConfig",
		"audioTranscriptionConfig")
	r.Then = (*asking).takeFormat
	return r
}

func (d *decoder) stopSequences(a *asking) {
	a.q.Stop = nil
	for range d.in.Elements {
		a.q.Stop = append(a.q.Stop, d.in.Str())
	}
	if a.q.Stop == nil {
		residue.Set(a.node(), "generationConfig.stopSequences", "[]")
	}
}

const jsonType = "application/json"

// takeFormat sets the response format if the neutral model has it. Its other fields
// become residue. Which of the two schema fields was used, and how it was
// written, are hints.
func (a *asking) takeFormat() {
	keep := func(name string, value conv.Raw) {
		if value != "" {
			residue.Set(a.node(), "generationConfig."+name, value)
		}
	}
	a.q.ResponseFormat = nil
	schema := cmp.Or(a.json, a.own)
	r := &conv.ResponseFormat{Node: a.at}
	switch {
	case schema != "" && (a.mime == jsonType || !a.typed):
		r.Type, r.Schema = "jsonSchema", schema
		if a.json == "" {
			r.Schema = neutralSchema(schema)
		} else {
			keep("responseSchema", a.own)
		}
		setSchemaHints(&r.Node, "responseSchema", schema, r.Schema, a.json == "")
		if !a.typed {
			residue.SetHint(&r.Node, "responseMimeType", "null")
		}
	case a.mime == jsonType:
		r.Type = "json"
	case a.mime == "text/plain" && schema == "":
		r.Type = "text"
	default:
		if a.typed {
			keep("responseMimeType", rawjson.Quoted(a.mime))
		}
		keep("responseSchema", a.own)
		keep("responseJsonSchema", a.json)
		return
	}
	residue.Settle(&r.Node)
	a.q.ResponseFormat = r
}

func writeMimeType(w *rawjson.Writer, a *asking) {
	f := a.q.ResponseFormat
	if f == nil || f.Type == "jsonSchema" && residue.Hint(&f.Node, "responseMimeType") == "null" {
		return
	}
	mime := jsonType
	if f.Type == "text" {
		mime = "text/plain"
	}
	w.Field(residue.Key(a.node(), "responseMimeType"), mime)
}

// thinking is how much to think.
type thinking struct {
	of      *conv.Reasoning
	include *bool
	budget  conv.Number
}

func thinkingRecord() *record.Record[*decoder, *thinking] {
	r := record.New[*decoder](residue, "", func(t *thinking) *conv.Node { return &t.of.Node })
	record.Field(r, "includeThoughts", func(d *decoder, t *thinking) { t.include = d.in.OptBool() }, func(w *rawjson.Writer, t *thinking) {
		include := residue.Hint(&t.of.Node, "includeThoughts")
		if include == "" && t.of.Enabled != nil && *t.of.Enabled {
			include = "true"
		}
		if include != "null" {
			w.OptRaw(residue.Key(&t.of.Node, "includeThoughts"), include)
		}
	}).May(record.LooseBool)
	record.Field(r, "thinkingBudget", func(d *decoder, t *thinking) { t.budget = d.in.Number() }, func(w *rawjson.Writer, t *thinking) {
		budget := conv.Raw(t.of.BudgetTokens)
		if t.of.Enabled != nil && budget == "" {
			if budget = residue.Hint(&t.of.Node, "thinkingBudget"); budget == "" && !*t.of.Enabled {
				budget = "0"
			}
		}
		w.OptRaw(residue.Key(&t.of.Node, "thinkingBudget"), budget)
	}).May(func() *shape.Shape { return shape.Integer().Loose() })
	record.Field(r, "thinkingLevel",
		func(d *decoder, t *thinking) {
			level := d.in.Str()
			if t.of.Effort = strings.ToLower(level); strings.ToUpper(level) != level {
				residue.SetHint(&t.of.Node, "thinkingLevel", rawjson.Quoted(level))
			}
		},
		func(w *rawjson.Writer, t *thinking) {
			level := residue.Hint(&t.of.Node, "thinkingLevel").Text()
			if strings.ToLower(level) != t.of.Effort {
				level = strings.ToUpper(t.of.Effort)
			}
			w.OptField(residue.Key(&t.of.Node, "thinkingLevel"), level)
		}).May(record.LooseString)
	return r
}

// thinkingConfig reads whether and how much to think. A budget of 0 turns
// reasoning off. A budget of -1 leaves it to the model and becomes residue.
func (d *decoder) thinkingConfig(a *asking) {
	start, r := d.in.Offset(), &conv.Reasoning{}
	t := &thinking{of: r}
	a.q.Reasoning = nil
	record.Read(objects().thinking, d, t)
	yes, no := true, false
	switch n, _ := t.budget.Int(); {
	case t.budget == "" && (t.include == nil || !*t.include):
	case t.budget != "" && n == 0:
		r.Enabled = &no
		if t.budget != "0" {
			residue.SetHint(&r.Node, "thinkingBudget", conv.Raw(t.budget))
		}
	case n < 0:
		r.Enabled = &yes
		residue.SetHint(&r.Node, "thinkingBudget", conv.Raw(t.budget))
	default:
		r.Enabled, r.BudgetTokens = &yes, t.budget
	}
	if r.Effort == "" && r.Enabled == nil {
		residue.Set(a.node(), "generationConfig.thinkingConfig", d.in.RawAt(start))
		return
	}
	if usual := r.Enabled != nil && *r.Enabled; t.include == nil && usual {
		residue.SetHint(&r.Node, "includeThoughts", "null")
	} else if t.include != nil && (!usual || !*t.include) {
		residue.SetHint(&r.Node, "includeThoughts", rawjson.BoolOf(*t.include))
	}
	residue.Settle(&r.Node)
	a.q.Reasoning = r
}

func writeThinkingConfig(w *rawjson.Writer, a *asking) {
	if a.q.Reasoning != nil {
		w.Key(residue.Key(a.node(), "thinkingConfig"))
		record.Write(objects().thinking, w, &thinking{of: a.q.Reasoning})
	}
}
