package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// writeRequest writes the body of a request.
func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	q := c.Request
	if q == nil {
		q = &conv.Request{}
	}
	w.BeginObject()
	w.OptField("model", q.Model)
	e := encoder{Writer: w}
	prompt := promptItem(c)
	if prompt == "" && c.SystemPrompt != "" {
		w.Key("instructions")
		conv.WriteText(w, &c.Node, c.SystemPrompt)
	}
	e.input(c, prompt)
	writeTools(w, c.Tools)
	writeParameters(w, q)
	writeResidue(w, &q.Node, writtenKeys(q, len(c.Tools) > 0)...)
	writeResidue(w, &c.Node, "input", "system", unless(c.SystemPrompt == "" || prompt != "", "instructions"))
	w.EndObject()
}

// writtenKeys are the members of a request that its fields gave.
func writtenKeys(q *conv.Request, tools bool) []string {
	return []string{
		unless(q.ResponseFormat == nil && residue(&q.Node, "text") == "", "text"), unless(q.Model == "", "model"), unless(!tools, "tools"), unless(q.MaxTokens == "", "max_output_tokens"),
		unless(q.Temperature == "", "temperature"), unless(q.TopP == "", "top_p"), unless(q.ToolChoice == nil, "tool_choice"),
		unless(q.ParallelToolCalls == nil, "parallel_tool_calls"), unless(q.Reasoning == nil, "reasoning"),
		unless(q.Stream == nil, "stream"), unless(q.User == "", "user"),
	}
}

// unless is a key for the list of those that were written, or, if it was
// not, one that there is not.
func unless(absent bool, key string) string {
	if absent {
		return hintMember
	}
	return key
}

// promptItem is the item that the prompt came from, as long as it still says
// the prompt, "" if it came from the instructions.
func promptItem(c *conv.Conversation) conv.Raw {
	raw := residue(&c.Node, "system")
	if raw == "" {
		raw = residue(&c.Node, hintSystem)
	}
	if raw == "" {
		return ""
	}
	if role := conv.Role(raw.Text()); role == conv.RoleSystem || role == conv.RoleDeveloper {
		if c.SystemPrompt == "" {
			return ""
		}
		w := rawjson.NewWriter(nil)
		w.BeginObject()
		w.Field("role", string(role))
		w.Key("content")
		conv.WriteText(w, &c.Node, c.SystemPrompt)
		w.EndObject()
		return conv.Raw(w.Bytes())
	}
	d := reread(raw)
	m, ok := d.message(d.look().role).(*conv.SystemMessage)
	if !ok || d.End() != nil || promptOf(m) != c.SystemPrompt {
		return ""
	}
	return raw
}

// input writes the history: a string if it can be one, and was no list.
func (e *encoder) input(c *conv.Conversation, prompt conv.Raw) {
	form := text(&c.Node, hintForm)
	if form == "absent" && prompt == "" && len(c.Messages) == 0 {
		return
	}
	e.Key("input")
	if t := onlyText(c.Messages); form != "list" && prompt == "" && t != nil {
		conv.WriteText(e.Writer, &t.Node, t.Text)
		return
	}
	e.BeginArray()
	if prompt != "" {
		e.Raw(prompt)
	}
	for _, m := range c.Messages {
		e.message(m)
	}
	e.EndArray()
}

// onlyText is the text of a history that is nothing but one plain text of a
// user, else nil.
func onlyText(list []conv.Message) *conv.TextContent {
	if len(list) != 1 {
		return nil
	}
	m, ok := list[0].(*conv.UserMessage)
	if !ok || len(m.Content) != 1 || !plain(&m.Node) {
		return nil
	}
	t, ok := m.Content[0].(*conv.TextContent)
	if !ok || !plain(&t.Node) {
		return nil
	}
	return t
}

func writeParameters(w *rawjson.Writer, q *conv.Request) {
	w.OptNumber("max_output_tokens", q.MaxTokens)
	w.OptNumber("temperature", q.Temperature)
	w.OptNumber("top_p", q.TopP)
	if q.ToolChoice != nil {
		writeToolChoice(w, q.ToolChoice)
	}
	w.OptBool("parallel_tool_calls", q.ParallelToolCalls)
	if r := q.Reasoning; r != nil {
		w.Key("reasoning")
		w.BeginObject()
		w.OptField("effort", r.Effort)
		writeResidue(w, &r.Node, unless(r.Effort == "", "effort"))
		w.EndObject()
	}
	writeTextParameter(w, q)
	w.OptBool("stream", q.Stream)
	w.OptField("user", q.User)
}

func writeToolChoice(w *rawjson.Writer, t *conv.ToolChoice) {
	w.Key("tool_choice")
	if t.Mode != conv.ChoiceTool {
		w.Str(string(t.Mode))
		return
	}
	w.BeginObject()
	w.Field("type", "function")
	w.Field("name", t.Name)
	writeResidue(w, &t.Node, "type", "name")
	w.EndObject()
}

// writeTextParameter writes the format of the answer and what was beside it.
func writeTextParameter(w *rawjson.Writer, q *conv.Request) {
	rest := residue(&q.Node, "text")
	if q.ResponseFormat == nil {
		w.OptRaw("text", rest)
		return
	}
	w.Key("text")
	w.BeginObject()
	w.Key("format")
	writeResponseFormat(w, q.ResponseFormat)
	for _, m := range membersOf(rest) {
		if m.Key != "format" {
			w.Key(m.Key)
			w.Raw(m.Value)
		}
	}
	w.EndObject()
}

func writeResponseFormat(w *rawjson.Writer, f *conv.ResponseFormat) {
	w.BeginObject()
	switch f.Type {
	case "jsonSchema":
		w.Field("type", "json_schema")
		switch {
		case f.Name != "":
			w.Field("name", f.Name)
		case blank(&f.Node, "name") == "" && !lacks(&f.Node, "name") && residue(&f.Node, "name") == "":
			w.Field("name", schemaName)
		}
		w.OptField("description", f.Description)
		w.OptRaw("schema", f.Schema)
		w.OptBool("strict", f.Strict)
	case "json":
		w.Field("type", "json_object")
	default:
		w.Field("type", "text")
	}
	writeResidue(w, &f.Node, "type", unless(f.Name == "", "name"), unless(f.Description == "", "description"),
		unless(f.Schema == "", "schema"), unless(f.Strict == nil, "strict"))
	w.EndObject()
}

func writeTools(w *rawjson.Writer, tools []conv.ToolDefinition) {
	if len(tools) == 0 {
		return
	}
	w.Key("tools")
	w.BeginArray()
	for i := range tools {
		writeTool(w, &tools[i])
	}
	w.EndArray()
}

func writeTool(w *rawjson.Writer, t *conv.ToolDefinition) {
	if t.Family == family && t.Raw != "" {
		w.Raw(t.Raw)
		return
	}
	w.BeginObject()
	w.Field("type", "function")
	w.Field("name", t.Name)
	w.OptField("description", t.Description)
	w.OptRaw("parameters", t.Parameters)
	w.OptBool("strict", t.Strict)
	writeResidue(w, &t.Node, "type", "name", unless(t.Description == "", "description"),
		unless(t.Parameters == "", "parameters"), unless(t.Strict == nil, "strict"))
	w.EndObject()
}

// orElse is a JSON text, or another where it is absent.
func orElse(raw, other conv.Raw) conv.Raw {
	if raw == "" {
		return other
	}
	return raw
}
