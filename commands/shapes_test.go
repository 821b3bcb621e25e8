package commands

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"convo/scripts/bench/shapes"
)

// The paths that once took a time that grew with the square of the size: make
// bench measures each of them, and each runs.
func TestPathsThatWereQuadraticAreMeasured(t *testing.T) {
	for _, c := range []struct{ path, shape, flags string }{
		{"appends by STATE_DELTA", "ag-ui-events state appends", "-t convo"},
		{"calls of one repeated id", "chat calls of one id", "-t anthropic"},
		{"lone surrogates", "chat lone surrogates", "-t openai-chat"},
		{"calls without result, to gemini", "chat calls without result", "-t gemini"},
		{"calls without result, to openai-chat", "chat calls without result", "--for openai -t openai-chat"},
		{"the estimate of calls without result", "chat calls without result", "cost --estimate"},
		{"calls without result, trimmed", "chat calls without result", "--trim 1k"},
		{"tool calls of AG-UI", "ag-ui calls", "-t convo"},
		{"messages of AG-UI", "ag-ui messages", "-t convo"},
		{"calls of Gemini", "gemini calls of one answer", "-t openai-chat"},
		{"calls of a stream", "openai-chat-stream calls", "-t convo"},
		{"marks of client secrets", "text of client secrets", "--redact secrets"},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			s, ok := shapes.Find(c.shape)
			if !ok || !slices.Contains(s.Runs, c.flags) {
				t.Fatalf("make bench does not run %q over %q", c.flags, c.shape)
			}
			file := filepath.Join(t.TempDir(), "shape")
			if err := os.WriteFile(file, s.Body(20_000), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), "convo", s.Args(c.flags, file)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); err != nil && !slices.Contains(shapes.Passes, code) {
				t.Errorf("exit %d: %s", code, stderr.Bytes())
			}
			if err == nil && len(out) == 0 {
				t.Error("no output")
			}
		})
	}
}
