package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/commands/internal/frametest"
	"convo/providers"
)

// Obeyed is text that a terminal would act on, as JSON has it: controls, and
// characters that reorder a line.
const (
	obeyed  = `\u001b[31m\u001b]0;title\u0007\u0000\rX` + "\u007f\u009b31m\u0085\u202e\u202a\u2066\u2069\u200e\u200f\u061cend"
	hostile = `{"convo":1,"title":"@","systemPrompt":"@","messages":[
{"role":"user","name":"@","content":[{"type":"text","text":"@"},{"type":"image","url":"https://h.example/@.png"}]},
{"role":"assistant","provider":"openai","model":"gpt-@","content":[{"type":"thinking","thinking":"@"},{"type":"text","text":"@"},
{"type":"toolCall","id":"c@","name":"t@","arguments":{"@":"@"}}],"stopReason":"toolUse","usage":{"input":1,"output":1}},
{"role":"toolResult","toolCallId":"c@","toolName":"t@","content":[{"type":"text","text":"@"}],"isError":true},
{"role":"assistant","model":"m@","content":[{"type":"text","text":"@"}],"stopReason":"error","errorMessage":"@","usage":{"input":1,"output":1}}],
"tools":[{"name":"t@","description":"@"}],"future@":"@"}`
)

// shownOnTerminal runs convo as if both streams were terminals.
func shownOnTerminal(t *testing.T, terminal bool, args ...string) string {
	t.Helper()
	p, stdout, stderr := frametest.Program(t)
	equip(p)
	p.Args, p.Stdout.Terminal, p.Stderr.Terminal = args, terminal, terminal
	p.Run()
	return stdout() + stderr()
}

// Whatever a command shows of a conversation, in whatever view, a terminal
// does not obey it.
func TestNothingControlsATerminal(t *testing.T) {
	dir := t.TempDir()
	name := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	file := name("h\u202e\u009b.json", strings.ReplaceAll(hostile, "@", obeyed))
	broken := name("b\u202e\x1b.json", "{\"\u202e\u009b\x7f\":1,\x1b")
	tool := name("tools.json", strings.ReplaceAll(`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"@"}]},{"role":"assistant","content":[{"type":"toolCall","id":"c@","name":"t@","arguments":{"@":"@"}}],"stopReason":"toolUse"}]}`, "@", obeyed))
	question := name("question.json", strings.ReplaceAll(`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"@"}]}]}`, "@", obeyed))
	script := name("turns.jsonl", strings.ReplaceAll(`{"text":"@","thinking":"@"}`, "@", obeyed)+"\n")

	runs := [][]string{
		{"prompt", "-n", "x\x1b\u009b\u202e"},
		{"prompt", file, "x"},
		{"reply", "-m", "script:" + script, question},
		{"reply", "-m", "echo:", question},
		{"reply", "-m", "echo:", "-t", "text", question},
		{"reply", "-m", "openai/gpt-5.4\x1b\u202e", question},
		{"reply", "-m", "nobody\x1b\u202e/m", question},
		{"reply", "-m", "openai/gpt-5.4", "--dry-run", question},
		{"transform", broken},
		{"transform", "no\x1b\u202e\u009b.json"},
		{"transform", "--no\x1b\u009b", file},
		{"transform", "--strict", "-t", "openai-chat", file},
		{"transform", "-v", "--for", "anthropic", file},
		{"transform", "-t", "x\x1b\u202e", file},
		{"transform", "-o", dir + "/", "-v", file},
		{"tool list", tool},
		{"tool list", "-t", "json", tool},
		{"tool run", tool},
		{"tool result", "--id", "c\x1b", tool},
		{"detect", file},
		{"detect", broken},
		{"detect", "-t", "json", file},
		{"formats", "x\x1b\u009b"},
		{"models", "x\x1b\u202e"},
		{"schema", "x\x1b\u202e"},
		{"help", "x\x1b\u202e"},
		{"x\x1b\u202e\u009b"},
		{"transform", "--errors", "json", broken},
		{"validate", "--show-source", broken},
		{"diff", "--no-pager", file, question},
		{"diff", "--no-pager", question, file},
		{"diff", "-t", "json", file, question},
		{"diff", "-t", "markdown", file, question},
		{"diff", "-t", "html", file, question},
		{"find", "", file},
		{"find", "-C", "1", "end", file},
		{"find", "-o", "[a-z]+", file, question},
	}
	for _, f := range providers.Formats() {
		runs = append(runs, []string{"transform", "-v", "-t", f.Name, file}, []string{"transform", "--strict", "-t", f.Name, file})
	}
	for _, as := range []string{"text", "json", "sarif", "junit", "github"} {
		runs = append(runs, []string{"validate", "-v", "--show-source", "--for", "anthropic", "-t", as, file})
	}
	for _, as := range []string{"table", "json", "csv", "github"} {
		for _, by := range []string{"model", "turn", "file", "day"} {
			runs = append(runs, []string{"cost", "-v", "--unknown", "warn", "--by", by, "-t", as, file})
		}
	}
	for _, args := range runs {
		words := append(strings.Fields(args[0]), args[1:]...)
		if strings.ContainsAny(args[0], "\x1b") {
			words = args
		}
		for _, color := range []string{"always", "never"} {
			got := shownOnTerminal(t, true, append(words[:len(words):len(words)], "--color", color)...)
			if got == "" {
				t.Errorf("%q shows nothing", args)
			}
			if i := strings.IndexFunc(withoutColors(got), func(r rune) bool { return r != '\n' && r != '\t' && acts(r) }); i >= 0 {
				t.Errorf("%q: a terminal would obey %.40q", args, withoutColors(got)[i:])
			}
		}
	}
}

// What people read is safe wherever it goes, and says so. The marks of direction that
// Arabic and Hebrew are written with stay.
func TestTextForPeopleControlsNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "h.json")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(hostile, "@", obeyed)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, as := range []string{"text", "text-tools"} {
		got := shownOnTerminal(t, false, "transform", "-t", as, file)
		i := strings.IndexFunc(got, func(r rune) bool { return acts(r) && !strings.ContainsRune("\n\t\r\u061c\u200e\u200f", r) })
		if i >= 0 {
			t.Errorf("%s: a terminal would obey %.40q", as, got[i:])
		}
		if !strings.Contains(got, "X\u200e\u200f\u061cend") {
			t.Errorf("%s: text is lost: %q", as, got)
		}
		if said := shownOnTerminal(t, false, "transform", "-v", "-t", as, file); !strings.Contains(said, "dropped escape sequences of a terminal") {
			t.Errorf("%s: says nothing", as)
		}
	}
}

// In a pipe, data keeps every byte.
func TestPipesKeepEveryByte(t *testing.T) {
	file := filepath.Join(t.TempDir(), "h.json")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(hostile, "@", obeyed)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"transform", "-q", file},
		{"transform", "-q", "-t", "openai-chat", file},
		{"cost", "-t", "csv", "--by", "model", "--unknown", "warn", file},
		{"cost", "-t", "json", "--unknown", "warn", file},
	} {
		if got := shownOnTerminal(t, false, args...); !strings.Contains(got, "\u007f\u009b31m\u0085\u202e\u202a\u2066\u2069\u200e\u200f\u061cend") {
			t.Errorf("%q changes data: %q", args, got)
		}
	}
}

func acts(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || strings.ContainsRune("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r)
}

// withoutColors leaves out the colours that convo itself writes.
func withoutColors(s string) string {
	return strings.NewReplacer("\x1b[34;1m", "", "\x1b[32m", "", "\x1b[33m", "", "\x1b[0m", "", "\x1b[2m", "",
		"\x1b[31m", "", "\x1b[1m", "", "\x1b[34m", "", "\x1b[35m", "", "\x1b[36m", "", "\x1b[31;1m", "", "\x1b[32;1m", "", "\x1b[33;1m", "", "\x1b[36;1m", "", "\x1b[31;9m", "", "\x1b[2;3m", "").Replace(s)
}

// What is shown to people is safe in a pipe and a file as well: git diff and pagers pass
// it on to a terminal.
func TestViewsControlNothingInAPipe(t *testing.T) {
	dir := t.TempDir()
	file, other := filepath.Join(dir, "h.json"), filepath.Join(dir, "other.json")
	for name, text := range map[string]string{file: obeyed, other: "plain"} {
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(hostile, "@", text)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"show"},
		{"show", "--tools", "full", "--thinking", "full"},
		{"show", "--color", "always"},
		{"diff", other},
		{"diff", "--full", other},
		{"diff", "-t", "markdown", other},
		{"diff", "-o", filepath.Join(dir, "out.txt"), other},
		{"diff", "-o", filepath.Join(dir, "out.md"), other},
		{"find", ""},
		{"find", "-C", "2", "end"},
		{"find", "-o", "e.*d"},
		{"find", "-c", "-i", "END"},
	} {
		got := shownOnTerminal(t, false, append(args[:len(args):len(args)], file)...)
		if len(args) > 2 && args[1] == "-o" && args[0] == "diff" {
			data, err := os.ReadFile(args[2])
			if err != nil {
				t.Fatal(err)
			}
			got = string(data)
		}
		if got == "" {
			t.Errorf("%q shows nothing", args)
		}
		if i := strings.IndexFunc(withoutColors(got), func(r rune) bool { return r != '\n' && r != '\t' && acts(r) }); i >= 0 {
			t.Errorf("%q: a terminal would obey %.40q", args, withoutColors(got)[i:])
		}
	}
}
