package pipe

import (
	"testing"

	"convo/commands/internal/frame"

	"github.com/google/go-cmp/cmp"
)

// A command is split as a shell splits it.
func TestCommandWords(t *testing.T) {
	for command, want := range map[string][]string{
		`jq -c .`:                    {"jq", "-c", "."},
		`  jq	 .  `:                  {"jq", "."},
		`jq '.messages |= .[1:]'`:    {"jq", ".messages |= .[1:]"},
		`jq ".a[\"b\"]"`:             {"jq", `.a["b"]`},
		`"my filter" --name=' $x'`:   {"my filter", "--name= $x"},
		`sed s/\"/\'/`:               {"sed", `s/"/'/`},
		`printf "a\nb" '' "\$"`:      {"printf", `a\nb`, "", "$"},
		`C:\\filters\\a.exe it"'"s`:  {`C:\filters\a.exe`, "it's"},
		`sh -c 'sort | uniq; rm $x'`: {"sh", "-c", "sort | uniq; rm $x"},
		`über ß`:                     {"über", "ß"},
	} {
		got, err := commandWords(command)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", command, err, d)
		}
	}
}

// What only a shell would do is not done silently otherwise.
func TestCommandWordsForAShell(t *testing.T) {
	for _, command := range []string{
		``, `  `, `''`, `jq . | cat`, `a; b`, `a > b`, `a $x`, `a "$x"`, "a `b`", `a "x`, `a 'x`, `a \`, `ls *.json`, `~/bin/f`, `a & b`, `(a)`, "a\nb",
	} {
		if words, err := commandWords(command); err == nil || frame.AsFailure(err).Code != frame.ExitUsage {
			t.Errorf("%q: %q, %v", command, words, err)
		}
	}
}
