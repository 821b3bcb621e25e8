package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every console block of the README is run as it stands there: lines after
// "$ " are commands, the others what they print, on both streams.
func TestREADME(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	bin, dir := t.TempDir(), t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	examples := consoleExamples(string(readme))
	if len(examples) == 0 {
		t.Fatal("the README shows nothing")
	}
	for _, e := range examples {
		cmd := exec.Command("bash", "-c", e.command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, _ := cmd.CombinedOutput()
		if got := string(out); got != e.output {
			t.Errorf("$ %s\ngot:\n%s\nthe README says:\n%s", e.command, got, e.output)
		}
	}
}

type example struct{ command, output string }

// consoleExamples takes a document's console blocks apart.
func consoleExamples(markdown string) (all []example) {
	blocks := strings.Split(markdown, "\n```")
	for i := 1; i < len(blocks); i += 2 {
		body, isConsole := strings.CutPrefix(blocks[i], "console\n")
		if !isConsole {
			continue
		}
		for line := range strings.Lines(body + "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, example{command: strings.TrimSuffix(command, "\n")})
			} else if len(all) > 0 {
				all[len(all)-1].output += line
			}
		}
	}
	return all
}

func TestConsoleExamples(t *testing.T) {
	got := consoleExamples("a\n\n```sh\n$ no\n```\n\n```console\n$ one\n1\n1\n$ two\n$ three | 3\n3\n```\n\n$ no\n```console\n$ four\n```\n")
	want := []example{{"one", "1\n1\n"}, {"two", ""}, {"three | 3", "3\n"}, {"four", ""}}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("example %d: got %q, want %q", i, got[i], want[i])
		}
	}
}
