package commands

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv/format"
	"convo/providers"
)

// own are the formats that every command reads without -f.
var own = []string{"convo", "convo-lines", "or", "pi"}

// endsItself are formats in which an answer stands for itself: they hold no
// question.
func endsItself(f *format.Format) bool {
	return f.Capabilities.Scope == format.Answer || strings.HasSuffix(f.Name, "-stream")
}

// Each command reads what each other wrote, in every format: with -f, our own
// formats without it, and others unless convo asks for -f. What convo only reads,
// others wrote. With -short, every eighth format.
func TestEveryPairOfCommandsAndFormats(t *testing.T) {
	for i, f := range providers.Formats() {
		if testing.Short() && i%8 != 0 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			all := map[string]string{}
			if f.Write != nil {
				all = written(t, &f)
			} else {
				all["others"] = example(t, &f)
			}
			if f.Decode == nil {
				return
			}
			for writer, text := range all {
				file := filepath.Join(t.TempDir(), "same")
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				reading(t, &f, writer, text, []string{"diff", "-q", file, "-"})
				for _, reader := range readers(&f) {
					reading(t, &f, writer, text, reader)
				}
				if neutral, _, _ := runWith(t, text, "transform", "-q", "-f", f.Name); strings.Contains(neutral, `"role":"user"`) {
					reading(t, &f, writer, text, []string{"reply", "-q", "-m", "echo:"})
				}
			}
		})
	}
}

// reading checks that a command reads a text in a format.
func reading(t *testing.T, f *format.Format, writer, text string, reader []string) {
	t.Helper()
	named := append(slices.Clone(reader), "-f", f.Name)
	out, told, code := runWith(t, text, named...)
	says := f.Write == nil || strings.Contains(out, "answer") || strings.Contains(out, "question")
	if code != frame.ExitOK || !says && !slices.Contains(silent, reader[0]) {
		t.Errorf("%s | convo %s: exit %d, %s\n%s\nof\n%s", writer, strings.Join(named, " "), code, told, out, text)
	}
	bare, told, code := runWith(t, text, reader...)
	asks := code == frame.ExitUnreadable && strings.Contains(told, "-f ") || f.Detect == nil
	switch timed := reader[0] == "prompt" || reader[0] == "reply"; {
	case code == frame.ExitOK && (bare == out || timed):
	case slices.Contains(own, f.Name), !asks:
		t.Errorf("%s | convo %s: exit %d, %s\n%s\nnot\n%s\nof\n%s", writer, strings.Join(reader, " "), code, told, bare, out, text)
	}
}

// silent are commands that do not print what was said.
var silent = []string{"cost", "diff", "tool"}

// example is a whole conversation in a format that convo only reads: one that
// convo would go on with.
func example(t *testing.T, f *format.Format) string {
	t.Helper()
	files, _ := filepath.Glob("../testdata/formats/" + f.Name + "/*/input.*")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		neutral, _, code := runWith(t, string(text), "transform", "-q", "-f", f.Name)
		if code != frame.ExitOK {
			continue
		}
		if _, _, code := runWith(t, string(text), "reply", "-q", "-m", "echo:", "-f", f.Name); code == frame.ExitPending && strings.Contains(neutral, `"role":"user"`) {
			continue // a call waits for its result
		}
		if _, _, code := runWith(t, string(text), "validate", "-q", "-f", f.Name); code == frame.ExitOK {
			return string(text)
		}
	}
	t.Fatal("no example that is whole")
	return ""
}

// written is what commands write of a conversation in a format, by the command.
func written(t *testing.T, f *format.Format) map[string]string {
	asked := "one question"
	answered, _, _ := runWith(t, "", "prompt", "-n", "-s", "Be brief.", asked)
	answered, told, code := runWith(t, answered, "reply", "-q", "-m", "echo:")
	if code != frame.ExitOK {
		t.Fatal(told)
	}
	commands := map[string][]string{
		"transform": {"transform", "-q", "-t", f.Name},
		"prompt":    {"prompt", "-q", "-t", f.Name, "another question"},
		"reply":     nil,
	}
	if endsItself(f) {
		delete(commands, "prompt")
	}
	if f.Name == "text" {
		delete(commands, "reply") // it prints the answer alone
	}
	all := map[string]string{}
	for name, args := range commands {
		text := answered
		if name == "reply" {
			text, _, _ = runWith(t, "", "prompt", "-n", asked)
			args = []string{"reply", "-q", "-m", "echo:", "-t", f.Name}
		}
		out, told, code := runWith(t, text, args...)
		if code != frame.ExitOK {
			t.Errorf("convo %s: exit %d, %s", strings.Join(args, " "), code, told)
		}
		all[name] = out
	}
	if !endsItself(f) {
		all["prompt alone"], _, _ = runWith(t, "", "prompt", "-n", "-t", f.Name, asked)
	}
	return all
}

// readers are commands that read a conversation and say something of it.
func readers(f *format.Format) [][]string {
	all := [][]string{
		{"transform", "-q"},
		{"validate", "-q"},
		{"show"},
		{"cost", "-q", "--unknown", "zero"},
		{"prompt", "-q", "next question"},
		{"find", "."},
		{"tool", "list", "-q"},
	}
	if f.Write != nil {
		all = append(all, []string{"transform", "-q", "-t", f.Name})
	}
	if f.Write != nil && !endsItself(f) {
		all = append(all, []string{"prompt", "-q", "-t", f.Name, "next question"})
	}
	return all
}

// runWith runs a command in this process, with a text on stdin.
func runWith(t *testing.T, stdin string, args ...string) (stdout, stderr string, code frame.ExitCode) {
	t.Helper()
	p, out, told := frametest.Program(t)
	equip(p)
	p.Args = args
	if _, err := p.Stdin.WriteString(stdin); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Stdin.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	code = p.Run()
	return out(), told(), code
}

// The program sees the first line before the rest, and names the format of each example as its
// folder does.
func TestDetectNamesTheFormatOfLines(t *testing.T) {
	files, _ := filepath.Glob("../testdata/formats/*/*/input.jsonl")
	for _, file := range files {
		name := filepath.Base(filepath.Dir(filepath.Dir(file)))
		if out, told, _ := runWith(t, "", "detect", file); !strings.Contains(out, name+" (") {
			t.Errorf("%s: read as %s%s", file, out, told)
		}
	}
}
