package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The race detector finds something only where goroutines run. make test runs it
// where they are started, in the code or in a test, and nowhere else: it costs ten
// times the time of a test.
func TestRaceDetectorRunsWhereGoroutinesStart(t *testing.T) {
	got := slices.Concat(listed(t, "ONCE"), listed(t, "SHORT"))
	var want []string
	for _, name := range goFiles(t, ".") {
		dir := path.Dir(name)
		if dir == "." {
			continue // whose tests start a server for programs that are built without the detector
		}
		tests, _ := filepath.Glob(dir + "/*_test.go")
		if len(tests) > 0 && !slices.Contains(want, "./"+dir) && len(goroutines(t, name, nil)) > 0 {
			want = append(want, "./"+dir)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("ONCE and SHORT are\n%s\nbut goroutines start in\n%s", strings.Join(got, " "), strings.Join(want, " "))
	}
}

// listed is a list of packages in the Makefile.
func listed(t *testing.T, name string) []string {
	t.Helper()
	list := regexp.MustCompile(`(?m)^` + name + ` +:= (.*)$`).FindStringSubmatch(readText(t, "Makefile"))
	if list == nil {
		t.Fatalf("the Makefile has no %s", name)
	}
	return strings.Fields(list[1])
}

// What runs once, with -short and the race detector, leaves no case out.
func TestNothingIsLeftOut(t *testing.T) {
	for _, dir := range listed(t, "ONCE") {
		tests, _ := filepath.Glob(dir + "/*_test.go")
		for _, name := range tests {
			if text := readText(t, name); strings.Contains(text, "testing.Short()") || strings.Contains(text, "!race") {
				t.Errorf("%s leaves cases out: its package belongs to SHORT", name)
			}
		}
	}
}

func TestGoroutinesAreFound(t *testing.T) {
	for source, want := range map[string]int{
		"go f()":                    1,
		"all.Go(f)":                 1,
		"t.Parallel()":              1,
		"time.AfterFunc(1, f)":      1,
		"context.AfterFunc(ctx, f)": 1,
		"httptest.NewServer(f)":     1,
		"http.Serve(l, f)":          1,
		"f(); x.Gone(f)":            0,
		"for range 2 { defer func() { go f() }() }": 1,
	} {
		if got := goroutines(t, "x.go", "package x; func f() { "+source+" }"); len(got) != want {
			t.Errorf("%s: %v", source, got)
		}
	}
}

// starters are the functions that start goroutines, by their last name.
var starters = []string{"Go", "Parallel", "AfterFunc", "NewServer", "NewTLSServer", "Serve"}

// goroutines lists the places in a file that start goroutines. A nil source reads
// the file.
func goroutines(t *testing.T, name string, source any) (found []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, files.Position(n.Pos()).String())
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(starters, called.Sel.Name) {
				found = append(found, files.Position(n.Pos()).String())
			}
		}
		return true
	})
	return found
}
