package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// tools reads the definitions. A list without any is a hint.
func (d *decoder) tools(c *conv.Conversation, q *conv.Request) {
	if d.Kind() != rawjson.Array {
		d.known(&q.Node, "tools")
		return
	}
	for range d.Elements {
		c.Tools = append(c.Tools, d.tool())
	}
	if c.Tools == nil {
		setBlank(&q.Node, "tools", "[]")
	}
}

// tool reads a definition. One that is no function is kept whole.
func (d *decoder) tool() conv.ToolDefinition {
	at := d.Offset()
	kind := d.kind()
	if kind == "function" {
		if t, ok := d.function(); ok {
			return t
		}
		d.Rewind(at)
	}
	t := conv.ToolDefinition{Family: family, Name: kind}
	d.place(&t.Node)
	if t.Raw = d.Raw(); t.Raw != "" && t.Raw[0] == '{' {
		if name := t.Raw.Lookup("name").Text(); name != "" {
			t.Name = name
		}
	}
	if !isTool(kind) {
		d.Notes.Unknown(at, "tool", kind)
	}
	return t
}

// isTool reports whether the API documents a type of tools that are no
// functions.
func isTool(kind string) bool {
	switch kind {
	case "custom", "namespace", "file_search", "web_search", "web_search_2025_08_26", "web_search_preview",
		"web_search_preview_2025_03_11", "computer", "computer_use_preview", "mcp", "code_interpreter",
		"image_generation", "local_shell", "shell", "apply_patch", "tool_search", "programmatic_tool_calling":
		return true
	}
	return false
}

// function reads {type, name, description, parameters, strict}.
func (d *decoder) function() (t conv.ToolDefinition, ok bool) {
	d.place(&t.Node)
	for key := range d.Fields {
		kind := d.Kind()
		switch {
		case d.isNull():
		case key == "type":
			d.Skip()
		case key == "name" && kind == rawjson.String:
			t.Name = d.Str()
		case key == "description":
			t.Description = d.optional(&t.Node, key)
		case key == "parameters" && kind == rawjson.Object:
			t.Parameters = d.Raw()
		case key == "strict" && kind == rawjson.Bool:
			t.Strict = d.OptBool()
		case key == "defer_loading" || key == "allowed_callers" || key == "output_schema" || key == "async":
			d.known(&t.Node, key)
		default:
			d.keep(&t.Node, key)
		}
	}
	settle(&t.Node)
	return t, t.Name != "" && residue(&t.Node, "name") == ""
}

// toolChoice reads a mode or the function to call; any other form is residue.
func (d *decoder) toolChoice(q *conv.Request) {
	at := d.Offset()
	t := &conv.ToolChoice{}
	d.place(&t.Node)
	switch d.Kind() {
	case rawjson.String:
		switch s := d.Str(); s {
		case "auto", "none", "required":
			t.Mode = conv.ChoiceMode(s)
		}
	case rawjson.Object:
		if d.kind() == "function" {
			d.namedChoice(t)
		}
	}
	if t.Mode == "" {
		d.Rewind(at)
		d.known(&q.Node, "tool_choice")
		return
	}
	q.ToolChoice = t
}

// namedChoice reads {type:function, name}.
func (d *decoder) namedChoice(t *conv.ToolChoice) {
	for key := range d.Fields {
		switch {
		case d.isNull():
		case key == "type":
			d.Skip()
		case key == "name" && d.Kind() == rawjson.String:
			t.Name = d.Str()
		default:
			d.keep(&t.Node, key)
		}
	}
	settle(&t.Node)
	if t.Name != "" {
		t.Mode = conv.ChoiceTool
	}
}

// reasoningParameter reads how much to think; what else there is, such as
// the summary that is wanted, is residue.
func (d *decoder) reasoningParameter(q *conv.Request) {
	r := &conv.Reasoning{}
	d.place(&r.Node)
	for key := range d.Fields {
		switch {
		case d.isNull():
		case key == "effort":
			r.Effort = d.optional(&r.Node, key)
		case key == "summary" || key == "generate_summary" || key == "context" || key == "mode":
			d.known(&r.Node, key)
		default:
			d.keep(&r.Node, key)
		}
	}
	settle(&r.Node)
	if r.Effort == "" && len(r.Extensions) == 0 {
		setBlank(&q.Node, "reasoning", "{}")
		return
	}
	q.Reasoning = r
}

// textParameter reads the format of the answer; what else there is, such as
// verbosity, is residue, as is a format that is none of the three.
func (d *decoder) textParameter(q *conv.Request) {
	var rest conv.Node
	for key := range d.Fields {
		switch at := d.Offset(); {
		case d.isNull():
		case key == "format":
			if q.ResponseFormat = d.responseFormat(); q.ResponseFormat == nil {
				d.Rewind(at)
				d.known(&rest, key)
			}
		case key == "verbosity":
			rest.Extensions.Set(family, key, d.Raw())
		default:
			d.keep(&rest, key)
		}
	}
	switch {
	case len(rest.Extensions) > 0:
		q.Extensions.Set(family, "text", restOf(&rest))
	case q.ResponseFormat == nil:
		setBlank(&q.Node, "text", "{}")
	}
}

// restOf is an object of what a node has kept.
func restOf(n *conv.Node) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	writeResidue(w, n)
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// responseFormat reads text, json_object or json_schema, nil for another.
func (d *decoder) responseFormat() *conv.ResponseFormat {
	f := &conv.ResponseFormat{}
	d.place(&f.Node)
	switch d.kind() {
	case "text":
		f.Type = "text"
	case "json_object":
		f.Type = "json"
	case "json_schema":
		f.Type = "jsonSchema"
	default:
		d.Skip()
		return nil
	}
	schema, named := f.Type == "jsonSchema", false
	for key := range d.Fields {
		kind := d.Kind()
		switch {
		case d.isNull():
		case key == "type":
			d.Skip()
		case key == "name" && schema && kind == rawjson.String:
			named = true
			if f.Name = d.Str(); f.Name == schemaName {
				f.Name = ""
			} else if f.Name == "" {
				setBlank(&f.Node, key, `""`)
			}
		case key == "description" && schema:
			f.Description = d.optional(&f.Node, key)
		case key == "schema" && schema && kind == rawjson.Object:
			f.Schema = d.Raw()
		case key == "strict" && schema && kind == rawjson.Bool:
			f.Strict = d.OptBool()
		default:
			d.keep(&f.Node, key)
		}
	}
	if schema && !named {
		setLacks(&f.Node, []string{"name"})
	}
	settle(&f.Node)
	return f
}

// schemaName is the name of a schema that has none: the API demands one.
const schemaName = "convo_response"
