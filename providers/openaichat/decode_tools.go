package openaichat

import (
	"bytes"
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// tools reads the tools and reports whether a part of them became residue.
func (d *decoder) tools(c *conv.Conversation, r *conv.Request) bool {
	c.Tools = nil
	asItWas(r, hintFunctions, "functions")
	if d.in.Kind() != rawjson.Array {
		d.Keep(&r.Node, "tools")
		return true
	}
	for range d.in.Elements {
		c.Tools = append(c.Tools, d.tool())
	}
	if c.Tools == nil {
		residue.SetBlank(&r.Node, "tools", "[]")
	}
	return c.Tools == nil
}

func (d *decoder) isEmptyArray() bool {
	rest := bytes.TrimLeft(d.in.Buffer()[d.in.Offset()+1:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ']'
}

// tool reads a definition. Anything but a plain function is kept as it is.
func (d *decoder) tool() conv.ToolDefinition {
	at := d.in.Offset()
	if d.in.Tag("type") == "function" {
		var t conv.ToolDefinition
		record.Read(objects().tool, d, &t)
		if t.Name != "" && residue.IsWhole(&t.Node, "function") {
			return t
		}
	}
	d.in.Rewind(at)
	whole := conv.ToolDefinition{Family: family, Raw: d.in.Raw()}
	whole.SetOffset(at)
	if whole.Raw != "" && whole.Raw[0] == '{' {
		whole.Name = cmp.Or(whole.Raw.Lookup("custom.name").Text(), whole.Raw.Lookup("type").Text())
	}
	if whole.Raw.Lookup("type").Text() != "custom" {
		d.in.Notes.Unknown(at, "tool", whole.Name)
	}
	return whole
}

// toolChoice reads a mode or the function to call. Any other form becomes
// residue.
func (d *decoder) toolChoice(r *conv.Request) {
	r.ToolChoice = nil
	asItWas(r, hintChoice, "function_call")
	at := d.in.Offset()
	c := &conv.ToolChoice{}
	d.in.SetOffset(&c.Node)
	switch d.in.Kind() {
	case rawjson.String:
		switch s := d.in.Str(); s {
		case "auto", "none", "required":
			c.Mode = conv.ChoiceMode(s)
		}
	case rawjson.Object:
		if d.in.Tag("type") == "function" {
			if record.Read(objects().choice, d, c); c.Name != "" && residue.IsWhole(&c.Node, "function") {
				c.Mode = conv.ChoiceTool
			}
		}
	}
	if c.Mode == "" {
		d.in.Rewind(at)
		d.in.KeepQuietly(&r.Node, "tool_choice")
		return
	}
	r.ToolChoice = c
}

// responseFormat reads text, json_object or json_schema. Any other form becomes
// residue.
func (d *decoder) responseFormat(r *conv.Request) {
	at := d.in.Offset()
	f, fits := &conv.ResponseFormat{}, false
	switch kind := d.in.Tag("type"); kind {
	case "text", "json_object":
		record.Read(objects().format, d, f)
		f.Type = strings.TrimSuffix(kind, "_object")
		fits = residue.Get(&f.Node, "json_schema") == ""
	case "json_schema":
		record.Read(objects().schema, d, f)
		fits = f.Type != "" && residue.IsWhole(&f.Node, "json_schema")
	}
	if !fits {
		d.in.Rewind(at)
		d.in.KeepQuietly(&r.Node, "response_format")
		return
	}
	r.ResponseFormat = f
}
