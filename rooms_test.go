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

// room is one row of the house's table: which directories it is and what
// its files may import. Patterns are those of path.Match.
type room struct {
	name    string
	dirs    []string
	ours    []string // packages of this module, without "convo/"
	library []string // prefixes of other modules
	pure    bool     // of the standard library, only what touches nothing outside
	never   []string // prefixes, whatever else is allowed
}

// conversing is what every room that handles conversations may use.
var conversing = []string{"conv", "conv/*"}

// rooms is the house. The first row that matches a directory is its room.
var rooms = []room{
	{name: "main", dirs: []string{"."}, ours: []string{"commands"}, never: []string{"net"}},
	{
		name:    "commands",
		dirs:    []string{"commands"},
		ours:    append([]string{"providers", "providers/catalog"}, conversing...),
		library: []string{"github.com/urfave/cli/v2", "github.com/mattn/go-isatty", "golang.org/x/term", "github.com/google/renameio/v2", "github.com/gofrs/flock"},
		never:   []string{"net/http", "github.com/tidwall/gjson"},
	},
	{name: "providers", dirs: []string{"providers"}, ours: append([]string{"providers/*", "providers/internal/*"}, conversing...), pure: true},
	{name: "providers/internal/protocol", dirs: []string{"providers/internal/protocol"}, ours: conversing, pure: true},
	{name: "providers/internal/wire", dirs: []string{"providers/internal/wire"}, ours: []string{"conv/sse"}, library: []string{"github.com/hashicorp/go-retryablehttp"}},
	{name: "providers/internal/cassette", dirs: []string{"providers/internal/cassette"}, ours: []string{"conv/rawjson", "providers/internal/wire"}, pure: true},
	{name: "providers/internal/roomtest", dirs: []string{"providers/internal/roomtest"}, ours: append([]string{"scripts/equal/body"}, conversing...), library: []string{"github.com/google/go-cmp"}},
	{name: "a format", dirs: []string{"providers/*"}, ours: append([]string{"providers/internal/protocol"}, conversing...), pure: true},
	{name: "conv", dirs: []string{"conv"}, ours: []string{"conv/rawjson", "conv/sse", "conv/media", "conv/schema", "conv/shape", "conv/redact"}, pure: true},
	{name: "conv/lint", dirs: []string{"conv/lint"}, ours: []string{"conv", "conv/rawjson", "conv/media", "conv/schema", "conv/shape", "conv/redact"}, pure: true},
	{name: "conv/record", dirs: []string{"conv/record"}, ours: []string{"conv", "conv/rawjson", "conv/media", "conv/schema", "conv/shape"}, pure: true},
	{name: "conv/redact", dirs: []string{"conv/redact"}, ours: []string{"conv/rawjson"}, pure: true},
	{name: "conv/rawjson", dirs: []string{"conv/rawjson"}, library: []string{"github.com/tidwall/gjson"}, pure: true},
	{name: "conv/sse", dirs: []string{"conv/sse"}, library: []string{"github.com/tmaxmax/go-sse"}, pure: true},
	{name: "conv/media", dirs: []string{"conv/media"}, library: []string{"github.com/gabriel-vasile/mimetype"}, pure: true},
	{name: "conv/tokens", dirs: []string{"conv/tokens"}, library: []string{"github.com/tiktoken-go/tokenizer"}, pure: true},
	{name: "conv/schema", dirs: []string{"conv/schema"}, ours: []string{"conv/rawjson"}, library: []string{"github.com/google/jsonschema-go"}, pure: true},
	{name: "conv/shape", dirs: []string{"conv/shape"}, ours: []string{"conv/rawjson"}, pure: true},
	{name: "scripts", dirs: []string{"scripts/*", "scripts/*/*"}, ours: []string{"*", "*/*", "*/*/*"}, library: []string{""}},
}

// impure is the standard library that reaches outside the process.
var impure = []string{"os", "net", "log", "flag", "syscall", "plugin", "runtime/debug", "runtime/pprof", "io/ioutil", "testing", "expvar"}

// pureAfterAll are exceptions from impure.
var pureAfterAll = []string{"net/url", "net/netip"}

// clocksAndPrints are the calls that a pure room may not make.
var clocksAndPrints = []string{
	"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.Tick",
	"fmt.Print", "fmt.Printf", "fmt.Println",
}

func TestEveryFileStandsInARoomAndImportsWhatTheRoomAllows(t *testing.T) {
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
		{"conv/lint/x.go", `package lint; import "convo/conv"`, ``},
		{"conv/lint/x.go", `package lint; import "convo/providers"`, `conv/lint may not import "convo/providers"`},
		{"conv/rawjson/x.go", `package rawjson; import "convo/conv"`, `conv/rawjson may not import "convo/conv"`},
		{"conv/rawjson/x.go", `package rawjson; import "github.com/tidwall/gjson"`, ``},
		{"providers/a/x.go", `package a; import "convo/providers/b"`, `a format may not import "convo/providers/b"`},
		{"providers/a/x.go", `package a; import "github.com/tidwall/gjson"`, `a format may not import "github.com/tidwall/gjson"`},
		{"providers/a/x.go", `package a; import ("convo/conv"; "convo/conv/rawjson"; "strings")`, ``},
		{"providers/x.go", `package providers; import "flag"`, `providers may not import "flag"`},
		{"providers/internal/wire/x.go", `package wire; import "convo/conv"`, `providers/internal/wire may not import "convo/conv"`},
		{"providers/internal/wire/x.go", `package wire; import "net/http"`, ``},
		{"commands/x.go", `package commands; import "net/http"`, `commands may not import "net/http"`},
		{"commands/x.go", `package commands; import "convo/providers/anthropic"`, `commands may not import "convo/providers/anthropic"`},
		{"main.go", `package main; import "convo/conv"`, `main may not import "convo/conv"`},
		{"utils/x.go", `package utils`, `utils/x.go: stands in no room`},
		{"conv/deep/er/x.go", `package er`, `conv/deep/er/x.go: stands in no room`},
		{"scripts/x/x.go", `package main; import "net/http"`, ``},
	} {
		problems := strings.Join(inspect(t, c.name, c.source), "; ")
		if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
			t.Errorf("%s, %s: got %q, want %q", c.name, c.source, problems, c.want)
		}
	}
}

// inspect names what is wrong with one file. A nil source reads it.
func inspect(t *testing.T, name string, source any) (problems []string) {
	t.Helper()
	r := roomOf(path.Dir(name))
	if r == nil {
		return []string{name + ": stands in no room"}
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
