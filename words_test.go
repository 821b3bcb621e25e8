package main_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWords compares what the program can say with testdata/words.txt: every
// string of more than one word, a package at a time. One diff of that file
// shows all that a change says differently.
func TestWords(t *testing.T) {
	const golden = "testdata/words.txt"
	got := allWords(t)
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("the program says something else; make golden, then read the diff of %s:\n%s", golden, d)
	}
}

// allWords is the text of the golden file.
func allWords(t *testing.T) []byte {
	said := map[string][]string{}
	for _, name := range saying(t) {
		dir := path.Dir(name)
		for _, s := range sentences(t, name, nil) {
			said[dir] = append(said[dir], s.text)
		}
	}
	var b bytes.Buffer
	for _, dir := range sortedKeys(said) {
		fmt.Fprintf(&b, "== %s\n", dir)
		slices.Sort(said[dir])
		for _, text := range slices.Compact(said[dir]) {
			fmt.Fprintf(&b, "%s\n", strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    "))
		}
	}
	return b.Bytes()
}

// saying lists the files whose strings a user can see.
func saying(t *testing.T) []string {
	return slices.DeleteFunc(goFiles(t, "."), func(name string) bool {
		return strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "scripts/") || strings.Contains(name, "/roomtest/")
	})
}

// sentence is a string of the source with more than one word.
type sentence struct {
	text string
	at   string // file:line
}

var twoWords = regexp.MustCompile(`[A-Za-z%)}"'] +[A-Za-z%({"']`)

// sentences lists the strings of more than one word in a file, those joined
// by + as one. A nil source reads the file.
func sentences(t *testing.T, name string, source any) (all []sentence) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := literal(e)
		if !ok {
			return true
		}
		if twoWords.MatchString(text) {
			all = append(all, sentence{text, name + ":" + strconv.Itoa(set.Position(n.Pos()).Line)})
		}
		return false
	})
	return all
}

// literal is the text of a string literal, or of several joined by +, with …
// for what is not a literal.
func literal(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, _ = strconv.Unquote(e.Value)
		return text, true
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		left, hasLeft := literal(e.X)
		right, hasRight := literal(e.Y)
		if !hasLeft && !hasRight {
			return "", false
		}
		if !hasLeft {
			left = "…"
		}
		if !hasRight {
			right = "…"
		}
		return left + right, true
	}
	return "", false
}

// hard are the turns of phrase that a stranger reads twice, and what to write
// instead.
var hard = []struct{ pattern, instead string }{
	{`\b(is|are|was|were|has|have) none (of|that)\b`, `"is not", "no … has"`},
	{`\b\w+ that (is|are) none\b`, `"… is not a …"`},
	{`\blook not\b|\basks? nobody\b|\bknow(s)? not\b`, `"skip", "do not …"`},
	{`\bthat there (is|are)\b`, `"known …"`},
	{`\b(is|are|was|were|be) told( of)?\b`, `"report"`},
	{`\btells? of\b`, `"report", "show"`},
	{`\S\s+members?\b`, `"field"`}, // but for a function of that name
	{`[^t]\s+behind\b`, `"after"`}, // but "left behind"
	{`\b(is|are) no [a-z]+ (of|that)\b`, `"is not a …"`},
	{`\bwherewith|whereof|wherein|thereof|therein\b`, `plain words`},
}

// TestWordsArePlain finds what nobody should have to read twice, in strings
// and in comments.
func TestWordsArePlain(t *testing.T) {
	for _, name := range saying(t) {
		for _, s := range append(sentences(t, name, nil), comments(t, name)...) {
			for _, h := range hard {
				if found := regexp.MustCompile(h.pattern).FindString(s.text); found != "" {
					t.Errorf("%s: %q: write %s: %s", s.at, found, h.instead, strings.Join(strings.Fields(s.text), " "))
				}
			}
		}
	}
}

// comments lists the comments of a file.
func comments(t *testing.T, name string) (all []sentence) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Comments {
		all = append(all, sentence{group.Text(), name + ":" + strconv.Itoa(set.Position(group.Pos()).Line)})
	}
	return all
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
