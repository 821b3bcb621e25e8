package commands

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"

	"github.com/urfave/cli/v2"
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
			name := f.Names()[0]
			if !strings.Contains(f.(cli.DocGenerationFlag).GetUsage(), "FILE`") || slices.Contains([]string{"output", "in-place", "system"}, name) {
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
			if c.HasName("prompt") {
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

// Flags are found by the names as they are written, so none has what the library
// would take out.
func TestNamesOfFlagsAreWhole(t *testing.T) {
	p, _, _ := frametest.Program(t)
	equip(p)
	for _, c := range p.Commands("") {
		for _, f := range c.Flags {
			var written []string
			switch f := f.(type) {
			case *cli.StringFlag:
				written = append([]string{f.Name}, f.Aliases...)
			case *cli.BoolFlag:
				written = append([]string{f.Name}, f.Aliases...)
			case *cli.StringSliceFlag:
				written = append([]string{f.Name}, f.Aliases...)
			}
			if !slices.Equal(written, f.Names()) {
				t.Errorf("%s: a flag of the names %q is written as %q", c.Name, f.Names(), written)
			}
		}
	}
}

func hasFlag(c *cli.Command, name string) bool {
	for _, f := range c.Flags {
		if f.Names()[0] == name {
			return true
		}
	}
	return false
}
