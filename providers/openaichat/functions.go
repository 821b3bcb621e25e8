package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// The old fields functions and function_call are read as tools and tool_choice.
// They are written as they were read while both still mean the same.
const (
	hintFunctions = "~functions"
	hintChoice    = "~function_call"
)

// functions reads the functions of an old request as tools, unless it also has
// tools or one of them is not a plain function.
func (d *decoder) functions(c *conv.Conversation, r *conv.Request) {
	at := d.in.Offset()
	tools, ok := d.functionList()
	d.in.Rewind(at)
	if !ok || c.Tools != nil {
		d.in.Known(&r.Node, "functions")
		return
	}
	c.Tools = tools
	d.in.KeepQuietly(&r.Node, hintFunctions)
}

func (d *decoder) functionList() (tools []conv.ToolDefinition, ok bool) {
	if d.in.Kind() != rawjson.Array {
		return nil, false
	}
	for range d.in.Elements {
		t := conv.ToolDefinition{}
		d.in.SetOffset(&t.Node)
		if d.in.Kind() != rawjson.Object {
			return nil, false
		}
		if record.ReadInside(objects().definition, d, &t); t.Name == "" {
			return nil, false
		}
		tools = append(tools, t)
	}
	return tools, tools != nil
}

// oldFunctionCall reads which function an old request wants to be called,
// unless it also has a tool_choice.
func (d *decoder) oldFunctionCall(r *conv.Request) {
	at := d.in.Offset()
	choice := d.oldChoice()
	d.in.Rewind(at)
	if choice == nil || r.ToolChoice != nil {
		d.in.Known(&r.Node, "function_call")
		return
	}
	r.ToolChoice = choice
	d.in.KeepQuietly(&r.Node, hintChoice)
}

// oldChoice reads "auto", "none" or {name}. It returns nil for anything else.
func (d *decoder) oldChoice() *conv.ToolChoice {
	c := &conv.ToolChoice{}
	d.in.SetOffset(&c.Node)
	switch d.in.Kind() {
	case rawjson.String:
		if s := d.in.Str(); s == "auto" || s == "none" {
			c.Mode = conv.ChoiceMode(s)
			return c
		}
	case rawjson.Object:
		plain := true
		for key := range d.in.Fields {
			if plain = plain && key == "name" && d.in.Kind() == rawjson.String; plain {
				c.Name = d.in.Str()
			}
		}
		if plain && c.Name != "" {
			c.Mode = conv.ChoiceTool
			return c
		}
	}
	return nil
}

// oldFunctions returns the functions that the tools were read from, "" if the
// tools have changed.
func oldFunctions(b *requestBody) conv.Raw {
	raw := residue.Get(&b.Request.Node, hintFunctions)
	if raw == "" {
		return ""
	}
	if tools, ok := reread(raw).functionList(); !ok || !sameTools(tools, b.c.Tools) {
		return ""
	}
	return raw
}

// writeFunctions writes the functions that the tools were read from.
func writeFunctions(w *rawjson.Writer, b *requestBody) {
	w.OptRaw("functions", oldFunctions(b))
}

// asItWas turns the hint on an old field back into the field. It is written
// along with the new one.
func asItWas(r *conv.Request, hint, key string) {
	if old := residue.Get(&r.Node, hint); old != "" {
		residue.Set(&r.Node, key, old)
		residue.Reread(&r.Node, hint)
	}
}

func sameTools(a, b []conv.ToolDefinition) bool {
	text := func(tools []conv.ToolDefinition) conv.Raw {
		return rawjson.Written(func(w *rawjson.Writer) { WriteTools(w, tools) })
	}
	return text(a) == text(b)
}

// oldChoiceOf returns the function_call that a choice was read from, "" if the
// choice has changed.
func oldChoiceOf(r *conv.Request) conv.Raw {
	raw := residue.Get(&r.Node, hintChoice)
	if raw == "" {
		return ""
	}
	c := reread(raw).oldChoice()
	if c == nil || c.Mode != r.ToolChoice.Mode || c.Name != r.ToolChoice.Name {
		return ""
	}
	return raw
}
