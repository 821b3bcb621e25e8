package gemini

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// tools reads the tools: declared functions and tools that run at the
// provider. By default functions that follow each other share an object, and a
// hosted tool has its own. Any other grouping is a hint.
func (d *decoder) tools(c *conv.Conversation) {
	c.Tools = nil
	d.elements(&c.Node, "tools", func() { d.tool(c) })
	if c.Tools == nil {
		residue.SetHint(&c.Node, "tools", "[]")
	}
}

// functionDeclarations is the field of the functions.
var functionDeclarations = []string{"functionDeclarations"}

// toolKey is the hint that a tool begins a new object, or shares the object of
// the tool before it.
const (
	toolKey = "~tool"
	newTool = `"new"`
	oneTool = `"same"`
)

// tool reads an object of tools.
func (d *decoder) tool(c *conv.Conversation) {
	at := d.in.Offset()
	if !d.in.WantObject("a tool") {
		return
	}
	var functions, hosted []conv.ToolDefinition
	for written := range d.fields {
		var n conv.Node
		if name := residue.Known(&n, written, functionDeclarations); name != "functionDeclarations" || d.in.Kind() != rawjson.Array {
			t := conv.ToolDefinition{Family: family, Name: written}
			d.in.SetOffsetAt(&t.Node, at)
			t.Raw = rawjson.ObjectOf([]rawjson.Member{d.in.Member(written)})
			hosted = append(hosted, t)
			continue
		}
		functions = nil
		for range d.in.Elements {
			functions = append(functions, d.function())
		}
		if functions == nil {
			t := conv.ToolDefinition{Family: family, Name: written, Raw: `{` + rawjson.Quoted(written) + `:[]}`}
			d.in.SetOffsetAt(&t.Node, at)
			hosted = append(hosted, t)
		} else if raw := n.Extensions.Get(family, record.HintSnake); raw != "" {
			functions[0].Extensions.Set(family, "~functionDeclarations", raw)
		}
	}
	all := append(functions, hosted...)
	if all == nil {
		t := conv.ToolDefinition{Family: family, Raw: "{}"}
		d.in.SetOffsetAt(&t.Node, at)
		all = append(all, t)
	}
	for i := range all {
		switch {
		case i == 0 && all[i].Family == "" && len(c.Tools) > 0 && c.Tools[len(c.Tools)-1].Family == "":
			all[i].Extensions.Set(family, toolKey, newTool)
		case i > 0 && all[i].Family != "":
			all[i].Extensions.Set(family, toolKey, oneTool)
		}
	}
	for i := range all {
		residue.Settle(&all[i].Node)
	}
	c.Tools = append(c.Tools, all...)
}

// declared is the declaration of a function.
type declared struct {
	of *conv.ToolDefinition
	schemas
}

// function reads a function declaration.
func (d *decoder) function() (t conv.ToolDefinition) {
	d.in.SetOffset(&t.Node)
	if !d.in.WantObject("a function declaration") {
		return t
	}
	f := declared{of: &t}
	record.Read(objects().function, d, &f)
	switch {
	case f.json != "":
		t.Parameters = f.json
		setSchemaHints(&t.Node, "parameters", f.json, f.json, false)
		if f.own != "" {
			residue.Set(&t.Node, "parameters", f.own)
		}
	case f.own != "":
		t.Parameters = neutralSchema(f.own)
		setSchemaHints(&t.Node, "parameters", f.own, t.Parameters, true)
	}
	return t
}

func writeTools(w *rawjson.Writer, c *conv.Conversation) {
	if len(c.Tools) == 0 {
		if raw := residue.Hint(&c.Node, "tools"); raw == "[]" {
			w.OptRaw("tools", raw)
		}
		return
	}
	w.Key("tools")
	several := beginList(w, &c.Node, "tools", toolSpan(c.Tools) == len(c.Tools))
	for i := 0; i < len(c.Tools); {
		n := toolSpan(c.Tools[i:])
		writeToolObject(w, c.Tools[i:i+n])
		i += n
	}
	if several {
		w.EndArray()
	}
}

// toolSpan is how many of the tools share the first object. There is at least
// one tool.
func toolSpan(tools []conv.ToolDefinition) int {
	n := 1
	for n < len(tools) {
		hint := tools[n].Extensions.Get(family, toolKey)
		isFunction := tools[n].Family == ""
		if isFunction && (tools[n-1].Family != "" || hint == newTool) || !isFunction && hint != oneTool {
			break
		}
		n++
	}
	return n
}

// writeToolObject writes tools as one object: functions first, then the
// provider's tools.
func writeToolObject(w *rawjson.Writer, tools []conv.ToolDefinition) {
	w.BeginObject()
	n := 0
	for n < len(tools) && tools[n].Family == "" {
		n++
	}
	if n > 0 {
		name := "functionDeclarations"
		if tools[0].Extensions.Get(family, "~functionDeclarations") != "" {
			name = record.Snake(name)
		}
		w.ArrayField(name)
		var f declared
		for i := range tools[:n] {
			f.of = &tools[i]
			f.asJSON = writesJSONSchema(&f.of.Node, "parameters", f.of.Parameters)
			record.Write(objects().function, w, &f)
		}
		w.EndArray()
	}
	for i := range tools[n:] {
		record.WriteFields(w, tools[n+i].Raw)
	}
	w.EndObject()
}
