package commands

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/commands/internal/frametest"

	"github.com/urfave/cli/v2"
)

var (
	// commandLine is convo with a command, up to what ends it in a shell or in
	// a sentence.
	commandLine = regexp.MustCompile(`\bconvo ((?:tool )?[a-z]+)((?: +[^\s|;&<>()` + "`" + `]*[^\s|;&<>().,:` + "`" + `])*)`)
	flagWord    = regexp.MustCompile(`^--?[a-z][a-z-]*`)
)

// What help, hints, rules and documents show as a command of convo is one: it
// can be pasted, and its flags exist.
func TestCommandsInWordsExist(t *testing.T) {
	p, _, _ := frametest.Program(t)
	equip(p)
	said := map[string][]string{}
	for _, name := range append(sources(t), "environment.go") {
		said[name] = literals(t, name)
	}
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(documents, "../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		said[name] = []string{string(text)}
	}
	checked := 0
	for name, texts := range said {
		for _, text := range texts {
			for _, found := range commandLine.FindAllStringSubmatch(text, -1) {
				c := p.Command(found[1])
				if second := strings.Fields(found[2]); len(second) > 0 {
					c = cmp.Or(p.Command(found[1]+" "+second[0]), c)
				}
				if c == nil {
					continue // a sentence about convo
				}
				for _, word := range strings.Fields(found[2]) {
					if word == "or" || word == "convo" {
						break
					}
					flag := flagWord.FindString(word)
					if flag == "" || flag == "--help" || flag == "-h" {
						continue
					}
					if checked++; !knowsFlag(c, flag) {
						t.Errorf("%s: convo %s has no %s: %s", name, c.Name, flag, found[0])
					}
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("only %d flags were found", checked)
	}
}

// knowsFlag reports whether a command has a flag as it is typed, or each of a
// cluster of letters.
func knowsFlag(c *cli.Command, typed string) bool {
	word := strings.TrimLeft(typed, "-")
	has := func(name string) bool {
		return slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	}
	if has(word) || strings.HasPrefix(typed, "--") {
		return has(word)
	}
	for _, letter := range word {
		if !has(string(letter)) {
			return false
		}
	}
	return true
}

// literals are the strings of a file.
func literals(t *testing.T, name string) (all []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			value, _ := strconv.Unquote(lit.Value)
			all = append(all, value)
		}
		return true
	})
	return all
}
