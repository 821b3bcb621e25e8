package providers_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/providers"
)

// An answer becomes a request of its own family that the servers accept. With
// the flag histories, scripts/judge checks such requests with the vendors' types.

// withoutARequest are rules about fields that an answer does not have.
var withoutARequest = []string{"/missing-field", "/thinking-budget"}

func TestLawAnswersAreAcceptedByTheirOwnServers(t *testing.T) {
	t.Parallel()
	rounds := uint64(24)
	if testing.Short() {
		rounds = 2
	}
	for _, name := range []string{"anthropic", "openai-chat", "openai-responses", "gemini"} {
		g, err := providers.TargetNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"response", "stream"} {
			from := lookup(t, name+"-"+kind)
			files, _ := filepath.Glob(testdata + "formats/" + from.Name + "/*/input.*")
			replies, _ := filepath.Glob(testdata + "replies/" + name + "/*/" + kind + ".*")
			for _, file := range slices.Concat(files, replies) {
				whole := read(t, file)
				for seed := range rounds {
					data := whole
					if seed > 0 {
						data = mutated(rand.New(rand.NewPCG(seed, uint64(len(file)))), whole)
					}
					for _, fault := range refusedAnswers(from, g, data) {
						t.Errorf("%s, seed %d: %s\n%s", file, seed, fault, data)
					}
				}
			}
		}
	}
}

// refusedAnswers are the rules of its own servers that an adapted answer breaks.
func refusedAnswers(from *format.Format, g *providers.Target, data []byte) (all []string) {
	for c, err := range from.Decode(data, nil) {
		if err != nil {
			return all
		}
		sent := fit.To(adapt.For(c, g.Format, &g.Model, nil), g.Format, nil)
		if len(sent.Messages) == 0 {
			return all // nothing in it could be read: there is nothing to send
		}
		for back, err := range g.Format.Decode(written(g.Format, sent), nil) {
			if err != nil {
				return append(all, err.Error())
			}
			for _, f := range lint.Validate(back, lint.Destination{Format: g.Format, Target: &g.Model}) {
				if f.Rule.Severity == note.Error && !slices.ContainsFunc(withoutARequest, func(s string) bool { return strings.HasSuffix(f.Rule.ID, s) }) {
					all = append(all, f.Rule.ID+": "+f.Message)
				}
			}
		}
	}
	return all
}

// A budget for reasoning that is too small for these servers is raised, or
// reasoning is left off.
func TestSmallBudgetsForAnthropic(t *testing.T) {
	from, to := lookup(t, "gemini"), lookup(t, "anthropic")
	for _, c := range []struct{ budget, limit, want string }{
		{"0", "8000", `"thinking":{"type":"disabled"}`},
		{"1", "8000", `"thinking":{"type":"enabled","budget_tokens":1024}`},
		{"1023", "8000", `"thinking":{"type":"enabled","budget_tokens":1024}`},
		{"512", "1000", `"thinking":{"type":"disabled"}`},
		{"2048", "8000", `"thinking":{"type":"enabled","budget_tokens":2048}`},
		{"-1", "8000", `"thinking":{"type":"adaptive"}`},
	} {
		body := `{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"generationConfig":{"maxOutputTokens":` + c.limit + `,"thinkingConfig":{"thinkingBudget":` + c.budget + `}}}`
		notes := &note.Notes{}
		got := string(written(to, fit.To(decoded(t, from, []byte(body), nil), to, notes)))
		if !strings.Contains(got, c.want) {
			t.Errorf("budget %s: %s", c.budget, got)
		}
		if changed := c.budget == "1" || c.budget == "1023" || c.budget == "512"; changed != (notes.Losses() > 0) {
			t.Errorf("budget %s: %v", c.budget, notes.List())
		}
	}
}
