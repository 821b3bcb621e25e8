package gemini

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

func decodeRequest(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	c := d.request()
	if err := d.End(); err != nil {
		return conv.One(nil, err)
	}
	return conv.One(c, nil)
}

var requestMembers = []string{"contents", "systemInstruction", "tools", "toolConfig", "generationConfig"}

func (d *decoder) request() *conv.Conversation {
	c := &conv.Conversation{}
	d.Place(&c.Node)
	q := &conv.Request{}
	d.Place(&q.Node)
	there, asked := false, false
	for written := range d.Fields {
		if d.IsNull() {
			continue
		}
		n := &c.Node
		if name := camel(written); name == "toolConfig" || name == "generationConfig" {
			n = &q.Node
		}
		switch known(n, written, requestMembers) {
		case "contents":
			there = true
			d.contents(c)
		case "systemInstruction":
			d.instruction(c)
		case "tools":
			d.tools(c)
		case "toolConfig":
			asked = true
			d.toolConfig(q)
		case "generationConfig":
			asked = true
			d.generationConfig(q)
		default:
			asked = true
			d.Keep(&q.Node, written)
		}
	}
	if !there {
		d.Fail(0, "no contents")
	}
	residue.Settle(&c.Node)
	if asked {
		residue.Settle(&q.Node)
		c.Request = q
	}
	return c
}

// instruction reads the system instruction. The vendor's SDKs write it as one
// text part in the role user. Any other form is a hint next to the prompt, or
// residue if it has more than texts.
func (d *decoder) instruction(c *conv.Conversation) {
	residue.ForgetAll(&c.Node, "systemInstruction")
	start := d.Offset()
	prompt, plain, texts := d.instructionTexts()
	c.SystemPrompt = prompt
	switch {
	case plain:
	case texts:
		residue.SetHint(&c.Node, "systemInstruction", d.RawAt(start))
	default:
		c.Extensions.Set(family, "systemInstruction", d.RawAt(start))
	}
}

// instructionTexts reads an instruction as a prompt. It reports whether one
// text part is all of it (plain), and whether it has only texts.
func (d *decoder) instructionTexts() (prompt string, plain, texts bool) {
	var all []string
	parts := 0
	plain, texts = true, true
	take := func(p *part) {
		parts++
		if p.kind != "text" || p.several {
			plain, texts = false, false
			return
		}
		all = append(all, p.text)
		plain = plain && p.Extensions == nil && p.text != "" && !p.signed && p.thought == nil
		texts = texts && residueless(&p.Node)
	}
	switch d.Kind() {
	case rawjson.String:
		all, plain = []string{d.Str()}, false
	case rawjson.Array:
		for range d.Elements {
			take(d.part())
		}
		plain = false
	default:
		var n conv.Node
		d.contentFields(&n, roleUser, func() { all, parts = nil, 0 }, func() { take(d.part()) })
		plain = plain && n.Extensions == nil
		texts = texts && residueless(&n)
	}
	return strings.Join(all, "\n\n"), plain && parts == 1, texts
}

// residueless reports whether a node has no residue except hints.
func residueless(n *conv.Node) bool { return contentKey(n) == "~content" }

var configMembers = []string{
	"maxOutputTokens", "temperature", "topP", "topK", "seed", "frequencyPenalty", "presencePenalty", "stopSequences",
	"responseMimeType", "responseSchema", "responseJsonSchema", "thinkingConfig",
}

// generationConfig reads the parameters of a request. Fields that the neutral
// model lacks become residue, as an object.
func (d *decoder) generationConfig(q *conv.Request) {
	residue.ForgetAll(&q.Node, "generationConfig")
	var rest conv.Node
	var f answerFormat
	found := false
	for written := range d.Fields {
		if d.IsNull() {
			continue
		}
		there := true
		switch known(&q.Node, written, configMembers) {
		case "maxOutputTokens":
			q.MaxTokens = d.Number()
		case "temperature":
			q.Temperature = d.Number()
		case "topP":
			q.TopP = d.Number()
		case "topK":
			q.TopK = d.Number()
		case "seed":
			q.Seed = d.Number()
		case "frequencyPenalty":
			q.FrequencyPenalty = d.Number()
		case "presencePenalty":
			q.PresencePenalty = d.Number()
		case "stopSequences":
			there = d.stopSequences(q, &rest, written)
		case "responseMimeType":
			f.mime, f.typed = d.Str(), true
			there = false
		case "responseSchema":
			d.Place(&f.Node)
			f.schema, there = d.Raw(), false
		case "responseJsonSchema":
			d.Place(&f.Node)
			f.jsonSchema, there = d.Raw(), false
		case "thinkingConfig":
			there = d.thinkingConfig(q, &rest, written)
		default:
			d.Keep(&rest, written)
			there = false
		}
		found = found || there
	}
	if f.take(q, &rest) {
		found = true
	}
	if !keepIn(&q.Node, "generationConfig", &rest) && !found {
		residue.SetHint(&q.Node, "generationConfig", "{}")
	}
}

func (d *decoder) stopSequences(q *conv.Request, rest *conv.Node, written string) bool {
	q.Stop = nil
	for range d.Elements {
		q.Stop = append(q.Stop, d.Str())
	}
	if q.Stop == nil {
		rest.Extensions.Set(family, written, "[]")
	}
	return q.Stop != nil
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
func (f *answerFormat) take(q *conv.Request, rest *conv.Node) bool {
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
		return false
	}
	residue.Settle(&r.Node)
	q.ResponseFormat = r
	return true
}

var thinkingMembers = []string{"includeThoughts", "thinkingBudget", "thinkingLevel"}

// thinkingConfig reads whether and how much to think. A budget of 0 turns
// reasoning off. A budget of -1 leaves it to the model and becomes residue.
func (d *decoder) thinkingConfig(q *conv.Request, rest *conv.Node, written string) bool {
	start := d.Offset()
	r := &conv.Reasoning{}
	d.Place(&r.Node)
	q.Reasoning = nil
	var include *bool
	budget := conv.Number("")
	yes, no := true, false
	for name := range d.Fields {
		if d.IsNull() {
			continue
		}
		switch known(&r.Node, name, thinkingMembers) {
		case "includeThoughts":
			include = d.OptBool()
		case "thinkingBudget":
			budget = d.Number()
		case "thinkingLevel":
			level := d.Str()
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
		rest.Extensions.Set(family, written, d.RawAt(start))
		return false
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
	return true
}

var toolConfigMembers = []string{"functionCallingConfig"}

// toolConfig reads whether the model may or must call tools.
func (d *decoder) toolConfig(q *conv.Request) {
	residue.ForgetAll(&q.Node, "toolConfig")
	q.ToolChoice = nil
	var rest conv.Node
	for written := range d.Fields {
		if d.IsNull() {
			continue
		}
		if known(&q.Node, written, toolConfigMembers) != "functionCallingConfig" || !d.choice(q) {
			d.Keep(&rest, written)
		}
	}
	if !keepIn(&q.Node, "toolConfig", &rest) && q.ToolChoice == nil {
		residue.SetHint(&q.Node, "toolConfig", "{}")
	}
}

var choiceMembers = []string{"mode", "allowedFunctionNames"}

// choice reads the tool choice, unless the neutral model lacks its mode.
func (d *decoder) choice(q *conv.Request) bool {
	start := d.Offset()
	t := &conv.ToolChoice{}
	d.Place(&t.Node)
	mode, names, listed := "", []string(nil), conv.Raw("")
	for written := range d.Fields {
		if d.IsNull() {
			continue
		}
		switch known(&t.Node, written, choiceMembers) {
		case "mode":
			mode = d.Str()
		case "allowedFunctionNames":
			at := d.Offset()
			names = nil
			for range d.Elements {
				names = append(names, d.Str())
			}
			listed = d.RawAt(at)
		default:
			d.Keep(&t.Node, written)
		}
	}
	switch mode {
	case "AUTO", "VALIDATED":
		t.Mode = conv.ChoiceAuto
		if mode != "AUTO" {
			residue.SetHint(&t.Node, "mode", rawjson.Quoted(mode))
		}
	case "NONE":
		t.Mode = conv.ChoiceNone
	case "ANY":
		if t.Mode = conv.ChoiceRequired; len(names) == 1 && names[0] != "" {
			t.Mode, t.Name, listed = conv.ChoiceTool, names[0], ""
		}
	default:
		d.Rewind(start)
		return false
	}
	if listed != "" {
		t.Extensions.Set(family, key(&t.Node, "allowedFunctionNames"), listed)
	}
	residue.Settle(&t.Node)
	q.ToolChoice = t
	return true
}
