package main_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	_ "convo/commands" // with all that it links
)

// No package of convo works before main: each run pays for that, whatever the
// command. Tables are compiled in, or made on first use.
func TestNothingIsMadeAtStart(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, trace)
	}
	const stack = "convo/commands/internal/stack" // allowed: it saves more than it costs
	packages, stacked := 0, 0
	for line := range strings.Lines(string(trace)) {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "init "), " ")
		packages++
		if name == stack && strings.Contains(line, " 0 bytes, 0 allocs") {
			stacked = packages
			continue
		}
		if strings.HasPrefix(name, "convo/") {
			t.Errorf("%s works at start-up: a variable of the package is made by a call; make it on first use, with sync.Once", line)
		}
	}
	if packages < 20 || stacked == 0 || stacked > 6 {
		t.Errorf("%d packages were traced; the stack is taken as number %d, want it before others grow it", packages, stacked)
	}
}
