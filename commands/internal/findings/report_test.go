package findings

import (
	"strings"
	"testing"
)

// What would end a workflow command is escaped in it, and what the log of a run would
// obey.
func TestGitHubEscapes(t *testing.T) {
	var b strings.Builder
	r := newGithubReport(steady{to: &b})
	r.finding(&fault{file: "a,b:c%.json", rule: RuleNamed("C006"), message: "100%\n::error::no \u009b2J\u202e"})
	if want := "::notice file=a%2Cb%3Ac%25.json,title=convo/reused-call-id::100%25%0A::error::no \\u009b2J\\u202e\n"; b.String() != want {
		t.Errorf("got  %swant %s", b.String(), want)
	}
}
