package findings

import (
	"slices"
	"strings"
	"testing"
)

// The ids of older versions still work, and name one rule each.
func TestOldIDsOfRules(t *testing.T) {
	all := AllRules()
	for begin, want := range map[string][]string{
		"C001":                     {"convo/orphan-result"},
		"a007":                     {"anthropic/empty-message"},
		"A00":                      nil, // several
		"convo/orphan-result":      {"convo/orphan-result"},
		"gemini/untyped":           {"gemini/untyped-media"},
		"C777":                     {},
		"":                         {},
		"openai-responses/idle-re": {"openai-responses/idle-reasoning"},
	} {
		got := rulesLike(all, begin)
		if want != nil && !slices.Equal(got, want) || want == nil && len(got) < 2 {
			t.Errorf("%q: %v", begin, got)
		}
	}
	for _, id := range rulesLike(all, "C") {
		if !strings.HasPrefix(id, "convo/") {
			t.Errorf("C selects %s", id)
		}
	}
}
