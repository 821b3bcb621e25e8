package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/commands/internal/frame"
)

// What --attachments takes out of a conversation, --allow-files takes in again: the
// conversation is the same, to the byte, by way of each format that keeps its types.
func TestLawAttachmentsComeBack(t *testing.T) {
	formats, carrying := []string{"convo", "markdown"}, map[string]int{}
	for _, pattern := range []string{"conversations/*.json", "formats/*/*/conversation.json"} {
		files, err := filepath.Glob("../testdata/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), `"data": "`) || strings.Contains(string(text), `"file:`) {
				continue
			}
			for _, to := range formats {
				if comesBack(t, file, to) {
					carrying[to]++
				}
			}
		}
	}
	for _, to := range formats {
		if carrying[to] < 50 {
			t.Errorf("%s: only %d conversations had files", to, carrying[to])
		}
	}
}

// comesBack converts a file with and without --attachments, reads both, and compares
// them. It reports whether there was a file to take out.
func comesBack(t *testing.T, file, to string) bool {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		out, told, code := runWith(t, "", append([]string{"transform", "-q"}, args...)...)
		if code != frame.ExitOK {
			t.Fatalf("convo transform %s: exit %d: %s", strings.Join(args, " "), code, told)
		}
		return out
	}
	whole, apart, folder := filepath.Join(dir, "whole"), filepath.Join(dir, "apart"), filepath.Join(dir, "files")
	run("-t", to, "-o", whole, file)
	run("-t", to, "-o", apart, "--attachments", folder, file)
	if _, err := os.Stat(folder); err != nil {
		return false
	}
	want, got := run("-f", to, whole), run("-f", to, "--allow-files", apart)
	if got != want {
		t.Errorf("%s as %s:\n%s\nbecame\n%s", file, to, want, got)
	}
	return true
}
