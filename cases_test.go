package main_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// caseCount is how many tricky cases of conversion there are.
const caseCount = 107

// comingFormats are the works that will show a case, or the rest of one that
// is shown in part.
var comingFormats = []string{
	"mistral", "ai-sdk",
}

func TestEveryCaseIsShownOrComes(t *testing.T) {
	cases := table(t, "testdata/cases.tsv")
	if len(cases) != caseCount {
		t.Errorf("%d cases, want %d", len(cases), caseCount)
	}
	for i, c := range cases {
		if c[0] != strconv.Itoa(i+1) {
			t.Errorf("%s stands at place %d", c[0], i+1)
		}
		shown := strings.Fields(c[2])
		if c[1] == "" || len(shown) == 0 {
			t.Errorf("%s: says nothing", c[0])
		}
		for _, name := range shown {
			if !slices.Contains(comingFormats, name) && !testExists(t, name) {
				t.Errorf("%s: no such test, file or piece of work: %s", c[0], name)
			}
		}
	}
}
