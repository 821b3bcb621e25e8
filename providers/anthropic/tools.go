package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
)

func (d decoder) tools(c *conv.Conversation) {
	forget(&c.Node, "tools")
	c.Tools = nil
	if d.isNull() {
		return
	}
	for range d.Elements {
		c.Tools = append(c.Tools, d.tool())
	}
	if c.Tools == nil {
		c.Extensions.Set(family, "~tools", "[]")
	}
}

// tool reads a definition. It is the caller's own tool if it has no type or
// the type custom.
func (d decoder) tool() conv.ToolDefinition {
	if !d.wantObject("a tool") {
		return conv.ToolDefinition{}
	}
	if t := d.tag("type"); t != "" && t != "custom" {
		return d.serverTool()
	}
	var t conv.ToolDefinition
	d.place(&t.Node)
	for key := range d.Fields {
		switch key {
		case "name":
			t.Name = d.Str()
		case "description":
			t.Description = d.optional(&t.Node, key)
		case "input_schema":
			if !d.isNull() {
				t.Parameters = d.Raw()
			}
		case "strict":
			t.Strict = d.OptBool()
		case "type":
			if !d.isNull() {
				t.Extensions.Set(family, "~type", d.Raw())
			}
		case "cache_control", "eager_input_streaming", "defer_loading",
			"allowed_callers", "input_examples":
			d.known(&t.Node, key)
		default:
			d.Keep(&t.Node, key)
		}
	}
	return t
}

// serverTool reads a tool that the server runs or defines itself.
func (d decoder) serverTool() conv.ToolDefinition {
	t := conv.ToolDefinition{Family: family}
	d.place(&t.Node)
	t.Name = d.tag("name")
	t.Raw = d.Raw()
	return t
}

func writeTools(w *rawjson.Writer, c *conv.Conversation) {
	if len(c.Tools) == 0 {
		w.OptRaw("tools", c.Extensions.Get(family, "~tools"))
		return
	}
	w.Key("tools")
	w.BeginArray()
	for i := range c.Tools {
		writeTool(w, &c.Tools[i])
	}
	w.EndArray()
}

func writeTool(w *rawjson.Writer, t *conv.ToolDefinition) {
	if t.Family == family && t.Raw != "" {
		w.Raw(t.Raw)
		return
	}
	w.BeginObject()
	w.Field("name", t.Name)
	writeOptional(w, &t.Node, "description", t.Description)
	w.OptRaw("input_schema", t.Parameters)
	w.OptBool("strict", t.Strict)
	w.OptRaw("type", t.Extensions.Get(family, "~type"))
	conv.WriteResidue(w, &t.Node, family)
	w.EndObject()
}
