package commands

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
)

// No command writes a file that a flag of it names, whatever the flag is for.
func TestOutputIsNotTheFileOfAFlag(t *testing.T) {
	checked := 0
	p, _, _ := frametest.Program(t)
	equip(p)
	for _, c := range p.Commands("") {
		if !hasFlag(c, "output") {
			continue
		}
		for _, f := range c.Flags {
			name := f.Name
			if !strings.Contains(f.Usage, "FILE`") || slices.Contains([]string{"output", "in-place", "system"}, name) {
				continue // those that a script checks
			}
			checked++
			p, _, stderr := frametest.Program(t)
			equip(p)
			file := filepath.Join(t.TempDir(), "a.json")
			if err := os.WriteFile(file, []byte(`{"convo":1,"messages":[]}`), 0o600); err != nil {
				t.Fatal(err)
			}
			p.Args = append(strings.Fields(c.Name), "--"+name, file, "--output", file)
			if c.Name == "prompt" {
				p.Args = append(p.Args, "hi", "-n")
			}
			if code := p.Run(); code != frame.ExitUsage || !strings.Contains(stderr(), "are the same file") {
				t.Errorf("%s --%s FILE -o FILE: exit %d: %s", c.Name, name, code, stderr())
			}
		}
	}
	if checked < 14 {
		t.Errorf("only %d flags were checked", checked)
	}
}

func hasFlag(c *frame.Command, name string) bool {
	for _, f := range c.Flags {
		if f.Name == name {
			return true
		}
	}
	return false
}
