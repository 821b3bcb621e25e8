package providers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/lint"
	"convo/providers"
)

// leftToUsers are rules that convo cannot repair: it does not choose between
// two wishes of a request, nor what a model should learn.
var leftToUsers = map[string]bool{
	"anthropic/thinking-budget": true, "openai-finetune/no-last-answer": true, "openai-finetune/nothing-to-learn": true,
	"openai-chat/json-not-mentioned": true, "openai-responses/json-not-mentioned": true,
}

// A conversation that is adapted for a target breaks none of its rules: adapt and
// validate know the same rules, each in its own way.
func TestWhatIsAdaptedIsValid(t *testing.T) {
	files, err := filepath.Glob("../testdata/conversations/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	bad, err := filepath.Glob("../testdata/invalid/*/*.json")
	if err != nil || len(bad) == 0 {
		t.Fatal(bad, err)
	}
	for _, goal := range []string{"anthropic", "openai-chat", "openai-responses", "gemini", "ag-ui", "openai-finetune", "anthropic/claude-sonnet-5", "mistral", "google/gemini-3.1-pro-preview", "deepseek"} {
		g, err := providers.TargetNamed(goal)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range append(files, bad...) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c, err := conv.Native.Decode(data, nil)
			if err != nil {
				continue // a file of another format, or none
			}
			adapted := fit.To(adapt.For(c, g.Format, &g.Model, nil), g.Format, nil)
			for _, f := range lint.Validate(adapted, lint.Destination{Format: g.Format, Target: &g.Model}) {
				if !strings.HasPrefix(f.Rule.ID, "convo/") && !leftToUsers[f.Rule.ID] {
					t.Errorf("%s for %s: %s: %s", filepath.Base(file), goal, f.Rule.ID, f.Message)
				}
			}
		}
	}
}

// Validating any conversation ends, and a repaired one needs no repair.
func FuzzValidate(f *testing.F) {
	for _, pattern := range []string{"../testdata/conversations/*.json", "../testdata/invalid/*/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	var goals []lint.Destination
	for _, name := range []string{"anthropic", "openai-chat", "openai-responses", "google/gemini-3.1-pro-preview", "mistral", "ag-ui"} {
		g, err := providers.TargetNamed(name)
		if err != nil {
			f.Fatal(err)
		}
		goals = append(goals, lint.Destination{Format: g.Format, Target: &g.Model})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := conv.Native.Decode(data, nil)
		if err != nil {
			return
		}
		lint.Validate(c, goals...)
		mended := adapt.Mend(c, nil)
		if again := adapt.Mend(mended, nil); again != mended {
			t.Error("mended twice")
		}
		for _, found := range lint.Validate(mended) {
			switch found.Rule.ID {
			case "convo/orphan-result", "convo/repeated-result", "convo/duplicate-call-id":
				t.Errorf("mended, but %s: %s", found.Rule.ID, found.Message)
			}
		}
	})
}
