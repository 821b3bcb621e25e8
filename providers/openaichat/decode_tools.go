package openaichat

import (
	"bytes"

	"convo/conv"
	"convo/conv/rawjson"
)

// tools reads the tools and tells whether something of them is residue.
func (d *decoder) tools(c *conv.Conversation, r *conv.Request) bool {
	c.Tools = nil
	asItWas(r, hintFunctions, "functions")
	if d.Kind() != rawjson.Array {
		d.keep(&r.Node, "tools")
		return true
	}
	for range d.Elements {
		c.Tools = append(c.Tools, d.tool())
	}
	if c.Tools == nil {
		setBlank(&r.Node, "tools", "[]")
	}
	return c.Tools == nil
}

func (d *decoder) isEmptyArray() bool {
	rest := bytes.TrimLeft(d.Buffer()[d.Offset()+1:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ']'
}

// tool reads a definition. One that is no plain function is kept whole.
func (d *decoder) tool() conv.ToolDefinition {
	at := d.Offset()
	t := conv.ToolDefinition{}
	d.place(&t.Node)
	if tag, _ := d.tag("type"); tag == "function" && d.function(&t) {
		settle(&t.Node)
		return t
	}
	d.Rewind(at)
	whole := conv.ToolDefinition{Family: family, Raw: d.Raw()}
	whole.PlaceAt(at)
	if whole.Raw != "" && whole.Raw[0] == '{' {
		whole.Name = whole.Raw.Lookup("custom.name").Text()
		if whole.Name == "" {
			whole.Name = whole.Raw.Lookup("type").Text()
		}
	}
	if whole.Raw.Lookup("type").Text() != "custom" {
		d.Notes.Unknown(at, "tool", whole.Name)
	}
	return whole
}

// function reads {type:function, function:{…}} and reports whether it is that.
func (d *decoder) function(t *conv.ToolDefinition) bool {
	typed, nested := false, false
	for key := range d.Fields {
		switch {
		case key == "type" && d.Kind() == rawjson.String:
			typed = d.Str() == "function"
		case key == "function" && d.Kind() == rawjson.Object:
			nested = d.definition(t)
		case key == "cache_control":
			d.known(&t.Node, key)
		default:
			d.keep(&t.Node, key)
		}
	}
	return typed && nested && isWhole(&t.Node, "function")
}

func (d *decoder) definition(t *conv.ToolDefinition) bool {
	for key := range d.Fields {
		kind := d.Kind()
		switch {
		case key == "name" && kind == rawjson.String:
			t.Name = d.Str()
		case key == "description" && kind == rawjson.String:
			if t.Description = d.Str(); t.Description == "" {
				setBlank(&t.Node, "function.description", `""`)
			}
		case key == "parameters" && kind == rawjson.Object:
			t.Parameters = d.Raw()
		case key == "strict" && kind == rawjson.Bool:
			t.Strict = d.OptBool()
		case kind == rawjson.Null:
			d.Skip()
		default:
			d.keepIn(&t.Node, "function", key)
		}
	}
	return t.Name != ""
}

// toolChoice reads a mode or the function to call; any other form is residue.
func (d *decoder) toolChoice(r *conv.Request) {
	r.ToolChoice = nil
	asItWas(r, hintChoice, "function_call")
	at := d.Offset()
	c := &conv.ToolChoice{}
	d.place(&c.Node)
	switch d.Kind() {
	case rawjson.String:
		switch s := d.Str(); s {
		case "auto", "none", "required":
			c.Mode = conv.ChoiceMode(s)
		}
	case rawjson.Object:
		if tag, _ := d.tag("type"); tag == "function" {
			d.namedChoice(c)
		}
	}
	if c.Mode == "" {
		d.Rewind(at)
		d.KeepQuietly(&r.Node, "tool_choice")
		return
	}
	settle(&c.Node)
	r.ToolChoice = c
}

// namedChoice reads {type:function, function:{name}}.
func (d *decoder) namedChoice(c *conv.ToolChoice) {
	typed := false
	for key := range d.Fields {
		switch {
		case key == "type" && d.Kind() == rawjson.String:
			typed = d.Str() == "function"
		case key == "function" && d.Kind() == rawjson.Object:
			for inner := range d.Fields {
				if inner == "name" && d.Kind() == rawjson.String {
					c.Name = d.Str()
				} else {
					d.keepIn(&c.Node, "function", inner)
				}
			}
		default:
			d.keep(&c.Node, key)
		}
	}
	if typed && c.Name != "" && isWhole(&c.Node, "function") {
		c.Mode = conv.ChoiceTool
	}
}

// responseFormat reads text, json_object or json_schema; any other form is
// residue.
func (d *decoder) responseFormat(r *conv.Request) {
	r.ResponseFormat = nil
	at := d.Offset()
	f := &conv.ResponseFormat{}
	d.place(&f.Node)
	nested := false
	if tag, _ := d.tag("type"); tag == "text" || tag == "json_object" || tag == "json_schema" {
		for key := range d.Fields {
			switch {
			case key == "type" && d.Kind() == rawjson.String:
				f.Type = d.Str()
			case key == "json_schema" && d.Kind() == rawjson.Object:
				nested = true
				d.jsonSchema(f)
			default:
				d.keep(&f.Node, key)
			}
		}
	}
	switch {
	case f.Type == "text" && !nested:
	case f.Type == "json_object" && !nested:
		f.Type = "json"
	case f.Type == "json_schema" && nested && isWhole(&f.Node, "json_schema"):
		f.Type = "jsonSchema"
	default:
		d.Rewind(at)
		d.KeepQuietly(&r.Node, "response_format")
		return
	}
	settle(&f.Node)
	r.ResponseFormat = f
}

// schemaName is the name of a schema that has none: the API demands one.
const schemaName = "convo_response"

func (d *decoder) jsonSchema(f *conv.ResponseFormat) {
	named := false
	for key := range d.Fields {
		kind := d.Kind()
		switch {
		case key == "name" && kind == rawjson.String:
			named = true
			if f.Name = d.Str(); f.Name == schemaName {
				f.Name = ""
			} else if f.Name == "" {
				setBlank(&f.Node, "json_schema.name", `""`)
			}
		case key == "description" && kind == rawjson.String:
			if f.Description = d.Str(); f.Description == "" {
				setBlank(&f.Node, "json_schema.description", `""`)
			}
		case key == "schema" && kind == rawjson.Object:
			f.Schema = d.Raw()
		case key == "strict" && kind == rawjson.Bool:
			f.Strict = d.OptBool()
		case kind == rawjson.Null:
			d.Skip()
		default:
			d.keepIn(&f.Node, "json_schema", key)
		}
	}
	if !named {
		hint(&f.Node, hintLacks, `["name"]`)
	}
}
