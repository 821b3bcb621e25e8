package commands

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"convo/commands/internal/findings"
	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// invalidFiles are the rows of testdata/invalid/rules.tsv: a bad file for
// each rule, named for it, with the flags that it takes to find out.
func invalidFiles(t *testing.T) (rows [][2]string) {
	t.Helper()
	table, err := os.ReadFile("../testdata/invalid/rules.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(table), "file\tflags\n")) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 2 {
			t.Fatalf("rules.tsv: %q has %d cells", line, len(cells))
		}
		rows = append(rows, [2]string(cells))
	}
	return rows
}

// Each rule has a file that breaks it, and it alone.
func TestEachRuleFindsItsFile(t *testing.T) {
	shown := map[string]bool{}
	broken := map[string]bool{}
	for _, row := range invalidFiles(t) {
		file, flags := row[0], row[1]
		rule := strings.TrimSuffix(file, filepath.Ext(file))
		shown[file], broken[rule] = true, true
		t.Run(rule, func(t *testing.T) {
			p, stdout, stderr := frametest.Program(t)
			equip(p)
			p.Args = slices.Concat([]string{"validate", "-q", "-t", "json"}, strings.Fields(flags), []string{"../testdata/invalid/" + file})
			code := p.Run()
			r := findings.RuleNamed(rule)
			if r == nil {
				t.Fatalf("there is no rule %s", rule)
			}
			want := frame.ExitOK
			switch {
			case rule == lint.Unreadable().ID:
				want = frame.ExitUnreadable
			case r.Severity == note.Error:
				want = frame.ExitInvalid
			}
			if code != want {
				t.Errorf("exit %d, want %d; %s", code, want, stderr())
			}
			if found := rulesIn(t, stdout()); !slices.Equal(found, []string{rule}) {
				t.Errorf("found %q\n%s", found, stdout())
			}
		})
	}
	for _, r := range findings.AllRules() {
		if !broken[r.ID] {
			t.Errorf("no file breaks %s", r.ID)
		}
	}
	files, err := filepath.Glob("../testdata/invalid/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := strings.TrimPrefix(filepath.ToSlash(f), "../testdata/invalid/"); !shown[name] {
			t.Errorf("%s is in no row of rules.tsv", name)
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
	names := map[string]bool{"convo": true}
	for _, f := range providers.Formats() {
		if f.Lint == nil {
			continue
		}
		names[f.Name] = true
		for _, r := range f.Lint() {
			if format, _, _ := strings.Cut(r.ID, "/"); format != f.Name && format != f.Family {
				t.Errorf("%s brings %s", f.Name, r.ID)
			}
		}
	}
	seen := map[string]bool{"": true}
	for _, r := range findings.AllRules() {
		if format, _, _ := strings.Cut(r.ID, "/"); !names[format] || !ruleID.MatchString(r.ID) {
			t.Errorf("%s is not an id: want the name of a format that brings it, / and words", r.ID)
		}
		if seen[r.ID] || r.Was != "" && seen[r.Was] {
			t.Errorf("two rules %s, or %s", r.ID, r.Was)
		}
		seen[r.ID], seen[r.Was] = true, true
		if r.Title == "" || r.Explain == "" || r.Source == "" || r.Fix == "" {
			t.Errorf("%s lacks a text", r.ID)
		}
		if !slices.Contains([]note.Severity{note.Error, note.Warning, note.Info}, r.Severity) {
			t.Errorf("%s is of severity %q", r.ID, r.Severity)
		}
		if r.Covers != "" && findings.RuleNamed(r.Covers) == nil {
			t.Errorf("%s covers %s, which is no rule", r.ID, r.Covers)
		}
	}
}

// ruleID is how ids are written.
var ruleID = regexp.MustCompile(`^[a-z0-9-]+/[a-z0-9]+(-[a-z0-9]+)*$`)

// A report of JUnit is XML, whatever stands in names and messages.
func TestJUnitIsXML(t *testing.T) {
	p, stdout, _ := frametest.Program(t)
	equip(p)
	name := filepath.Join(t.TempDir(), "a <b> & \"c\".json")
	const call = `{"convo":1,"messages":[{"role":"toolResult","toolCallId":"\u0001<]]>&\n\ud800","toolName":"f","content":"x"}]}`
	if err := os.WriteFile(name, []byte(call), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Args = []string{"validate", "-t", "junit", name}
	if code := p.Run(); code != frame.ExitInvalid {
		t.Errorf("exit %d", code)
	}
	var suites struct {
		Suites []struct {
			Cases []struct {
				Name     string `xml:"name,attr"`
				Failures []struct {
					Type string `xml:"type,attr"`
					Text string `xml:",chardata"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(stdout()), &suites); err != nil {
		t.Fatalf("%v\n%s", err, stdout())
	}
	got := suites.Suites[0].Cases[0]
	if got.Name != name || len(got.Failures) != 1 || got.Failures[0].Type != "convo/orphan-result" || !strings.Contains(got.Failures[0].Text, "<]]>&") {
		t.Errorf("%+v", got)
	}
}
