package sharegpt

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// readTools reads the tools of a row, most often a string of JSON. What cannot
// be read as tools stays as it is.
func (x *reader) readTools() {
	tools, ok := parseTools(x.tools)
	switch {
	case x.tools == "":
	case !ok:
		own.Set(&x.out.Node, "tools", x.tools)
	default:
		x.out.Tools = tools
		if tools == nil || formatTools(tools) != x.tools {
			own.Set(&x.out.Node, hintTools, x.tools)
		}
	}
}

// toolsOf is the tools as they were written, if those are the same.
func toolsOf(c *conv.Conversation) conv.Raw {
	raw := own.Get(&c.Node, hintTools)
	if was, ok := parseTools(raw); ok && formatTools(was) == formatTools(c.Tools) {
		return raw
	}
	if len(c.Tools) == 0 {
		return ""
	}
	return formatTools(c.Tools)
}

// parseTools reads a list of {"name":…,"description":…,"parameters":…}, each
// by itself or as OpenAI wraps it.
func parseTools(raw conv.Raw) (tools []conv.ToolDefinition, ok bool) {
	if raw != "" && raw[0] == '"' {
		c := rawjson.NewCursor([]byte(raw.Text()))
		if raw = c.Raw(); c.End() != nil {
			return nil, false
		}
	}
	if raw == "" || raw[0] != '[' {
		return nil, false
	}
	for tool := range raw.Elements {
		if tool.Lookup("type").Text() == "function" && tool.Lookup("function") != "" {
			tool = tool.Lookup("function")
		}
		t, named := conv.ToolDefinition{}, false
		for key, value := range tool.Fields {
			switch {
			case key == "name":
				t.Name, named = value.Text(), value[0] == '"'
			case key == "description" && value[0] == '"':
				t.Description = value.Text()
			case key == "parameters":
				t.Parameters = value
			default:
				own.Set(&t.Node, conv.ResidueKey(key), value)
			}
		}
		if !named {
			return nil, false
		}
		tools = append(tools, t)
	}
	return tools, true
}

// formatTools is what parseTools reads: a string, as trainers want it.
func formatTools(tools []conv.ToolDefinition) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginArray()
	for i := range tools {
		t := &tools[i]
		w.BeginObject()
		w.Field("name", t.Name)
		w.OptField("description", t.Description)
		w.OptRaw("parameters", t.Parameters)
		own.Write(w, &t.Node)
		w.EndObject()
	}
	w.EndArray()
	return rawjson.Quoted(string(w.Bytes()))
}
