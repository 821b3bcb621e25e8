package main_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the examples and tables of the documents")

// Every console block of README.md and docs/ runs as a reader would paste it:
// one shell a document, in a directory with testdata/demo. Lines after "$ "
// are commands, the others what they print on both streams.
func TestREADME(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tutorials, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(tutorials, "README.md") {
		t.Run(filepath.Base(name), func(t *testing.T) { testExamples(t, name, bin) })
	}
}

func testExamples(t *testing.T, name, bin string) {
	text := readText(t, name)
	examples := consoleExamples(text)
	if len(examples) == 0 {
		t.Fatal("no examples")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata", "demo"), os.DirFS(filepath.Join("testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	got := outputs(t, dir, bin, examples)
	if *update {
		writeText(t, name, withOutputs(text, examples, got))
		return
	}
	for i, e := range examples {
		if got[i] != e.output {
			t.Errorf("$ %s\ngot:\n%s\n%s says:\n%s\ngo test -run TestREADME -update . writes what is printed", e.command, got[i], name, e.output)
		}
	}
}

// outputs runs the commands in one shell and returns what each printed. The
// environment has no key and no setting of whoever runs the test.
func outputs(t *testing.T, dir, bin string, examples []example) []string {
	t.Helper()
	const end = "\x1e"
	var script strings.Builder
	for _, e := range examples {
		fmt.Fprintf(&script, "%s\nprintf '\\036'\n", e.command)
	}
	var out bytes.Buffer
	cmd := exec.Command("bash", "-c", script.String())
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	cmd.Env = []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir()}
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	printed := strings.Split(strings.TrimSuffix(out.String(), end), end)
	if len(printed) != len(examples) {
		t.Fatalf("%d of %d commands ran:\n%s", len(printed), len(examples), &out)
	}
	return printed
}

// example is a command and its output, which begins at an offset of the
// document.
type example struct {
	command, output string
	at              int
}

// consoleExamples finds the commands of a document's console blocks. A command
// goes on after a line that ends in | or \.
func consoleExamples(markdown string) (all []example) {
	inside, unfinished, offset := false, false, 0
	for line := range strings.Lines(markdown) {
		offset += len(line)
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			inside, unfinished = line == "```console\n", false
			continue
		case !inside:
			continue
		case isCommand:
			all = append(all, example{command: command, at: offset})
		case unfinished:
			all[len(all)-1].command += line
			all[len(all)-1].at = offset
		case len(all) > 0:
			all[len(all)-1].output += line
		}
		unfinished = (isCommand || unfinished) && (strings.HasSuffix(line, "|\n") || strings.HasSuffix(line, "\\\n"))
	}
	for i := range all {
		all[i].command = strings.TrimSuffix(all[i].command, "\n")
	}
	return all
}

// withOutputs is a document with other outputs.
func withOutputs(text string, examples []example, outputs []string) string {
	for i := len(examples) - 1; i >= 0; i-- {
		e := examples[i]
		text = text[:e.at] + outputs[i] + text[e.at+len(e.output):]
	}
	return text
}

func readText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestConsoleExamples(t *testing.T) {
	document := "a\n\n```sh\n$ no\n```\n\n```console\n$ one\n1\n1\n$ two\n$ three |\n    3 \\\n    4\n3\n```\n\n$ no\n```console\n$ four\n```\n"
	examples := consoleExamples(document)
	if got, want := transcript(examples), "one: 1\n1\n; two: ; three |\n    3 \\\n    4: 3\n; four: "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	changed := consoleExamples(withOutputs(document, examples, []string{"5\n", "6\n7\n", "", "8\n"}))
	if got, want := transcript(changed), "one: 5\n; two: 6\n7\n; three |\n    3 \\\n    4: ; four: 8\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func transcript(examples []example) string {
	var all []string
	for _, e := range examples {
		all = append(all, e.command+": "+e.output)
	}
	return strings.Join(all, "; ")
}
