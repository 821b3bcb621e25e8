package commands

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A report of JUnit is XML, whatever stands in names and messages.
func TestJUnitIsXML(t *testing.T) {
	p, stdout, _ := testProgram(t)
	name := filepath.Join(t.TempDir(), "a <b> & \"c\".json")
	const call = `{"convo":1,"messages":[{"role":"toolResult","toolCallId":"\u0001<]]>&\n\ud800","toolName":"f","content":"x"}]}`
	if err := os.WriteFile(name, []byte(call), 0o600); err != nil {
		t.Fatal(err)
	}
	p.args = []string{"validate", "-t", "junit", name}
	if code := p.run(); code != exitInvalid {
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

// What would end a workflow command is escaped in it.
func TestGitHubEscapes(t *testing.T) {
	var b strings.Builder
	r := &githubReport{out: &steady{to: &b}}
	r.finding(&fault{file: "a,b:c%.json", rule: ruleNamed("C006"), message: "100%\n::error::no"})
	if want := "::notice file=a%2Cb%3Ac%25.json,title=C006::100%25%0A::error::no\n"; b.String() != want {
		t.Errorf("got  %swant %s", b.String(), want)
	}
}
