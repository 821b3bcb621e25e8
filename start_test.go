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
	packages := 0
	for line := range strings.Lines(string(trace)) {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "init "), " ")
		packages++
		if strings.HasPrefix(name, "convo/") {
			t.Errorf("%s works at start-up: go build -gcflags=-S shows its init", line)
		}
	}
	if packages < 20 {
		t.Errorf("%d packages were traced", packages)
	}
}
