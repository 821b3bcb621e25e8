package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// writeTools writes the tools, unless writeFunctions wrote them.
func writeTools(w *rawjson.Writer, b *requestBody) bool {
	tools := b.c.Tools
	if len(tools) == 0 || oldFunctions(b) != "" {
		return len(tools) > 0
	}
	w.Key("tools")
	WriteTools(w, tools)
	return true
}

func writeTool(w *rawjson.Writer, t *conv.ToolDefinition) {
	if t.Family != "" {
		w.Raw(t.Raw)
		return
	}
	objects().tool.Write(w, t)
}

// writeOldChoice writes the function_call that the choice was read from.
func writeOldChoice(w *rawjson.Writer, b *requestBody) bool {
	if b.ToolChoice == nil {
		return false
	}
	raw := oldChoiceOf(b.Request)
	w.OptRaw("function_call", raw)
	return raw != ""
}

func writeToolChoice(w *rawjson.Writer, b *requestBody) bool {
	c := b.ToolChoice
	if c == nil || oldChoiceOf(b.Request) != "" {
		return false
	}
	w.Key("tool_choice")
	if c.Mode != conv.ChoiceTool {
		w.Str(string(c.Mode))
	} else {
		objects().choice.Write(w, c)
	}
	return true
}

// formatType is the type of a format without a schema.
func formatType(f *conv.ResponseFormat) string {
	if f.Type == "json" {
		return "json_object"
	}
	return "text"
}

func writeResponseFormat(w *rawjson.Writer, b *requestBody) bool {
	f := b.ResponseFormat
	if f == nil {
		return false
	}
	w.Key("response_format")
	if f.Type == "jsonSchema" {
		objects().schema.Write(w, f)
	} else {
		objects().format.Write(w, f)
	}
	return true
}
