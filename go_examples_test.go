package main_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents are those that readers read.
func documents(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(names, "README.md")
}

// goBlocks are the Go blocks of a document, without their fences.
func goBlocks(markdown string) (blocks []string) {
	for _, rest := range strings.Split(markdown, "\n```go\n")[1:] {
		block, _, _ := strings.Cut(rest, "\n```")
		blocks = append(blocks, block+"\n")
	}
	return blocks
}

func isProgram(block string) bool { return strings.HasPrefix(block, "package main\n") }

// A Go block of a document that is not a program stands in an example that is
// run, line by line.
func TestGoBlocksStandInExamples(t *testing.T) {
	var examples strings.Builder
	for _, dir := range []string{"conv", "providers"} {
		files, _ := filepath.Glob(dir + "/*example*_test.go")
		for _, file := range files {
			examples.WriteString(flush(readText(t, file)))
		}
	}
	found := 0
	for _, name := range documents(t) {
		for _, block := range goBlocks(readText(t, name)) {
			if found++; !isProgram(block) && !strings.Contains(examples.String(), flush(block)) {
				t.Errorf("%s: no example has\n%s", name, block)
			}
		}
	}
	if found == 0 {
		t.Error("no document has a Go block")
	}
	if strings.Contains(examples.String(), flush("messages = append(messages, nobody)\n")) {
		t.Error("anything is found")
	}
}

// flush is a text without indents and empty lines.
func flush(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("\n" + line)
		}
	}
	return b.String() + "\n"
}

// Every name of the packages that a document says is there.
func TestDocumentsNameWhatThereIs(t *testing.T) {
	known := map[string]bool{}
	for _, dir := range []string{"conv", "conv/extension", "conv/format", "conv/note", "providers"} {
		for _, name := range exported(t, dir) {
			known[filepath.Base(dir)+"."+name] = true
		}
	}
	for name := range maps.Clone(known) { // conv.Native is a Dialect
		if method, ok := strings.CutPrefix(name, "conv.Dialect."); ok {
			known["conv.Native."+method] = true
		}
	}
	names := regexp.MustCompile(`\b(?:conv|extension|format|note|providers)\.[A-Z]\w*(?:\.[A-Z]\w*)?`)
	said := 0
	for _, file := range documents(t) {
		for _, name := range names.FindAllString(readText(t, file), -1) {
			if said++; !known[name] {
				t.Errorf("%s: there is no %s", file, name)
			}
		}
	}
	if said < 100 || known["conv.Nothing"] || !known["conv.Meta.ID"] || !known["conv.ToolCall.Decode"] {
		t.Errorf("%d names are said", said)
	}
}

// exported lists the names that a package declares: Name, Type.Field and
// Type.Method.
func exported(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, _ := filepath.Glob(dir + "/*.go")
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			names = append(names, declared(d)...)
		}
	}
	return names
}

func declared(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		receiver := d.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		return []string{fmt.Sprint(receiver) + "." + d.Name.Name}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, name.Name)
				}
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
				if s, ok := spec.Type.(*ast.StructType); ok {
					names = append(names, fields(spec.Name.Name, s)...)
				}
			}
		}
	}
	return names
}

func fields(owner string, s *ast.StructType) (names []string) {
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			names = append(names, owner+"."+name.Name)
		}
	}
	return names
}

// A module outside builds and runs the programs of the documents, without a network. It
// finds all packages and their files with convo replaced by this directory, and with it
// vendored; what is built is that of this module, which a workspace lends it.
func TestModuleOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	server := modelServer(t)
	dir := outside(t)
	work := filepath.Join(t.TempDir(), "go.work")
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, work, fmt.Sprintf("go 1.26.0\n\nuse (\n\t%q\n\t%q\n)\n", filepath.ToSlash(root), filepath.ToSlash(dir)))
	programs := 0
	for _, name := range documents(t) {
		for _, block := range goBlocks(readText(t, name)) {
			if !isProgram(block) {
				continue
			}
			programs++
			at := filepath.Join(dir, fmt.Sprintf("program%d", programs))
			if err := os.Mkdir(at, 0o700); err != nil {
				t.Fatal(err)
			}
			writeText(t, filepath.Join(at, "main.go"), block)
			if out := goIn(t, dir, server, work, "run", "./"+filepath.Base(at)); !strings.Contains(out, "Rivers carry salt into it.") {
				t.Errorf("%s: the program prints\n%s", name, out)
			}
		}
	}
	if programs < 2 {
		t.Errorf("%d programs, want that of README.md and that of from-go.md", programs)
	}
	goIn(t, dir, server, work, "vet", "./...")
	replaced := goIn(t, dir, server, "off", "list", "-mod=mod", "-deps", "./...")
	t.Run("vendored", func(t *testing.T) {
		if err := download(dir, "github.com/tiktoken-go/tokenizer", "github.com/dlclark/regexp2/v2"); err != nil { // which only a build tag needs
			t.Skip("a library is not in the module cache: ", err)
		}
		goIn(t, dir, server, "off", "mod", "vendor")
		if vendored := goIn(t, dir, server, "off", "list", "-mod=vendor", "-deps", "./..."); vendored != replaced {
			t.Errorf("vendored, the programs are made of\n%s\nbut with convo replaced of\n%s", vendored, replaced)
		}
	})
}

// outside is a module that requires convo, as go mod tidy leaves it: with the
// lines of from-go.md, and the libraries of this module.
func outside(t *testing.T) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if lines := readText(t, "docs/from-go.md"); !strings.Contains(lines, "require convo v0.0.0\nreplace convo => ../convo\n") {
		t.Error("from-go.md does not say how to require convo")
	}
	module := strings.Replace(readText(t, "go.mod"), "module convo\n", "module example.com/tides\n", 1)
	writeText(t, filepath.Join(dir, "go.mod"), module+"\nrequire convo v0.0.0\n\nreplace convo => "+filepath.ToSlash(root)+"\n")
	writeText(t, filepath.Join(dir, "go.sum"), readText(t, "go.sum"))
	return dir
}

// download puts libraries into the module cache, unless they are there.
func download(dir string, libraries ...string) error {
	cmd := exec.Command("go", append([]string{"mod", "download"}, libraries...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOWORK=off")
	return cmd.Run()
}

// goIn runs the go command in a directory and a workspace and returns what it prints.
func goIn(t *testing.T, dir, server, work string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command("go", arguments...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK="+work,
		"DEEPSEEK_API_KEY=sk-demo", "DEEPSEEK_BASE_URL="+server+"/v1", "ANTHROPIC_API_KEY=sk-demo", "ANTHROPIC_BASE_URL="+server)
	if err := cmd.Run(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, &out)
	}
	return out.String()
}

// modelServer is a server on this machine that gives one answer in two protocols.
func modelServer(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/chat/completions":
			fmt.Fprint(w, `{"id":"c","object":"chat.completion","created":1,"model":"deepseek-flash","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Rivers carry salt into it."}}]}`)
		case "/v1/messages":
			fmt.Fprint(w, `{"id":"m","type":"message","role":"assistant","model":"claude-sonnet-5","stop_reason":"end_turn","stop_sequence":null,"content":[{"type":"text","text":"Right."}],"usage":{"input_tokens":9,"output_tokens":2}}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}
