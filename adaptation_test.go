package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// adaptationRules are what a history has to obey on its way to another model,
// by the numbers of the reference. Each has a case in testdata/conversions or,
// where no format of this build shows it, a test of conv/adapt or of a format's room
// that is named for it.
var adaptationRules = []struct{ number, rule string }{
	{"A1.1", "what an application keeps for itself goes to no model"},
	{"A1.2", "summaries are user text"},
	{"A1.3", "the last compaction comes first, what is older goes"},
	{"A1.4", "private details of results go to no model"},
	{"A1.5", "a server's own compaction stays with its protocol"},
	{"A2.1", "a run of images is one line for a model that does not see"},
	{"A2.2", "and so are other media"},
	{"A2.3", "images of results stand behind the run of results"},
	{"A2.4", "addresses are not fetched"},
	{"A2.5", "images of answers are the user's"},
	{"A3.1", "the same model is the same provider, protocol and id"},
	{"A4.1", "answers that failed go, with their results"},
	{"A4.2", "what an aborted answer said may stay"},
	{"A4.3", "a refusal that says something stays"},
	{"A5.1", "the same model gets its reasoning back"},
	{"A5.2", "another model gets none, or text"},
	{"A5.3", "signatures stay with their model"},
	{"A5.4", "Anthropic: reasoning is signed or text"},
	{"A5.5", "Chat Completions: reasoning has a field"},
	{"A5.6", "Responses: reasoning leads to something"},
	{"A5.7", "Gemini: calls are signed"},
	{"A5.8", "Bedrock: reasoning is signed or text"},
	{"A5.9", "AG-UI: signatures are encrypted values"},
	{"A6.1", "ids change only where they must"},
	{"A6.2", "ids of each protocol"},
	{"A6.3", "ids never collide"},
	{"A6.4", "calls without results, results without calls"},
	{"A6.5", "two results of one call"},
	{"A6.6", "late results"},
	{"A6.7", "the results of a batch"},
	{"A6.8", "text behind results"},
	{"A6.9", "tool names"},
	{"A6.10", "targets without tools"},
	{"A6.11", "calls with free text"},
	{"A6.12", "tools of a server"},
	{"A6.13", "definitions for a history with calls"},
	{"A7.1", "the place of the prompt"},
	{"A7.2", "several prompts"},
	{"A7.3", "instructions in between"},
	{"A7.4", "an answer between a result and the user"},
	{"A7.5", "who speaks first"},
	{"A7.6", "roles that alternate"},
	{"A7.7", "who speaks last"},
	{"A8.1", "texts that say nothing"},
	{"A8.2", "results that say nothing"},
	{"A8.3", "texts as strings"},
	{"A8.4", "odd characters"},
	{"A8.5", "a limit of output"},
	{"A8.6", "marks for a cache"},
}

// comingRules are those that a format shows which is not built yet.
var comingRules = map[string]string{}

func TestEveryRuleOfAdaptationHasACase(t *testing.T) {
	named := namedTests(t, "conv/adapt/*_test.go", "providers/*_test.go", "providers/*/*_test.go")
	for _, r := range adaptationRules {
		files, _ := filepath.Glob("testdata/conversions/" + r.number + "-*.txtar")
		shown := len(files) > 0 || strings.Contains(named, "\n"+r.number+" ")
		coming, waits := comingRules[r.number]
		switch {
		case !shown && !waits:
			t.Errorf("%s has no case: %s", r.number, r.rule)
		case shown && waits:
			t.Errorf("%s has a case and need not wait for %s", r.number, coming)
		}
	}
	files, _ := filepath.Glob("testdata/conversions/A*.txtar")
	for _, file := range files {
		number, _, _ := strings.Cut(filepath.Base(file), "-")
		if !isRule(number) {
			t.Errorf("%s: there is no rule %s", file, number)
		}
	}
}

func isRule(number string) bool {
	for _, r := range adaptationRules {
		if r.number == number {
			return true
		}
	}
	return false
}

var ruleName = regexp.MustCompile(`"(A\d\.\d+ [^"]+)"`)

// namedTests are the names of the tests in some files that begin with the
// number of a rule, a line each.
func namedTests(t *testing.T, patterns ...string) string {
	t.Helper()
	names := "\n"
	for _, pattern := range patterns {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range ruleName.FindAllStringSubmatch(string(b), -1) {
				names += m[1] + "\n"
			}
		}
	}
	return names
}
