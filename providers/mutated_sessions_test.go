package providers_test

// A session that is damaged is refused, or what is read of it comes back.

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"convo/conv/format"
	"convo/providers"
	"convo/providers/internal/roomtest"
)

// lineMutations are what crashes, other versions and people do to sessions.
var lineMutations = append(mutations[:4:4],
	altered(`"(?:type|role|subtype)":\s*"()[^"]*()"`, "odd"),
	altered(`"(?:\w*[iI]d|\w*U[uU]id|uuid)":\s*()(?:"[^"]*"|null)()`, `null`, `""`, `"other"`, `7`),
	altered(`"(?:timestamp|ts|created|updated|startTime|lastUpdated)":\s*()(?:"[^"]*"|\d+)()`, `null`, `""`, `"soon"`, `"2026-03-01T08:00:00Z"`, `7`),
	altered(`"(?:text|content|output|message|thinking|summary|input|arguments|args|result)":\s*"()(?:[^"\\]|\\.)*()"`, "", "another", `{\"a\":1}`),
	altered(`()(?:,\s*)?"\w+":\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|true|false|null)()`, ``),
	altered(`"()\w+()":`, "odd", "~odd"),
	givenTwice,
	altered(`"\w+":\s*()(?:"(?:[^"\\]|\\.)*"|-?\d+|true|false|null)()`, `null`, `1`, `"x"`, `[]`, `{}`),
	altered(`"\w+":\s*()(?:\{[^{}]*\}|\[[^\[\]]*\])()`, `null`, `1`, `"x"`, `[]`, `{}`),
)

// A field comes twice.
func givenTwice(r *rand.Rand, lines [][]byte) [][]byte {
	i := r.IntN(len(lines))
	fields := aField.FindAllSubmatchIndex(lines[i], -1)
	if len(fields) == 0 {
		return lines
	}
	f := fields[r.IntN(len(fields))]
	values := []string{`null`, `1`, `"x"`, `[]`, `{}`, string(lines[i][f[3]:f[1]])}
	first := fmt.Sprintf("%s%s,", lines[i][f[2]:f[3]], values[r.IntN(len(values))])
	lines[i] = slices.Concat(lines[i][:f[0]], []byte(first), lines[i][f[0]:])
	return lines
}

var aField = regexp.MustCompile(`("\w+":\s*)(?:"(?:[^"\\]|\\.)*"|-?\d+|true|false|null|\{\}|\[\])`)

var otherFiles = flag.String("sessions", "", "mutate also these files (a pattern) in TestLawMutatedSessionsComeBack")

// Each session as it is and after mutations. The seeds make them the same in every
// run.
func TestLawMutatedSessionsComeBack(t *testing.T) {
	t.Parallel()
	rounds := seedsOr(40)
	for _, f := range providers.Formats() {
		if f.Unit != format.SessionUnit && f.Agent == nil || f.Decode == nil || f.Write == nil {
			continue
		}
		files, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*/input.*")
		others, _ := filepath.Glob(*otherFiles)
		for _, file := range append(files, others...) {
			data := roomtest.Read(t, file)
			for seed := range rounds {
				r := rand.New(rand.NewPCG(seed, uint64(len(file))))
				t.Run(fmt.Sprintf("%s/%s/%d", f.Name, filepath.Base(filepath.Dir(file)), seed), func(t *testing.T) {
					session := withMutations(r, data, int(seed))
					roomtest.Survives(t, &f, session)
					if t.Failed() {
						t.Logf("the session:\n%s", session)
					}
				})
			}
		}
	}
}

// withMutations is a session after some mutations of its lines.
func withMutations(r *rand.Rand, session []byte, n int) []byte {
	for range min(n, 1+r.IntN(3)) {
		lines := eventsOf(session)
		if len(lines) == 0 {
			return session
		}
		session = bytes.Join(lineMutations[r.IntN(len(lineMutations))](r, lines), nil)
	}
	return session
}
