package training

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// ParseTools reads a list of {"name":…,"description":…,"parameters":…}, each
// by itself or as OpenAI wraps it, or the string of such a list. Other fields are
// residue of own.
func ParseTools(own *record.Family, raw conv.Raw) (tools []conv.ToolDefinition, ok bool) {
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
				own.Set(&t.Node, extension.ResidueKey(key), value)
			}
		}
		if !named {
			return nil, false
		}
		tools = append(tools, t)
	}
	return tools, true
}

// FormatTools is what [ParseTools] reads: a list.
func FormatTools(own *record.Family, tools []conv.ToolDefinition) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) {
		w.BeginArray()
		for i := range tools {
			WriteTool(w, own, &tools[i])
		}
		w.EndArray()
	})
}

// hintTools is the hint, on a conversation, with its tools as they were written.
const hintTools = "~tools"

// ReadTools reads the tools of a row n, most often a string of JSON. What cannot be read
// as tools stays as it is.
func ReadTools(own *record.Family, n *conv.Node, raw conv.Raw) []conv.ToolDefinition {
	tools, ok := ParseTools(own, raw)
	switch {
	case raw == "":
	case !ok:
		own.Set(n, "tools", raw)
	case tools == nil || quotedTools(own, tools) != raw:
		own.Set(n, hintTools, raw)
	}
	return tools
}

// ToolsOf is what [ReadTools] reads: tools as they were written, if those are the same.
func ToolsOf(own *record.Family, n *conv.Node, tools []conv.ToolDefinition) conv.Raw {
	raw := own.Get(n, hintTools)
	if was, ok := ParseTools(own, raw); ok && quotedTools(own, was) == quotedTools(own, tools) {
		return raw
	}
	if len(tools) == 0 {
		return ""
	}
	return quotedTools(own, tools)
}

// quotedTools is tools in a string, as trainers want them.
func quotedTools(own *record.Family, tools []conv.ToolDefinition) conv.Raw {
	return rawjson.Quoted(string(FormatTools(own, tools)))
}

// WriteTool writes one tool, which nothing wraps.
func WriteTool(w *rawjson.Writer, own *record.Family, t *conv.ToolDefinition) {
	w.BeginObject()
	w.Field("name", t.Name)
	w.OptField("description", t.Description)
	w.OptRaw("parameters", t.Parameters)
	own.Write(w, &t.Node)
	w.EndObject()
}
