package commands

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

// invalidFiles are the rows of testdata/invalid/rules.tsv: a bad file for
// each rule, with the flags that it takes to find out.
func invalidFiles(t *testing.T) (rows [][3]string) {
	t.Helper()
	table, err := os.ReadFile("../testdata/invalid/rules.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(table), "file\trule\tflags\n")) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 3 {
			t.Fatalf("rules.tsv: %q has %d cells", line, len(cells))
		}
		rows = append(rows, [3]string(cells))
	}
	return rows
}

// Each rule has a file that breaks it, and it alone.
func TestEachRuleFindsItsFile(t *testing.T) {
	shown := map[string]bool{"rules.tsv": true}
	broken := map[string]bool{}
	for _, row := range invalidFiles(t) {
		file, rule, flags := row[0], row[1], row[2]
		shown[file], broken[rule] = true, true
		t.Run(rule, func(t *testing.T) {
			p, stdout, stderr := testProgram(t)
			equip(p)
			p.args = slices.Concat([]string{"validate", "-q", "-t", "json"}, strings.Fields(flags), []string{"../testdata/invalid/" + file})
			code := p.run()
			r := ruleNamed(rule)
			if r == nil {
				t.Fatalf("there is no rule %s", rule)
			}
			want := exitOK
			switch {
			case rule == "C000":
				want = exitUnreadable
			case r.Severity == conv.Error:
				want = exitInvalid
			}
			if code != want {
				t.Errorf("exit %d, want %d; %s", code, want, stderr())
			}
			if d := cmp.Diff([]string{rule}, rulesIn(t, stdout())); d != "" {
				t.Errorf("%s\n%s", d, stdout())
			}
		})
	}
	for _, r := range allRules() {
		if !broken[r.ID] {
			t.Errorf("no file breaks %s", r.ID)
		}
	}
	files, err := filepath.Glob("../testdata/invalid/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !shown[filepath.Base(f)] {
			t.Errorf("%s is in no row of rules.tsv", f)
		}
	}
}

// rulesIn are the different rules of a report in JSON.
func rulesIn(t *testing.T, report string) (rules []string) {
	t.Helper()
	c := rawjson.NewCursor([]byte(report))
	for range c.Elements {
		for key := range c.Fields {
			if key != "rule" {
				c.Skip()
				continue
			}
			if rule := c.Str(); !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	if err := c.End(); err != nil {
		t.Fatal(err)
	}
	return rules
}

// IDs are a promise and say who demands it; a rule says all there is to say.
func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range allRules() {
		if seen[r.ID] {
			t.Errorf("two rules %s", r.ID)
		}
		seen[r.ID] = true
		if len(r.ID) != 4 || !strings.Contains("CAORGUF", r.ID[:1]) {
			t.Errorf("%s is no id", r.ID)
		}
		if r.Title == "" || r.Explain == "" || r.Source == "" || r.Fix == "" {
			t.Errorf("%s lacks a text", r.ID)
		}
		if !slices.Contains([]conv.Severity{conv.Error, conv.Warning, conv.Info}, r.Severity) {
			t.Errorf("%s is of severity %q", r.ID, r.Severity)
		}
	}
}
