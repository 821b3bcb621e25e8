// Command sizes prints how large the house is: lines of code in its rooms, hints,
// residue in the examples, and the names of package conv.
//
//	go run ./scripts/sizes [DIR]
//
// A line of code bears a token that is not a comment. Tests do not count.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"convo/scripts/must"
)

// rooms are those whose size stands in the table.
var rooms = []string{
	"providers/claudecode", "providers/codex", "providers/opencode", "providers/geminicli",
	"providers/openaichat", "providers/openairesponses", "providers/gemini", "providers/anthropic", "providers/agui",
	"providers", "conv", "commands", "scripts",
}

func main() { must.End("sizes", printSizes) }

func printSizes() {
	if len(os.Args) > 1 {
		must.Do(os.Chdir(os.Args[1]))
	}
	h := house{lines: map[string]int{}, hints: map[string]bool{}, named: map[string]bool{}}
	h.read()
	fmt.Print("| | |\n|---|--:|\n")
	row("code lines", h.lines["."])
	for _, room := range rooms {
		row("code lines of "+room, h.lines[room])
	}
	row("keys of hints", len(h.hints))
	row("lines that touch a hint", h.touched)
	row("residue of the examples, bytes", h.residue)
	out := must.Get(exec.Command("go", "doc", "-short", "./conv").Output())
	row("lines of go doc -short ./conv", strings.Count(string(out), "\n"))
}

func row(what string, n int) { fmt.Printf("| %s | %d |\n", what, n) }

// house is what was counted.
type house struct {
	lines   map[string]int  // of code, by folder and all that it is in
	hints   map[string]bool // by key
	named   map[string]bool // the constants that hold one
	sources []source
	touched int
	residue int
}

type source struct {
	name string
	data []byte
}

// read counts all files that git has.
func (h *house) read() {
	out := must.Get(exec.Command("git", "ls-files", "*.go", "testdata/formats/**/conversation.json").Output())
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		data, err := os.ReadFile(name)
		if os.IsNotExist(err) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		must.Do(err)
		if strings.HasSuffix(name, ".json") {
			h.residue += residueIn(data)
			continue
		}
		h.sources = append(h.sources, source{name, data})
		h.names(name, data)
	}
	for _, s := range h.sources {
		h.count(s)
	}
}

// names finds the constants that hold the key of a hint.
func (h *house) names(name string, data []byte) {
	file := must.Get(parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution))
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			s := s.(*ast.ValueSpec)
			for i, v := range s.Values {
				if lit, ok := v.(*ast.BasicLit); ok && isHint(lit.Value) {
					h.named[s.Names[i].Name] = true
				}
			}
		}
	}
}

// isHint reports whether a literal is the key of a hint: "~form".
func isHint(literal string) bool {
	text, err := strconv.Unquote(literal)
	return err == nil && len(text) > 1 && text[0] == '~' && 'a' <= text[1] && text[1] <= 'z' && !strings.ContainsAny(text, " /")
}

// count counts the lines of a file.
func (h *house) count(s source) {
	files := token.NewFileSet()
	file := files.AddFile(s.name, -1, len(s.data))
	var scan scanner.Scanner
	scan.Init(file, s.data, nil, 0)
	code, touched := map[int]bool{}, map[int]bool{}
	for {
		pos, tok, text := scan.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		from := file.Line(pos)
		for line := range strings.Count(text, "\n") + 1 {
			code[from+line] = true
		}
		switch {
		case tok == token.STRING && isHint(text):
			h.hints[text] = true
			touched[from] = true
		case tok == token.IDENT && h.named[text]:
			touched[from] = true
		}
	}
	h.touched += len(touched)
	h.lines["."] += len(code)
	for dir := filepath.ToSlash(filepath.Dir(s.name)); dir != "."; dir = filepath.ToSlash(filepath.Dir(dir)) {
		h.lines[dir] += len(code)
	}
}

// residueIn is how many bytes the members of all extensions have, without the names of
// their families and without white space.
func residueIn(data json.RawMessage) (size int) {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil {
		for _, x := range list {
			size += residueIn(x)
		}
		return size
	}
	for key, x := range object(data) {
		if key != "extensions" {
			size += residueIn(x)
			continue
		}
		for _, family := range object(x) {
			var text bytes.Buffer
			_ = json.Compact(&text, family)
			size += text.Len()
		}
	}
	return size
}

// object is the members of an object, nil for anything else.
func object(data json.RawMessage) (members map[string]json.RawMessage) {
	_ = json.Unmarshal(data, &members)
	return members
}
