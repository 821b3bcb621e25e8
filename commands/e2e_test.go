//go:build e2e

package commands

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestEndToEnd runs testdata/e2e against a server that is not ours. CONVO_AIMOCK
// is the file of its program, for node; `make e2e` installs and names it, and
// sets the tag. A script finds its address in $SERVER.
func TestEndToEnd(t *testing.T) {
	program := os.Getenv("CONVO_AIMOCK")
	if program == "" {
		t.Fatal("CONVO_AIMOCK names no server; see make e2e")
	}
	testscript.Run(t, testscript.Params{
		Dir:  "../testdata/e2e",
		Cmds: scriptCommands,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SERVER", startMock(t, program))
			return nil
		},
	})
}

// startMock starts a server with our answers on a port of its own, until the
// test ends. Each script has one, for answers may depend on what came before.
func startMock(t *testing.T, program string) string {
	t.Helper()
	cmd := exec.Command("node", program, "-p", "0", "-f", "../scripts/e2e/fixtures.json", "--strict")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address := regexp.MustCompile(`listening on (http://\S+)`)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := address.FindStringSubmatch(lines.Text()); found != nil {
			go func() {
				for lines.Scan() { // else it would wait for us to read
				}
			}()
			return found[1]
		}
	}
	t.Fatal("the server did not start")
	return ""
}
