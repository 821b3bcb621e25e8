package catalog

import (
	"slices"
	"strings"

	"convo/conv"
)

// HostedTool returns the name of a tool of a request that the vendor's servers
// run, and charge for by what the model does with it; "" if there is none.
func HostedTool(tools []conv.ToolDefinition) string {
	for i := range tools {
		if t := &tools[i]; t.Raw != "" && !isRunByCaller(t) {
			return kindOf(t)
		}
	}
	return ""
}

// kindOf is what a definition says the tool is: its type or, for Gemini, its only
// field.
func kindOf(t *conv.ToolDefinition) string {
	if kind := t.Raw.Lookup("type").Text(); kind != "" {
		return kind
	}
	for _, member := range t.Raw.Members() {
		return member.Key
	}
	return t.Name
}

// callersTools begin the kinds of tools that a vendor defines and the caller runs:
// docs.claude.com/agents-and-tools/tool-use/overview,
// platform.openai.com/docs/guides/tools, ai.google.dev/gemini-api/docs/computer-use.
var callersTools = []string{
	"function", "custom", "bash_", "text_editor_", "computer", "memory_", "local_shell", "apply_patch", "functionDeclarations", "function_declarations",
}

func isRunByCaller(t *conv.ToolDefinition) bool {
	kind := kindOf(t)
	return slices.ContainsFunc(callersTools, func(begin string) bool { return strings.HasPrefix(kind, begin) })
}
