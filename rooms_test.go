package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// room is a row of the table: its directories and what their files may
// import. Patterns are those of path.Match. CONTRIBUTING.md shows the table.
type room struct {
	name    string
	holds   string // what it is for, in a line
	dirs    []string
	ours    []string // packages of this module, without "convo/"
	library []string // prefixes of other modules
	pure    bool     // no files, network, clock, environment or logging
	never   []string // prefixes that stay forbidden
}

// conversing is what every room that handles conversations may use.
var conversing = []string{"conv", "conv/*"}

// below is what every room may use that does something to conversations.
var below = []string{"conv", "conv/extension", "conv/note", "conv/format", "conv/rawjson", "conv/media", "conv/schema", "conv/shape", "conv/redact", "conv/tokens"}

// rooms is the table. The first row that matches a directory is its room.
var rooms = []room{
	{
		name: "main.go", holds: "the call of `commands.Main`",
		dirs: []string{"."}, ours: []string{"commands"}, never: []string{"net"},
	},
	command("commands", "one file per command: its flags and its help", "commands/internal/*", "providers/catalog"),
	{
		name: "commands/internal/terminal", holds: "what people see: streams, widths, colours, words of a shell",
		dirs: []string{"commands/internal/terminal"}, library: []string{"golang.org/x/sys"},
	},
	{
		name: "commands/internal/disk", holds: "what files are to the system: locks, changes that last, compression",
		dirs: []string{"commands/internal/disk"}, ours: []string{"conv/rawjson"}, library: []string{"golang.org/x/sys"},
	},
	command("commands/internal/frame", "the program: arguments, errors, exit codes, signals, input, output"),
	command("commands/internal/frametest", "what the tests of commands share", "commands/internal/frame"),
	command("commands/internal/pipe", "conversations on their way through a command", "commands/internal/frame"),
	command("commands/internal/request", "the parameters of a request, from flags", "commands/internal/frame"),
	command("commands/internal/prices", "lists of prices, read and refreshed", "commands/internal/frame", "providers/catalog"),
	command("commands/internal/chat", "asking a model: replies, tools, journal, budget", "commands/internal/frame", "commands/internal/pipe", "commands/internal/request", "commands/internal/prices", "providers/catalog"),
	command("commands/internal/turn", "building a message: text, files, templates, tools", "commands/internal/frame", "commands/internal/pipe", "commands/internal/request"),
	command("commands/internal/findings", "the findings of validate and their reports", "commands/internal/frame", "commands/internal/pipe"),
	command("commands/internal/meter", "the sums of cost, its limits and reports", "commands/internal/frame", "commands/internal/pipe", "commands/internal/prices", "providers/catalog"),
	command("commands/internal/agents", "the sessions of agents on this machine: lists, names, places", "commands/internal/frame", "commands/internal/pipe", "commands/internal/prices", "commands/internal/meter", "providers/catalog"),
	command("commands/internal/schemas", "the JSON Schemas of what convo reads and writes", "commands/internal/agents", "commands/internal/findings", "commands/internal/frame", "commands/internal/meter", "commands/internal/pipe"),
	command("commands/internal/completion", "what a word of a command line can become, for shells", "commands/internal/agents", "commands/internal/findings", "commands/internal/frame", "commands/internal/pipe", "commands/internal/request", "providers/catalog"),
	command("commands/internal/screen", "conversations for people at a terminal", "commands/internal/frame", "commands/internal/pipe"),
	{name: "commands/internal/stack", holds: "the stack of a run, taken in one piece", dirs: []string{"commands/internal/stack"}, pure: true},
	{
		name: "providers", holds: "the table of formats; asking a model",
		dirs: []string{"providers"}, ours: append([]string{"providers/*", "providers/internal/*"}, conversing...), pure: true,
	},
	{
		name: "providers/internal/protocol", holds: "how the servers of a format are called",
		dirs: []string{"providers/internal/protocol"}, ours: conversing, pure: true,
	},
	{
		name: "providers/internal/wire", holds: "HTTP: requests, streams, retries",
		dirs: []string{"providers/internal/wire"}, ours: []string{"conv/sse"}, library: []string{"github.com/hashicorp/go-retryablehttp"},
	},
	{
		name: "providers/internal/environment", holds: "the variables of the process, for calls from Go that hand in none",
		dirs: []string{"providers/internal/environment"},
	},
	{
		name: "providers/internal/cassette", holds: "recorded requests and their answers",
		dirs: []string{"providers/internal/cassette"}, ours: []string{"conv/rawjson", "providers/internal/wire"}, pure: true,
	},
	{
		name: "providers/internal/roomtest", holds: "what the tests of formats share",
		dirs: []string{"providers/internal/roomtest"}, ours: append([]string{"scripts/equal/body"}, conversing...), library: []string{"github.com/google/go-cmp"},
	},
	{
		name: "providers/catalog", holds: "vendors, models and prices, as data",
		dirs: []string{"providers/catalog"}, ours: append([]string{"providers/internal/protocol"}, conversing...), pure: true,
	},
	guest("openaifinetune", "openaichat"),
	guest("hfmessages", "openaichat"),
	guest("codex", "openairesponses"),
	guest("claudecode", "anthropic"),
	guest("geminicli", "gemini"),
	guest("qwencode", "gemini"),
	guest("cline", "anthropic"),
	guest("openaiagents", "openairesponses"),
	{
		name: "providers/<format>", holds: "one foreign shape: recognise it, read it, write it",
		dirs: []string{"providers/*"}, ours: append([]string{"providers/internal/protocol"}, conversing...), pure: true,
	},
	{
		name: "conv", holds: "the neutral model: messages, blocks, events, JSON",
		dirs: []string{"conv"}, ours: []string{"conv/extension", "conv/note", "conv/rawjson", "conv/media"}, pure: true,
	},
	{
		name: "conv/note", holds: "the notes of a conversion: what was lost, what was changed",
		dirs: []string{"conv/note"}, ours: []string{"conv/rawjson"}, pure: true,
	},
	{
		name: "conv/extension", holds: "what the model lacks, kept for each family of formats",
		dirs: []string{"conv/extension"}, ours: []string{"conv/rawjson"}, pure: true,
	},
	{
		name: "conv/format", holds: "what a format is: what it holds, how it is recognised, what its servers require",
		dirs: []string{"conv/format"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/rawjson", "conv/sse", "conv/shape"}, pure: true,
	},
	{
		name: "conv/lint", holds: "finding what is wrong with a conversation: the rules and their engine",
		dirs: []string{"conv/lint"}, ours: append([]string{"conv/fit", "conv/adapt"}, below...), pure: true,
	},
	{
		name: "conv/edit", holds: "what people ask for: trim, redact, show the structure",
		dirs: []string{"conv/edit"}, ours: append([]string{"conv/fit", "conv/adapt"}, below...), pure: true,
	},
	{
		name: "conv/adapt", holds: "what servers and models demand of a conversation",
		dirs: []string{"conv/adapt"}, ours: append([]string{"conv/fit", "conv/training"}, below...), pure: true,
	},
	{
		name: "conv/fit", holds: "doing without what a format cannot hold",
		dirs: []string{"conv/fit"}, ours: append([]string{"conv/ansi", "conv/record"}, below...), pure: true,
	},
	{
		name: "conv/session", holds: "session files: trees of entries, a line each",
		dirs: []string{"conv/session"}, ours: []string{"conv", "conv/extension", "conv/format", "conv/note", "conv/rawjson", "conv/record"}, pure: true,
	},
	{
		name: "conv/record", holds: "one description of a foreign object: its shape, reader and writer",
		dirs: []string{"conv/record"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/format", "conv/rawjson", "conv/media", "conv/schema", "conv/shape"}, pure: true,
	},
	{
		name: "conv/training", holds: "what data sets say of a conversation, whatever their format",
		dirs: []string{"conv/training"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/fit", "conv/format", "conv/media", "conv/rawjson", "conv/record"}, pure: true,
	},
	{
		name: "conv/parts", holds: "messages built of what libraries keep part by part",
		dirs: []string{"conv/parts"}, ours: []string{"conv", "conv/extension", "conv/format", "conv/note", "conv/media", "conv/rawjson", "conv/record", "conv/sse"}, pure: true,
	},
	{
		name: "conv/markup", holds: "Markdown as models write it, for those who show it",
		dirs: []string{"conv/markup"}, pure: true,
	},
	{
		name: "conv/ansi", holds: "the text of programs that wrote for a terminal",
		dirs: []string{"conv/ansi"}, pure: true,
	},
	{
		name: "conv/code", holds: "the tokens of source text, for those who colour it",
		dirs: []string{"conv/code"}, pure: true,
	},
	{
		name: "conv/diff", holds: "what differs between two conversations",
		dirs: []string{"conv/diff"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/format", "conv/rawjson", "conv/view"}, pure: true,
	},
	{
		name: "conv/view", holds: "what there is to say of a conversation in few words",
		dirs: []string{"conv/view"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/format", "conv/rawjson"}, pure: true,
	},
	{
		name: "conv/pick", holds: "choosing conversations: which are the same, which are meant",
		dirs: []string{"conv/pick"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/format", "conv/rawjson", "conv/view"}, pure: true,
	},
	{
		name: "conv/redact", holds: "finding secrets, user names and addresses in text",
		dirs: []string{"conv/redact"}, ours: []string{"conv", "conv/extension", "conv/note", "conv/format", "conv/rawjson"}, pure: true,
	},
	{
		name: "conv/rawjson", holds: "reading and writing JSON text",
		dirs: []string{"conv/rawjson"}, library: []string{"github.com/tidwall/gjson"}, pure: true,
	},
	{
		name: "conv/sse", holds: "server-sent events",
		dirs: []string{"conv/sse"}, pure: true,
	},
	{
		name: "conv/media", holds: "MIME types",
		dirs: []string{"conv/media"}, pure: true,
	},
	{
		name: "conv/tokens", holds: "tokenizers, and estimates without one",
		dirs: []string{"conv/tokens"}, ours: []string{"conv"}, library: []string{"github.com/tiktoken-go/tokenizer"}, pure: true,
	},
	{
		name: "conv/schema", holds: "JSON Schema",
		dirs: []string{"conv/schema"}, ours: []string{"conv/rawjson"}, pure: true,
	},
	{
		name: "conv/shape", holds: "the shape that a JSON text must have, and its flaws",
		dirs: []string{"conv/shape"}, ours: []string{"conv/rawjson"}, pure: true,
	},
	{
		name: "scripts", holds: "programs for developers; those with heavy libraries are modules of their own",
		dirs: []string{"scripts/*", "scripts/*/*"}, ours: []string{"*", "*/*", "*/*/*"}, library: []string{""},
	},
}

// guest is the room of a format whose lines carry messages of a protocol: it
// may import that protocol's room, and no other format's.
func guest(name, protocol string) room {
	return room{
		name: "providers/" + name, holds: "a format whose lines carry messages of `" + protocol + "`",
		dirs: []string{"providers/" + name},
		ours: append([]string{"providers/internal/protocol", "providers/" + protocol}, conversing...), pure: true,
	}
}

// command is a room of the command line, which may use all that handles
// conversations, and the rooms that are named. Only the frame and the
// commands, which describe their flags, know the flag library.
func command(dir, holds string, ours ...string) room {
	r := room{name: dir, holds: holds, dirs: []string{dir}, ours: slices.Concat(ours, []string{"commands/internal/terminal", "commands/internal/disk", "providers"}, conversing), never: []string{"net/http"}}
	switch dir {
	case "commands", "commands/internal/completion":
		r.library = []string{"github.com/urfave/cli/v2"}
	case "commands/internal/frame":
		r.library = []string{"github.com/urfave/cli/v2", "github.com/mattn/go-isatty"}
	}
	return r
}

// impure is the standard library that reaches outside the process.
var impure = []string{"os", "net", "log", "flag", "syscall", "plugin", "runtime/debug", "runtime/pprof", "io/ioutil", "testing", "expvar"}

// pureAfterAll are the packages below them that do not.
var pureAfterAll = []string{"net/url", "net/netip"}

// clocksAndPrints are the calls that a pure room may not make.
var clocksAndPrints = []string{
	"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.Tick",
	"fmt.Print", "fmt.Printf", "fmt.Println",
}

func TestFilesImportWhatTheirRoomAllows(t *testing.T) {
	for _, name := range goFiles(t, ".") {
		for _, problem := range inspect(t, name, nil) {
			t.Error(problem)
		}
	}
}

func TestRoomsAreEnforced(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"conv/x.go", `package conv; import "os"`, `conv may not import "os"`},
		{"conv/x.go", `package conv; import "net/url"`, ``},
		{"conv/x.go", `package conv; import "convo/providers"`, `conv may not import "convo/providers"`},
		{"conv/x.go", `package conv; import "time"; var now = time.Now()`, `conv may not call time.Now`},
		{"conv/x.go", `package conv; import "fmt"; func f() { fmt.Println() }`, `conv may not call fmt.Println`},
		{"conv/x_test.go", `package conv; import "os"`, ``},
		{"conv/x.go", `package conv; import "convo/conv/lint"`, `conv may not import "convo/conv/lint"`},
		{"conv/x.go", `package conv; import "convo/conv/redact"`, `conv may not import "convo/conv/redact"`},
		{"conv/x.go", `package conv; import "convo/conv/format"`, `conv may not import "convo/conv/format"`},
		{"conv/format/x.go", `package format; import "convo/conv"`, ``},
		{"conv/format/x.go", `package format; import "convo/conv/fit"`, `conv/format may not import "convo/conv/fit"`},
		{"conv/fit/x.go", `package fit; import "convo/conv/adapt"`, `conv/fit may not import "convo/conv/adapt"`},
		{"conv/fit/x.go", `package fit; import "convo/conv/record"`, ``},
		{"conv/record/x.go", `package record; import "convo/conv/fit"`, `conv/record may not import "convo/conv/fit"`},
		{"conv/adapt/x.go", `package adapt; import "convo/conv/fit"`, ``},
		{"conv/adapt/x.go", `package adapt; import "convo/conv/edit"`, `conv/adapt may not import "convo/conv/edit"`},
		{"conv/edit/x.go", `package edit; import "convo/conv/lint"`, `conv/edit may not import "convo/conv/lint"`},
		{"conv/lint/x.go", `package lint; import "convo/conv"`, ``},
		{"conv/lint/x.go", `package lint; import "convo/providers"`, `conv/lint may not import "convo/providers"`},
		{"conv/rawjson/x.go", `package rawjson; import "convo/conv"`, `conv/rawjson may not import "convo/conv"`},
		{"conv/rawjson/x.go", `package rawjson; import "github.com/tidwall/gjson"`, ``},
		{"providers/a/x.go", `package a; import "convo/providers/b"`, `providers/<format> may not import "convo/providers/b"`},
		{"providers/a/x.go", `package a; import "github.com/tidwall/gjson"`, `providers/<format> may not import "github.com/tidwall/gjson"`},
		{"providers/a/x.go", `package a; import ("convo/conv"; "convo/conv/rawjson"; "strings")`, ``},
		{"providers/openaifinetune/x.go", `package openaifinetune; import "convo/providers/openaichat"`, ``},
		{"providers/openaifinetune/x.go", `package openaifinetune; import "convo/providers/anthropic"`, `providers/openaifinetune may not import "convo/providers/anthropic"`},
		{"providers/openaichat/x.go", `package openaichat; import "convo/providers/openaifinetune"`, `providers/<format> may not import "convo/providers/openaifinetune"`},
		{"providers/x.go", `package providers; import "flag"`, `providers may not import "flag"`},
		{"providers/internal/wire/x.go", `package wire; import "convo/conv"`, `providers/internal/wire may not import "convo/conv"`},
		{"providers/internal/wire/x.go", `package wire; import "net/http"`, ``},
		{"commands/x.go", `package commands; import "net/http"`, `commands may not import "net/http"`},
		{"commands/x.go", `package commands; import "convo/providers/anthropic"`, `commands may not import "convo/providers/anthropic"`},
		{"commands/internal/frame/x.go", `package frame; import "convo/commands/internal/pipe"`, `commands/internal/frame may not import "convo/commands/internal/pipe"`},
		{"commands/internal/pipe/x.go", `package pipe; import "github.com/urfave/cli/v2"`, `commands/internal/pipe may not import "github.com/urfave/cli/v2"`},
		{"commands/internal/chat/x.go", `package chat; import "convo/commands/internal/pipe"`, ``},
		{"main.go", `package main; import "convo/conv"`, `main.go may not import "convo/conv"`},
		{"utils/x.go", `package utils`, `utils/x.go: is in no room`},
		{"conv/deep/er/x.go", `package er`, `conv/deep/er/x.go: is in no room`},
		{"main.go", `package main; import "convo/conv"`, `main.go may not import "convo/conv"`},
		{"utils/x.go", `package utils`, `utils/x.go: is in no room`},
		{"conv/deep/er/x.go", `package er`, `conv/deep/er/x.go: is in no room`},
		{"scripts/x/x.go", `package main; import "net/http"`, ``},
	} {
		problems := strings.Join(inspect(t, c.name, c.source), "; ")
		if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
			t.Errorf("%s, %s: got %q, want %q", c.name, c.source, problems, c.want)
		}
	}
}

// The libraries that the project is fixed to. Without one of them in use,
// go mod tidy takes it out of go.mod.
var fixedLibraries = []string{"github.com/urfave/cli/v2", "github.com/tidwall/gjson", "github.com/mattn/go-isatty"}

// A room names no library that go.mod lacks, and the fixed ones stay.
func TestRoomsNameLibrariesOfTheModule(t *testing.T) {
	required := map[string]bool{}
	for line := range strings.Lines(readText(t, "go.mod")) {
		if fields := strings.Fields(line); len(fields) == 2 && strings.Contains(fields[0], ".") {
			required[fields[0]] = true
		}
	}
	for _, library := range fixedLibraries {
		if !required[library] {
			t.Errorf("go.mod does not require %s", library)
		}
	}
	for i := range rooms {
		for _, library := range rooms[i].library {
			if library != "" && !required[library] {
				t.Errorf("%s: go.mod does not require %s", rooms[i].name, library)
			}
		}
	}
}

// inspect names what is wrong with one file. A nil source reads it.
func inspect(t *testing.T, name string, source any) (problems []string) {
	t.Helper()
	r := roomOf(path.Dir(name))
	if r == nil {
		return []string{name + ": is in no room"}
	}
	if strings.HasSuffix(name, "_test.go") {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if !r.mayImport(imported) {
			problems = append(problems, fmt.Sprintf("%s: %s may not import %q", name, r.name, imported))
		}
	}
	if r.pure {
		for _, call := range forbiddenCalls(file) {
			problems = append(problems, fmt.Sprintf("%s: %s may not call %s", name, r.name, call))
		}
	}
	return problems
}

func roomOf(dir string) *room {
	for i := range rooms {
		if matchesAny(rooms[i].dirs, dir) {
			return &rooms[i]
		}
	}
	return nil
}

func (r *room) mayImport(imported string) bool {
	if underAny(r.never, imported) {
		return false
	}
	if ours, ok := strings.CutPrefix(imported, "convo/"); ok {
		return matchesAny(r.ours, ours)
	}
	first, _, _ := strings.Cut(imported, "/")
	if strings.Contains(first, ".") {
		return underAny(r.library, imported)
	}
	return !r.pure || slices.Contains(pureAfterAll, imported) || !underAny(impure, imported)
}

// forbiddenCalls lists the uses of clocks and prints, by their package's name.
func forbiddenCalls(file *ast.File) (calls []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := selector.X.(*ast.Ident); ok {
			if call := pkg.Name + "." + selector.Sel.Name; slices.Contains(clocksAndPrints, call) {
				calls = append(calls, call)
			}
		}
		return true
	})
	return calls
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// underAny tells whether one of the paths is imported or a parent of it.
// "" is the parent of all.
func underAny(paths []string, imported string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		return p == "" || imported == p || strings.HasPrefix(imported, p+"/")
	})
}

// goFiles lists the Go files of this module under root: not those of nested
// modules, test data, or what was built.
func goFiles(t *testing.T, root string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && apart(name):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".go"):
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func apart(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || dir == "bin" || dir == "dist" || strings.HasPrefix(base, ".") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
