package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
)

func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	if q := c.Request; q != nil {
		writeParameters(w, q)
	}
	writeSystem(w, c)
	writeTools(w, c)
	if q := c.Request; q != nil {
		conv.WriteResidue(w, &q.Node, family, "tool_choice", "thinking", "output_config", "metadata")
	}
	conv.WriteResidue(w, &c.Node, family, "system")
	w.Key("messages")
	writeMessages(w, c.Messages)
	if q := c.Request; q != nil && isUnasked(q) {
		w.OptNumber("max_tokens", q.MaxTokens)
	}
	w.EndObject()
}

// isUnasked reports whether nobody asked for the limit of output tokens.
func isUnasked(q *conv.Request) bool {
	return q.MaxTokens != "" && q.Extensions.Get(family, conv.Unasked) == conv.Raw(q.MaxTokens)
}

func writeParameters(w *rawjson.Writer, q *conv.Request) {
	writeOptional(w, &q.Node, "model", q.Model)
	if !isUnasked(q) {
		w.OptNumber("max_tokens", q.MaxTokens)
	}
	w.OptNumber("temperature", q.Temperature)
	w.OptNumber("top_p", q.TopP)
	w.OptNumber("top_k", q.TopK)
	w.OptBool("stream", q.Stream)
	writeStop(w, q)
	writeToolChoice(w, q)
	writeThinkingParameter(w, q)
	writeOutputConfig(w, q)
	writeMetadata(w, q)
}

// writeOptional writes a string that may be absent, or be there and empty.
func writeOptional(w *rawjson.Writer, n *conv.Node, key, value string) {
	if value == "" {
		if len(n.Extensions) > 0 {
			w.OptRaw(key, n.Extensions.Get(family, "~"+key))
		}
		return
	}
	w.Key(key)
	conv.WriteText(w, n, value)
}

// writeSystem writes the prompt, as the list that was read if that still
// says the same.
func writeSystem(w *rawjson.Writer, c *conv.Conversation) {
	raw := c.Extensions.Get(family, "system")
	if raw == "" {
		raw = c.Extensions.Get(family, "~system")
	}
	if raw == "" {
		if c.SystemPrompt != "" {
			w.Key("system")
			conv.WriteText(w, &c.Node, c.SystemPrompt)
		}
		return
	}
	var again conv.Conversation
	d := newDecoder([]byte(raw), nil)
	d.systemPrompt(&again)
	switch {
	case d.End() == nil && again.SystemPrompt == c.SystemPrompt:
		w.Key("system")
		w.Raw(raw)
	case c.SystemPrompt != "":
		w.Field("system", c.SystemPrompt)
	}
}

func writeStop(w *rawjson.Writer, q *conv.Request) {
	if len(q.Stop) == 0 {
		w.OptRaw("stop_sequences", q.Extensions.Get(family, "~stop_sequences"))
		return
	}
	w.Key("stop_sequences")
	w.BeginArray()
	for _, s := range q.Stop {
		w.Str(s)
	}
	w.EndArray()
}

func writeToolChoice(w *rawjson.Writer, q *conv.Request) {
	if q.ToolChoice == nil && q.ParallelToolCalls == nil {
		w.OptRaw("tool_choice", q.Extensions.Get(family, "tool_choice"))
		return
	}
	t := q.ToolChoice
	if t == nil {
		t = &conv.ToolChoice{Mode: conv.ChoiceAuto}
	}
	w.Key("tool_choice")
	w.BeginObject()
	w.Field("type", wireChoice(t.Mode))
	writeOptional(w, &t.Node, "name", t.Name)
	if p := q.ParallelToolCalls; p != nil {
		w.Key("disable_parallel_tool_use")
		w.Bool(!*p)
	}
	conv.WriteResidue(w, &t.Node, family)
	w.EndObject()
}

func wireChoice(mode conv.ChoiceMode) string {
	switch mode {
	case conv.ChoiceRequired:
		return "any"
	case conv.ChoiceTool:
		return "tool"
	case conv.ChoiceNone:
		return "none"
	case conv.ChoiceAuto, "":
		return "auto"
	}
	panic("anthropic: unknown tool choice " + string(mode))
}

func writeThinkingParameter(w *rawjson.Writer, q *conv.Request) {
	r := q.Reasoning
	if r == nil || r.Enabled == nil && r.BudgetTokens == "" {
		w.OptRaw("thinking", q.Extensions.Get(family, "thinking"))
		return
	}
	w.Key("thinking")
	w.BeginObject()
	switch {
	case r.Enabled != nil && !*r.Enabled:
		w.Field("type", "disabled")
	case r.BudgetTokens == "":
		w.Field("type", "adaptive")
	default:
		w.Field("type", "enabled")
		w.OptNumber("budget_tokens", r.BudgetTokens)
	}
	conv.WriteResidue(w, &r.Node, family)
	w.EndObject()
}

func writeOutputConfig(w *rawjson.Writer, q *conv.Request) {
	rest := restOf(q, "output_config")
	effort := ""
	if q.Reasoning != nil {
		effort = q.Reasoning.Effort
	}
	f := q.ResponseFormat
	schema := f != nil && f.Type == "jsonSchema"
	if effort == "" && !schema && rest == "" {
		return
	}
	w.Key("output_config")
	w.BeginObject()
	w.OptField("effort", effort)
	if schema {
		w.Key("format")
		w.BeginObject()
		w.Field("type", "json_schema")
		w.OptRaw("schema", f.Schema)
		conv.WriteResidue(w, &f.Node, family)
		w.EndObject()
	}
	writeRest(w, rest, func(key string) bool {
		return key == "effort" && effort != "" || key == "format" && schema
	})
	w.EndObject()
}

func writeMetadata(w *rawjson.Writer, q *conv.Request) {
	rest := restOf(q, "metadata")
	if q.User == "" && rest == "" {
		return
	}
	w.Key("metadata")
	w.BeginObject()
	w.OptField("user_id", q.User)
	writeRest(w, rest, func(key string) bool { return key == "user_id" && q.User != "" })
	w.EndObject()
}

// restOf is what keepRest kept.
func restOf(q *conv.Request, key string) conv.Raw {
	if len(q.Extensions) == 0 {
		return ""
	}
	if rest := q.Extensions.Get(family, key); rest != "" {
		return rest
	}
	return q.Extensions.Get(family, "~"+key)
}

// writeRest writes the members of an object but those that were written.
func writeRest(w *rawjson.Writer, rest conv.Raw, written func(key string) bool) {
	if rest == "" {
		return
	}
	c := rawjson.NewCursor([]byte(rest))
	if c.Kind() != rawjson.Object {
		return
	}
	for key := range c.Fields {
		if v := c.Raw(); c.Err() == nil && !written(key) {
			w.Key(key)
			w.Raw(v)
		}
	}
}
