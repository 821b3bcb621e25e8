package frame_test

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

func TestPanicIsABug(t *testing.T) {
	p, stdout, stderr := frametest.Program(t)
	p.Args = []string{"transform"}
	p.Commands = func(string) []*cli.Command { panic("boom") }
	if code := p.Run(); code != 70 {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasPrefix(stderr(), "convo: bug: boom\nconvo: hint: please report this") || stdout() != "" {
		t.Errorf("stderr %q, stdout %q", stderr(), stdout())
	}
}

// The library gets nothing to misread: whatever is made of a command line
// comes out of it as it was meant.
func TestArrangedForTheLibrary(t *testing.T) {
	p, _, stderr := frametest.Program(t)
	var operands, vars []string
	cmd := &cli.Command{
		Name: "x",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "to", Aliases: []string{"t"}},
			&cli.StringSliceFlag{Name: "var", Aliases: []string{"V"}},
			&cli.BoolFlag{Name: "strict"},
		},
		Action: func(ctx *cli.Context) error {
			operands, vars = ctx.Args().Slice(), ctx.StringSlice("var")
			return nil
		},
	}
	p.Commands = func(string) []*cli.Command { return []*cli.Command{cmd} }
	p.Args = []string{"x", "help", "-V", "a=1,b=2", "strict", "-V", `{"x":[1,2]}`, "--", "-t", "-"}
	if code := p.Run(); code != frame.ExitOK {
		t.Fatalf("exit code %d: %s", code, stderr())
	}
	if d := cmp.Diff([]string{"help", "strict", "-t", "-"}, operands); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"a=1,b=2", `{"x":[1,2]}`}, vars); d != "" {
		t.Error(d)
	}
}

// silence is a stdin that says nothing until something is so, and then ends.
func silence(t *testing.T, p *frame.Program, until func() bool) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	p.Stdin = r
	go func() {
		for !until() {
			time.Sleep(5 * time.Millisecond)
		}
		w.Close()
	}()
}

func TestWaitOnATerminalIsErased(t *testing.T) {
	p, _, stderr := frametest.Program(t)
	p.Stderr.Terminal = true
	silence(t, p, func() bool { return stderr() != "" })
	if _, err := io.ReadAll(p.StdinReader()); err != nil {
		t.Fatal(err)
	}
	if got := stderr(); got != "convo: waiting for input on stdin\r\x1b[K" {
		t.Errorf("%q", got)
	}
}

func TestShortWaitIsSilent(t *testing.T) {
	p, _, stderr := frametest.Program(t)
	silence(t, p, func() bool { return true })
	if _, err := io.ReadAll(p.StdinReader()); err != nil {
		t.Fatal(err)
	}
	if got := stderr(); got != "" {
		t.Errorf("%q", got)
	}
}
