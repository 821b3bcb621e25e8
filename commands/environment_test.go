package commands

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/providers/catalog"
)

// fromLibraries are variables that libraries read for convo.
var fromLibraries = []string{"TMPDIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// help environment lists the variables that the code reads, and no others.
func TestEnvironmentIsListed(t *testing.T) {
	read := slices.Clone(fromLibraries)
	for _, file := range sources(t) {
		read = append(read, variablesRead(t, file)...)
	}
	var listed []string
	for _, group := range variables {
		for _, row := range group.rows {
			listed = append(listed, row[0])
		}
	}
	for _, name := range read {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is read, but not in help environment", name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(read, name) {
			t.Errorf("%s is in help environment, but nothing reads it", name)
		}
	}
	text := strings.Fields(environmentText())
	for _, vendor := range catalog.Vendors() {
		v, _, err := catalog.Find(vendor)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Concat(v.KeyVars, v.AddressVars()) {
			if !slices.Contains(text, name) {
				t.Errorf("%s of %s is not in help environment", name, vendor)
			}
		}
	}
}

// sources are the files of the program. A test that only reads them needs no race detector.
func sources(t *testing.T) (files []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("reads files")
	}
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "scripts" || d.Name() == "catalog" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && filepath.ToSlash(name) != "../commands/environment.go":
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	reads    = regexp.MustCompile(`(?i)(getenv|lookupenv)\(`)
	constant = regexp.MustCompile(`(?i)(getenv|lookupenv)\("`)
	variable = regexp.MustCompile(`^([A-Z][A-Z0-9]+(_[A-Z0-9]+)*|(Local)?AppData)$`)
)

// variablesRead are the variables that a file reads: those that stand in a
// call and, where a call has no constant, all names of variables in the file.
func variablesRead(t *testing.T, name string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte("env(")) && !bytes.Contains(text, []byte("Env(")) {
		return nil // most files; the expressions take longer
	}
	calls, constants := len(reads.FindAll(text, -1)), len(constant.FindAll(text, -1))
	if calls == 0 {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		value, _ := strconv.Unquote(lit.Value)
		in := calls > constants || regexp.MustCompile(`(?i)(getenv|lookupenv)\(`+regexp.QuoteMeta(lit.Value)).Match(text)
		if in && variable.MatchString(value) {
			names = append(names, value)
		}
		return true
	})
	return names
}
