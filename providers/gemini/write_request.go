package gemini

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	writeInstruction(w, c)
	writeTools(w, c)
	if q := c.Request; q != nil {
		writeToolConfig(w, q)
		writeGenerationConfig(w, q)
		residue.Write(w, &q.Node)
	}
	residue.Write(w, &c.Node, "systemInstruction")
	writeContents(w, c)
	w.EndObject()
}

// writeInstruction writes the prompt, as the content that was read if that
// still gives the same prompt.
func writeInstruction(w *rawjson.Writer, c *conv.Conversation) {
	name := key(&c.Node, "systemInstruction")
	if raw := cmp.Or(residue.Get(&c.Node, "systemInstruction"), residue.Hint(&c.Node, "systemInstruction")); raw != "" {
		d := newDecoder([]byte(raw), nil)
		prompt, _, _ := d.instructionTexts()
		if d.in.End() == nil && prompt == c.SystemPrompt {
			w.RawField(name, raw)
			return
		}
	}
	if c.SystemPrompt == "" {
		return
	}
	w.ObjectField(name)
	w.Field("role", roleUser)
	w.ArrayField("parts")
	w.BeginObject()
	w.Key("text")
	conv.WriteText(w, &c.Node, c.SystemPrompt)
	w.EndObject()
	w.EndArray()
	w.EndObject()
}

// isThere reports whether an object of a request has residue, or was read
// empty.
func isThere(q *conv.Request, name string) bool {
	return slices.ContainsFunc(residue.Of(&q.Node), func(m rawjson.Member) bool { return m.Key == "~"+name || strings.HasPrefix(m.Key, name+".") })
}

func writeToolConfig(w *rawjson.Writer, q *conv.Request) {
	t := q.ToolChoice
	if t == nil && !isThere(q, "toolConfig") {
		return
	}
	w.ObjectField(key(&q.Node, "toolConfig"))
	if t != nil {
		w.Key(key(&q.Node, "functionCallingConfig"))
		writeChoice(w, t)
	}
	writeKept(w, &q.Node, "toolConfig", func(name string) bool { return name == "functionCallingConfig" && t != nil })
	w.EndObject()
}

func writeChoice(w *rawjson.Writer, t *conv.ToolChoice) {
	w.BeginObject()
	mode := wireMode(t.Mode)
	if hint := residue.Hint(&t.Node, "mode"); hint != "" && t.Mode == conv.ChoiceAuto {
		mode = hint.Text()
	}
	w.Field("mode", mode)
	names := key(&t.Node, "allowedFunctionNames")
	if t.Mode == conv.ChoiceTool {
		w.StringsField(names, []string{t.Name})
		residue.Write(w, &t.Node, names)
	} else {
		residue.Write(w, &t.Node)
	}
	w.EndObject()
}

func wireMode(mode conv.ChoiceMode) string {
	switch mode {
	case conv.ChoiceRequired, conv.ChoiceTool:
		return "ANY"
	case conv.ChoiceNone:
		return "NONE"
	case conv.ChoiceAuto, "":
		return "AUTO"
	}
	panic("gemini: unknown tool choice " + string(mode))
}

func writeGenerationConfig(w *rawjson.Writer, q *conv.Request) {
	if !isThere(q, "generationConfig") && !configures(q) {
		return
	}
	n := &q.Node
	w.ObjectField(key(n, "generationConfig"))
	for _, p := range numbers {
		w.OptNumber(key(n, p.name), *p.at(q))
	}
	w.OptStrings(key(n, "stopSequences"), q.Stop)
	writeAnswerFormat(w, q)
	writeThinkingConfig(w, q)
	writeKept(w, &q.Node, "generationConfig", func(name string) bool { return configured(q, name) })
	w.EndObject()
}

// configures reports whether generationConfig has to hold a neutral field.
func configures(q *conv.Request) bool {
	for _, p := range numbers {
		if *p.at(q) != "" {
			return true
		}
	}
	return len(q.Stop) > 0 || q.ResponseFormat != nil || q.Reasoning != nil
}

// configured reports whether a field of the residue was already written.
func configured(q *conv.Request, name string) bool {
	switch name {
	case "stopSequences":
		return len(q.Stop) > 0
	case "thinkingConfig":
		return q.Reasoning != nil
	case "responseMimeType", "responseJsonSchema":
		return q.ResponseFormat != nil
	case "responseSchema":
		return q.ResponseFormat != nil && !writesJSONSchema(&q.ResponseFormat.Node, "responseSchema", q.ResponseFormat.Schema)
	}
	return false
}

func writeAnswerFormat(w *rawjson.Writer, q *conv.Request) {
	f := q.ResponseFormat
	if f == nil {
		return
	}
	if residue.Hint(&f.Node, "responseMimeType") != "null" || f.Type != "jsonSchema" {
		mime := jsonType
		if f.Type == "text" {
			mime = "text/plain"
		}
		w.Field(key(&q.Node, "responseMimeType"), mime)
	}
	if f.Type == "jsonSchema" && f.Schema != "" {
		writeSchema(w, &f.Node, schemaNames{&q.Node, "responseSchema", "responseJsonSchema"}, f.Schema)
	}
}

func writeThinkingConfig(w *rawjson.Writer, q *conv.Request) {
	r := q.Reasoning
	if r == nil {
		return
	}
	n := &r.Node
	w.ObjectField(key(&q.Node, "thinkingConfig"))
	enabled := r.Enabled != nil && *r.Enabled
	if include := residue.Hint(n, "includeThoughts"); include != "" && include != "null" {
		w.RawField(key(n, "includeThoughts"), include)
	} else if enabled && include == "" {
		w.BoolField(key(n, "includeThoughts"), true)
	}
	budget := conv.Raw(r.BudgetTokens)
	if r.Enabled != nil && budget == "" {
		budget = residue.Hint(n, "thinkingBudget")
		if !enabled && budget == "" {
			budget = "0"
		}
	}
	w.OptRaw(key(n, "thinkingBudget"), budget)
	if r.Effort != "" {
		level := strings.ToUpper(r.Effort)
		if hint := residue.Hint(n, "thinkingLevel").Text(); strings.ToLower(hint) == r.Effort {
			level = hint
		}
		w.Field(key(n, "thinkingLevel"), level)
	}
	residue.Write(w, n)
	w.EndObject()
}
