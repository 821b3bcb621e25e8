package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeTools writes the tools, unless writeFunctions wrote them.
func writeTools(w *rawjson.Writer, b *requestBody) {
	tools := b.c.Tools
	if len(tools) == 0 || oldFunctions(b) != "" {
		return
	}
	w.Key("tools")
	WriteTools(w, tools)
}

func writeTool(w *rawjson.Writer, t *conv.ToolDefinition) {
	if t.Family != "" {
		w.Raw(t.Raw)
		return
	}
	record.Write(objects().tool, w, t)
}

// writeOldChoice writes the function_call that the choice was read from.
func writeOldChoice(w *rawjson.Writer, b *requestBody) {
	if b.ToolChoice != nil {
		w.OptRaw("function_call", oldChoiceOf(b.Request))
	}
}

func writeToolChoice(w *rawjson.Writer, b *requestBody) {
	c := b.ToolChoice
	if c == nil || oldChoiceOf(b.Request) != "" {
		return
	}
	w.Key("tool_choice")
	if c.Mode != conv.ChoiceTool {
		w.Str(string(c.Mode))
	} else {
		record.Write(objects().choice, w, c)
	}
}

// formatType is the type of a format without a schema.
func formatType(f *conv.ResponseFormat) string {
	if f.Type == "json" {
		return "json_object"
	}
	return "text"
}

func writeResponseFormat(w *rawjson.Writer, b *requestBody) {
	f := b.ResponseFormat
	if f == nil {
		return
	}
	w.Key("response_format")
	if f.Type == "jsonSchema" {
		record.Write(objects().schema, w, f)
	} else {
		record.Write(objects().format, w, f)
	}
}
