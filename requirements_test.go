package main_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// requirementNumbers lists every number of the five specifications in order, then
// those of what they promise together: SX about contexts, SM about messages in Go,
// SG about calls from Go, SC about what a model sees of a history, SL about
// messages alone, one a line, SA about AG-UI as others write it, SK about small
// things, SH about hazards, S16 about sessions of coding agents. SS is about where
// agents keep sessions, S16C about sessions of Claude Code, S16M about
// sessions that go from one agent to another. S17G is
// about getting convo and getting on with it. S17L is about looking at
// conversations: comparing, finding, asking.
//
// S16T is about tools of agents, S17H about pages, SE about exports of chat programs.
func requirementNumbers() (numbers []string) {
	for _, s := range []struct {
		specification string
		stated        int
		behaviours    string
	}{
		{"0", 15, "abc"},
		{"1", 24, "abc"},
		{"2", 31, "abcd"},
		{"3", 16, "abc"},
		{"4", 18, "ab"},
		{"X", 11, ""},
		{"M", 8, ""},
		{"G", 9, ""},
		{"C", 7, ""},
		{"L", 13, ""},
		{"A", 15, ""},
		{"K", 9, ""},
		{"H", 20, ""},
		{"16", 12, ""},
		{"S", 5, ""},
		{"16C", 7, ""},
		{"16M", 7, ""},
		{"17G", 8, ""},
		{"17L", 12, ""},
		{"16T", 1, ""},
		{"17H", 4, ""},
		{"E", 4, ""},
	} {
		for i := range s.stated {
			numbers = append(numbers, fmt.Sprintf("S%s.%d", s.specification, i+1))
		}
		for _, letter := range s.behaviours {
			numbers = append(numbers, fmt.Sprintf("R%s.%c", s.specification, letter))
		}
	}
	return numbers
}

func TestEveryRequirementIsListedOnce(t *testing.T) {
	var listed []string
	for _, r := range requirements(t) {
		listed = append(listed, r[0])
	}
	want := requirementNumbers()
	if slices.Equal(listed, want) {
		return
	}
	for _, number := range want {
		if n := len(listed); !slices.Contains(listed, number) {
			t.Errorf("%s is missing among %d", number, n)
		}
	}
	t.Error("the numbers are not those of the specifications, in their order")
}

func TestEveryRequirementHasItsTest(t *testing.T) {
	for _, r := range requirements(t) {
		shown := strings.Fields(r[2])
		if r[1] == "" || len(shown) == 0 {
			t.Errorf("%s: says nothing", r[0])
		}
		for _, name := range shown {
			if !testExists(t, name) {
				t.Errorf("%s: no such test or file: %s", r[0], name)
			}
		}
	}
}

// requirements are the rows of the table: number, requirement, test.
func requirements(t *testing.T) [][]string { return table(t, "testdata/requirements.tsv") }

// table is the rows of a file of three columns, without its head.
func table(t *testing.T, file string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		row := strings.Split(line, "\t")
		if len(row) != 3 {
			t.Fatalf("line %d has %d columns", i+1, len(row))
		}
		rows = append(rows, row)
	}
	return rows[1:]
}

// testExists looks for testdata/PATH as a file or a directory, and for
// PACKAGE.TestNAME or PACKAGE.ExampleNAME in the sources; .TestNAME is here.
func testExists(t *testing.T, name string) bool {
	t.Helper()
	if strings.HasPrefix(name, "testdata/") {
		_, err := os.Stat(filepath.FromSlash(name))
		return err == nil
	}
	dir, function, _ := strings.Cut(name, ".")
	sources, err := filepath.Glob(path.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		data, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(function, "Test") && strings.Contains(string(data), "\nfunc "+function+"(t ") ||
			strings.HasPrefix(function, "Example") && strings.Contains(string(data), "\nfunc "+function+"() {") {
			return true
		}
	}
	return false
}
