package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// toolRecord is the definition of a caller's tool. It has no type in the
// shape, or the type custom.
func toolRecord() *record.Record[*decoder, *conv.ToolDefinition] {
	r := record.New[*decoder](residue, "tool", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	record.Str(r, "name", func(t *conv.ToolDefinition) *string { return &t.Name })
	record.OptText(r, "description", func(t *conv.ToolDefinition) *string { return &t.Description })
	record.OptRaw(r, "input_schema", func(t *conv.ToolDefinition) *conv.Raw { return &t.Parameters }).Due(record.LooseObject).
		Says("JSON Schema of the input.")
	record.OptBool(r, "strict", func(t *conv.ToolDefinition) **bool { return &t.Strict })
	record.AsHint(r, "type")
	record.Known(r, "cache_control", cacheControl)
	record.KnownAll(r, record.LooseBool, "eager_input_streaming", "defer_loading")
	record.Known(r, "allowed_callers", func() *shape.Shape { return shape.List(shape.String()).Loose() })
	record.Known(r, "input_examples", looseList)
	return r
}

func (d *decoder) tools(c *conv.Conversation) {
	if d.in.IsNull() {
		return
	}
	for range d.in.Elements {
		c.Tools = append(c.Tools, d.tool())
	}
	if c.Tools == nil {
		residue.SetBlank(&c.Node, "tools", "[]")
	}
}

// tool reads a definition. A tool without a type, or of type custom, is the
// caller's. Other tools are run or defined by the server.
func (d *decoder) tool() conv.ToolDefinition {
	if !d.in.WantObject("a tool") {
		return conv.ToolDefinition{}
	}
	if t := d.in.Tag("type"); t != "" && t != "custom" {
		t := conv.ToolDefinition{Family: family}
		d.in.SetOffset(&t.Node)
		t.Name = d.in.Tag("name")
		t.Raw = d.in.Raw()
		return t
	}
	var t conv.ToolDefinition
	record.Read(objects().tool, d, &t)
	return t
}

func writeTools(w *rawjson.Writer, c *conv.Conversation) {
	if len(c.Tools) == 0 {
		w.OptRaw("tools", residue.Blank(&c.Node, "tools"))
		return
	}
	w.ArrayField("tools")
	for i := range c.Tools {
		if t := &c.Tools[i]; t.Family == family && t.Raw != "" {
			w.Raw(t.Raw)
		} else {
			record.Write(objects().tool, w, t)
		}
	}
	w.EndArray()
}
