package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/commands"
)

// Every command and every topic has a page, which man shows without a warning,
// with each flag as it is typed.
func TestPagesRender(t *testing.T) {
	dir := t.TempDir()
	write(dir, "2026-11-23")
	for _, p := range commands.Manual() {
		name := filepath.Join(dir, "man1", p.Name+".1")
		if p.Topic {
			name = filepath.Join(dir, "man7", p.Name+".7")
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(source), "\n.SH \"NAME\"\n") {
			t.Errorf("%s has no name", name)
		}
		shown, ok := rendered(t, name)
		if !ok {
			continue
		}
		for _, group := range p.Options {
			for _, o := range group.Options {
				if line := strings.Join(o.Spellings, ", "); !strings.Contains(shown, line) {
					t.Errorf("%s does not show %s", name, line)
				}
			}
		}
		// Tables and examples stay as help has them.
		for line := range strings.Lines(p.Text) {
			if text := strings.TrimSpace(line); strings.HasPrefix(line, "  ") && !strings.Contains(shown, text) {
				t.Errorf("%s does not show %q", name, text)
			}
		}
	}
}

// rendered is a page as a terminal of 80 columns shows it; false without man.
func rendered(t *testing.T, name string) (string, bool) {
	t.Helper()
	if _, err := exec.LookPath("man"); err != nil {
		return "", false
	}
	cmd := exec.Command("man", "-l", "--warnings", name)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=80", "MANOPT=", "MANPAGER=cat", "GROFF_NO_SGR=1")
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil || problems.Len() > 0 {
		t.Errorf("%s: %v: %s", name, err, problems.String())
	}
	text := plain(string(out))
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%s: a line of %d columns: %s", name, n, line)
		}
	}
	return text, true
}

// plain drops what a printer would strike twice.
func plain(text string) string {
	var out []rune
	for _, r := range text {
		if r == '\b' {
			out = out[:len(out)-1]
			continue
		}
		out = append(out, r)
	}
	return string(out)
}

func TestTextIsNoMacro(t *testing.T) {
	w := &writer{}
	w.line(".so /etc/passwd")
	w.line(`'a\n-b`)
	w.macro("SS", `a "b"`)
	const want = "\\&.so /etc/passwd\n\\(aqa\\en\\-b\n.SS \"a \\(dqb\\(dq\"\n"
	if got := w.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPagesAreTheSameTwice(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for _, dir := range []string{first, second} {
		write(dir, "")
	}
	names, _ := filepath.Glob(filepath.Join(first, "*", "*"))
	if len(names) < 20 {
		t.Fatalf("%d pages", len(names))
	}
	for _, name := range names {
		rel, _ := filepath.Rel(first, name)
		a, _ := os.ReadFile(name)
		b, _ := os.ReadFile(filepath.Join(second, rel))
		if !slices.Equal(a, b) {
			t.Errorf("%s differs", rel)
		}
	}
}
