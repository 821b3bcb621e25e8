package request

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers"
)

// toolShape is a way to declare a tool: the format whose decoder reads it,
// and the document that it takes to do so.
type toolShape struct {
	format        string
	before, after string
	is            func(*format.Probe) bool
}

// toolShapes tells them apart, the first that fits first.
func toolShapes() []toolShape {
	has := func(paths ...string) func(*format.Probe) bool {
		return func(p *format.Probe) bool { return slices.ContainsFunc(paths, p.Has) }
	}
	return []toolShape{
		{"openai-chat", `{"messages":[],"tools":[`, "]}", has("function", "custom")},
		{"gemini", `{"contents":[],"tools":[`, "]}", has("functionDeclarations", "function_declarations", "googleSearch", "google_search", "codeExecution", "code_execution", "urlContext", "url_context", "googleMaps", "computerUse", "fileSearch")},
		{"convo", `{"messages":[],"tools":[`, "]}", func(p *format.Probe) bool {
			return p.Has("raw") || p.Has("name") && !p.Has("type") && !p.Has("input_schema") && !p.Has("inputSchema")
		}},
		{"anthropic", `{"messages":[],"tools":[`, "]}", func(p *format.Probe) bool { return p.Has("input_schema") || hasDatedType(p) }},
		{"openai-responses", `{"input":[],"tools":[`, "]}", has("type")},
	}
}

// hasDatedType tells Anthropic's own tools, whose types end in a date:
// web_search_20250305.
func hasDatedType(p *format.Probe) bool {
	return slices.ContainsFunc(p.Values("type"), func(t string) bool {
		return len(t) > 9 && t[len(t)-9] == '_' && t[len(t)-8:len(t)-6] == "20"
	})
}

// ToolsOf reads the tools in a file: a JSON list, or an object that has one
// under tools, each in the shape of any API.
func ToolsOf(name string) ([]conv.ToolDefinition, error) {
	data, err := frame.JSONFile(name)
	if err != nil {
		return nil, err
	}
	tools, err := ReadTools(rawjson.NewCursor(data))
	if err != nil {
		return nil, frame.InFile(name, data, err)
	}
	if len(tools) == 0 {
		return nil, &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "has no tools"}
	}
	return tools, nil
}

// ReadTools reads a list, or the list of an object.
func ReadTools(c *rawjson.Cursor) (tools []conv.ToolDefinition, err error) {
	found := c.Kind() == rawjson.Array
	at := c.Offset()
	switch c.Kind() {
	case rawjson.Array:
		tools = readToolList(c)
	case rawjson.Object:
		for key := range c.Fields {
			if key == "tools" && c.Kind() == rawjson.Array {
				tools, found = readToolList(c), true
			}
		}
	}
	if !found {
		c.Fail(at, "want a list of tools, or an object with one under tools")
	}
	return tools, c.End()
}

func readToolList(c *rawjson.Cursor) (tools []conv.ToolDefinition) {
	for range c.Elements {
		start := c.Offset()
		c.Skip()
		if c.Err() != nil {
			return nil
		}
		end := c.Offset()
		tools = append(tools, readTool(c, start, end)...)
	}
	return tools
}

// readTool reads the value between two offsets: one tool, or, in Gemini's
// shape, several.
func readTool(c *rawjson.Cursor, start, end int) []conv.ToolDefinition {
	value := c.Buffer()[start:end]
	probe := format.NewProbe(value)
	for _, s := range toolShapes() {
		if probe.Form == format.FormText || !s.is(probe) {
			continue
		}
		format, err := providers.Lookup(s.format)
		if err != nil {
			c.Fail(start, "a tool of the format %s, which convo does not read", s.format)
			return nil
		}
		for doc, err := range format.Decode(slices.Concat([]byte(s.before), value, []byte(s.after)), nil) {
			if err == nil {
				return doc.Tools
			}
			if at, ok := err.(*rawjson.Error); ok {
				c.Fail(start+max(at.Offset-len(s.before), 0), "%s", at.Msg)
			}
			c.Fail(start, "%v", err)
		}
		return nil
	}
	c.Fail(start, "not a tool in a known format: a tool has a name or a type")
	return nil
}
