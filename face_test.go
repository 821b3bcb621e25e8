package main_test

import (
	"go/ast"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The most that one sitting holds of package conv: the lines of go doc -short, and the
// exported names at the top level, each constant counted.
const (
	mostDocLines = 90
	mostNames    = 150
)

// The model can be read in one sitting. What only authors of formats need is in
// conv/format, the notes are in conv/note and the residue is in conv/extension.
func TestFaceOfTheModel(t *testing.T) {
	out, err := exec.Command("go", "doc", "-short", "./conv").Output()
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(out), "\n"); lines > mostDocLines || lines < mostDocLines/2 {
		t.Errorf("go doc -short ./conv has %d lines, want at most %d\n%s", lines, mostDocLines, out)
	}
	if names := faceOf(t, "conv"); len(names) > mostNames || !slices.Contains(names, "UserText") || !slices.Contains(names, "StopToolUse") {
		t.Errorf("conv has %d names, want at most %d: %v", len(names), mostNames, names)
	}
}

// Every name that the documents of the specification give the model is in conv.
func TestFaceHasWhatTheSpecificationNames(t *testing.T) {
	names := faceOf(t, "conv")
	for _, want := range strings.Fields(`
		Message UserMessage AssistantMessage ToolResultMessage SystemMessage Custom
		UserContent AssistantContent ToolResultContent SystemContent
		TextContent ImageContent AudioContent VideoContent DocumentContent ThinkingContent ToolCall ToolDefinition
		Prompt PromptWithSystem UserText UserImage AssistantText ToolResult NewAssistantMessage
		Usage UsageCost StopReason StopNormal StopLength StopToolUse StopError StopAborted Diagnostic Protocol`) {
		if !slices.Contains(names, want) {
			t.Errorf("conv has no %s", want)
		}
	}
}

// faceOf lists the exported names at the top level of a package.
func faceOf(t *testing.T, dir string) []string {
	t.Helper()
	return slices.DeleteFunc(exported(t, dir), func(name string) bool { return !ast.IsExported(name) || strings.Contains(name, ".") })
}
