// Command systems checks the types of all packages and their tests as on other
// systems. It reads all sources, so that nothing is compiled for a system; make
// dist builds for each.
//
//	systems windows/amd64 darwin/arm64
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	for _, system := range os.Args[1:] {
		fmt.Println("check", system)
		if err := check(system); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// check returns all errors of the packages below the working directory. Those of
// libraries do not count: without the bodies of functions, imports are unused.
func check(system string) error {
	goos, goarch, _ := strings.Cut(system, "/")
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	all, err := packages.Load(&packages.Config{
		Mode:  packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true,
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if f != nil && !strings.HasPrefix(name, here+string(filepath.Separator)) {
				empty(f)
			}
			return f, err
		},
	}, "./...")
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return errors.New(system + ": no packages")
	}
	var found []error
	for _, p := range all {
		if strings.HasSuffix(p.PkgPath, ".test") {
			continue // the main function of the tests, made by go
		}
		for _, e := range p.Errors {
			found = append(found, fmt.Errorf("%s: %w", system, e))
		}
	}
	return errors.Join(found...)
}

// empty leaves the bodies of functions out: the types of a library do not depend
// on them.
func empty(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body.List = nil
		}
	}
}
