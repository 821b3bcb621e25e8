package completion

import (
	"slices"
	"testing"
)

func TestLinesAreReadAsShellsReadThem(t *testing.T) {
	for line, want := range map[string][]string{
		"convo":                     {"convo"},
		"convo ":                    {"convo", ""},
		"convo  show a":             {"convo", "show", "a"},
		`convo show "a b" c\ d 'e"`: {"convo", "show", "a b", "c d", `e"`},
		`convo show "a\"b`:          {"convo", "show", `a"b`},
		`convo show 'a\b' ""`:       {"convo", "show", `a\b`, ""},
		"convo show \"\" x":         {"convo", "show", "", "x"},
	} {
		if got := wordsOf(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestWordsAreCutWhereBashCutsThem(t *testing.T) {
	l := &list{all: []Candidate{{"--to=anthropic", ""}, {"codex:last", ""}}}
	l.afterBreak("--to=a", " =:")
	if l.all[0].Word != "anthropic" || l.all[1].Word != "codex:last" {
		t.Errorf("%q", l.all)
	}
}
