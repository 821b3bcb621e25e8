package commands

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// The tables of names follow the constants of package format, none left out.
func TestNamesFollowTheConstants(t *testing.T) {
	for _, test := range []struct {
		file, first, suffix string
		names               []string
	}{
		{"capabilities.go", "TextBlock", "Block", blockNames},
		{"capabilities.go", "DataSource", "Source", sourceNames},
		{"capabilities.go", "Developer", "", featureNames},
		{"capabilities.go", "Model", "", paramNames},
		{"capabilities.go", "Whole", "", scopeNames},
		{"capabilities.go", "AnySignature", "Signature", signatureNames},
		{"format.go", "DocumentUnit", "Unit", unitNames},
	} {
		var want []string
		for _, name := range constantsFrom(t, "../conv/format/"+test.file, test.first) {
			want = append(want, lowered(strings.TrimSuffix(name, test.suffix)))
		}
		if !slices.Equal(test.names, want) {
			t.Errorf("%s and on: %q, want %q", test.first, test.names, want)
		}
	}
}

// lowered is a constant's name with a small first letter: URL is url.
func lowered(s string) string {
	if strings.ToUpper(s) == s {
		return strings.ToLower(s)
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// constantsFrom is the names of the const group that begins with first.
func constantsFrom(t *testing.T, file, first string) []string {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST || g.Specs[0].(*ast.ValueSpec).Names[0].Name != first {
			continue
		}
		var names []string
		for _, s := range g.Specs {
			for _, n := range s.(*ast.ValueSpec).Names {
				names = append(names, n.Name)
			}
		}
		return names
	}
	t.Fatalf("%s: no constants from %s on", file, first)
	return nil
}

// Every phrase is that of a name, and every kind of signature has one.
func TestPhrasesFollowTheNames(t *testing.T) {
	all := slices.Concat(blockNames, sourceNames, featureNames, paramNames)
	for _, named := range namedPhrases {
		if !slices.Contains(all, named.name) {
			t.Errorf("%s is no name", named.name)
		}
	}
	if len(signaturePhrases) != len(signatureNames) {
		t.Errorf("%d phrases for %d kinds of signatures", len(signaturePhrases), len(signatureNames))
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"systemPrompt": "system prompt", "messageID": "message id", "responseIDs": "response ids",
		"text": "text", "endUser": "end user",
	} {
		if got := words(in); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}
