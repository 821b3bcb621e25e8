package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"convo/providers"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// testProgram is a program whose streams are files, with what stdout and
// stderr got.
func testProgram(t *testing.T) (p *program, stdout, stderr func() string) {
	t.Helper()
	dir := t.TempDir()
	open := func(name string) (*os.File, func() string) {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f, func() string {
			b, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
	p = &program{
		getenv:   func(string) string { return "" },
		terminal: func(*os.File) bool { return false },
	}
	p.stdin, _ = open("stdin")
	p.stdout, stdout = open("stdout")
	p.stderr, stderr = open("stderr")
	return p, stdout, stderr
}

// The exit codes are a promise: scripts compare numbers.
func TestExitCodesAreFrozen(t *testing.T) {
	want := map[int]string{
		0: "ok", 1: "other", 2: "usage", 3: "unreadable", 4: "invalid", 5: "loss", 6: "incomplete",
		7: "schema", 8: "budget", 9: "pending", 10: "auth", 11: "rejected", 12: "offline", 13: "partial",
		70: "bug", 75: "temporary", 130: "interrupted", 141: "closed", 143: "terminated",
	}
	got := map[int]string{}
	for _, row := range exitTable {
		got[int(row.code)] = row.code.String()
		if row.code.retryable() != (row.code == 75) {
			t.Errorf("%d: retryable is %v", row.code, row.code.retryable())
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestPanicIsABug(t *testing.T) {
	p, stdout, stderr := testProgram(t)
	p.args = []string{"transform"}
	p.terminal = func(*os.File) bool { panic("boom") }
	if code := p.run(); code != exitBug {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasPrefix(stderr(), "convo: bug: boom\nconvo: hint: please report this") || stdout() != "" {
		t.Errorf("stderr %q, stdout %q", stderr(), stdout())
	}
}

func TestColor(t *testing.T) {
	for _, test := range []struct {
		name, flag string
		env        map[string]string
		tty, want  bool
	}{
		{"terminal", "auto", nil, true, true},
		{"pipe", "auto", nil, false, false},
		{"NO_COLOR", "auto", map[string]string{"NO_COLOR": "1"}, true, false},
		{"NO_COLOR beats FORCE_COLOR", "auto", map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, true, false},
		{"FORCE_COLOR", "auto", map[string]string{"FORCE_COLOR": "1"}, false, true},
		{"FORCE_COLOR=0", "auto", map[string]string{"FORCE_COLOR": "0"}, true, false},
		{"dumb", "auto", map[string]string{"TERM": "dumb"}, true, false},
		{"the flag beats NO_COLOR", "always", map[string]string{"NO_COLOR": "1"}, false, true},
		{"the flag beats the terminal", "never", nil, true, false},
	} {
		p := &program{getenv: func(key string) string { return test.env[key] }}
		if got := p.colored(test.tty, test.flag); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestPrinter(t *testing.T) {
	const in = `{"a":{},"b":[],"c":[1,true,{"d\"":"x, {y} \\"}],"e":null}` + "\n"
	const want = `{
  "a": {},
  "b": [],
  "c": [
    1,
    true,
    {
      "d\"": "x, {y} \\"
    }
  ],
  "e": null
}
`
	for size := 1; size <= len(in); size++ {
		var b strings.Builder
		p := &printer{style: style{pretty: true}, out: &b}
		for rest := in; rest != ""; {
			n := min(size, len(rest))
			if m, err := p.Write([]byte(rest[:n])); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Fatalf("in pieces of %d: %s", size, d)
		}
	}
}

func TestPrinterColorsWithoutLayout(t *testing.T) {
	var b strings.Builder
	p := &printer{style: style{color: true}, out: &b}
	if _, err := p.Write([]byte(`{"a":[1]}`)); err != nil {
		t.Fatal(err)
	}
	want := "{" + colorKey + `"a"` + colorOff + ":[" + colorScalar + "1" + colorOff + "]}"
	if got := b.String(); got != want {
		t.Errorf("%q", got)
	}
}

// A terminal gets no control characters, in however many pieces they come.
func TestPrinterEscapesControls(t *testing.T) {
	const in = "[\"\u007f\u009b31m\u00e9\u00a0\u0080\",\"\u0080\\\\\"]"
	for _, raw := range []bool{true, false} {
		want := in
		if !raw {
			want = "[\"\\u007f\\u009b31m\u00e9\u00a0\\u0080\",\"\\u0080\\\\\"]"
		}
		for size := 1; size <= len(in); size++ {
			var b strings.Builder
			p := &printer{style: style{raw: raw}, out: &b}
			for rest := []byte(in); len(rest) > 0; {
				n := min(size, len(rest))
				_, _ = p.Write(rest[:n])
				rest = rest[n:]
			}
			if got := b.String(); got != want {
				t.Fatalf("raw %v, in pieces of %d: %q, want %q", raw, size, got, want)
			}
		}
	}
}

// slowReader answers after a while.
type slowReader struct{ wait time.Duration }

func (r slowReader) Read(b []byte) (int, error) {
	time.Sleep(r.wait)
	return copy(b, "{}"), nil
}

func TestWaitingIsSaidOnce(t *testing.T) {
	begun, ended := 0, 0
	w := &waitingReader{r: slowReader{0}, begin: func() func() { begun++; return func() { ended++ } }}
	for range 3 {
		if _, err := w.Read(make([]byte, 9)); err != nil {
			t.Fatal(err)
		}
	}
	if begun != 1 || ended != 1 {
		t.Errorf("begun %d, ended %d", begun, ended)
	}
}

func TestWaitOnATerminalIsErased(t *testing.T) {
	p, _, stderr := testProgram(t)
	p.terminal = func(f *os.File) bool { return f == p.stderr }
	end := p.sayWaiting()
	time.Sleep(waitOnTerminal + 300*time.Millisecond)
	if got := stderr(); got != "convo: waiting for input on stdin" {
		t.Errorf("after a while: %q", got)
	}
	end()
	if got := stderr(); !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("when data came: %q", got)
	}
}

func TestShortWaitIsSilent(t *testing.T) {
	p, _, stderr := testProgram(t)
	p.sayWaiting()()
	if got := stderr(); got != "" {
		t.Errorf("%q", got)
	}
}

func TestSpoolBeyondMemory(t *testing.T) {
	s := &spool{}
	defer s.close()
	part := strings.Repeat("x", spoolMemory/2-1)
	for range 5 {
		if _, err := s.Write([]byte(part + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if s.file == nil {
		t.Error("all is in memory")
	}
	var b strings.Builder
	if err := s.copyTo(&b); err != nil || b.String() != strings.Repeat(part+"\n", 5) {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
}

// Every command has help, an example and flags that say what they do.
func TestCommandsExplainThemselves(t *testing.T) {
	p, _, _ := testProgram(t)
	for _, c := range p.commands() {
		if c.Usage == "" || c.UsageText == "" || !strings.Contains(c.Description, "examples:\n  convo "+c.Name) {
			t.Errorf("%s lacks a usage or an example", c.Name)
		}
		letters := map[string]bool{}
		for _, f := range c.Flags {
			for _, n := range f.Names() {
				if letters[n] {
					t.Errorf("%s: %s is two flags", c.Name, n)
				}
				letters[n] = true
			}
			if groupOf(f) == "" || f.(cli.DocGenerationFlag).GetUsage() == "" {
				t.Errorf("%s: %s is not explained", c.Name, f.Names()[0])
			}
		}
		fitsInColumns(t, commandHelp(c))
	}
	fitsInColumns(t, overview(p.commands()))
	fitsInColumns(t, formatsTable(providers.Kinds()))
	for _, topic := range topics() {
		fitsInColumns(t, topic.text())
	}
}

func fitsInColumns(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 79 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}
