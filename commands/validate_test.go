package commands

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/commands/internal/findings"
	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
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
			case rule == "C000":
				want = frame.ExitUnreadable
			case r.Severity == conv.Error:
				want = frame.ExitInvalid
			}
			if code != want {
				t.Errorf("exit %d, want %d; %s", code, want, stderr())
			}
			if d := cmp.Diff([]string{rule}, rulesIn(t, stdout())); d != "" {
				t.Errorf("%s\n%s", d, stdout())
			}
		})
	}
	for _, r := range findings.AllRules() {
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
	for _, r := range findings.AllRules() {
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
	if got.Name != name || len(got.Failures) != 1 || got.Failures[0].Type != "C001" || !strings.Contains(got.Failures[0].Text, "<]]>&") {
		t.Errorf("%+v", got)
	}
}
