package commands

import (
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv"
	"convo/providers"
)

// own are the formats that every command reads without -f.
var own = []string{"convo", "convo-lines", "or", "pi"}

// endsItself are formats in which an answer stands for itself: they hold no
// question.
func endsItself(f *conv.Format) bool {
	return strings.HasSuffix(f.Name, "-response") || strings.HasSuffix(f.Name, "-stream")
}

// Each command reads what each other wrote, in every format: with -f, and our own
// formats without it.
func TestEveryPairOfCommandsAndFormats(t *testing.T) {
	for _, f := range providers.Formats() {
		if f.Write == nil || f.Decode == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			from := []string{"-f", f.Name}
			ways := [][]string{from}
			for _, name := range own {
				if f.Name == name {
					ways = append(ways, nil)
				}
			}
			for writer, text := range written(t, &f) {
				for _, from := range ways {
					for _, reader := range readers(&f) {
						args := append(append([]string{}, reader...), from...)
						out, told, code := runWith(t, text, args...)
						if code != frame.ExitOK || !strings.Contains(out, "answer") && !strings.Contains(out, "question") && reader[0] != "cost" {
							t.Errorf("%s | convo %s: exit %d, %s\n%s\nof\n%s", writer, strings.Join(args, " "), code, told, out, text)
						}
					}
				}
			}
		})
	}
}

// written is what commands write of a conversation in a format, by the command.
func written(t *testing.T, f *conv.Format) map[string]string {
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
func readers(f *conv.Format) [][]string {
	all := [][]string{
		{"transform", "-q"},
		{"transform", "-q", "-t", f.Name},
		{"validate", "-q"},
		{"show"},
		{"cost", "-q", "--unknown", "zero"},
		{"prompt", "-q", "next question"},
		{"find", "question|answer"},
	}
	if !endsItself(f) {
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
