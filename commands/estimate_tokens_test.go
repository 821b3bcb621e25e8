//go:build tokens

package commands

import (
	"strings"
	"testing"
)

// A build with tokenizers counts the texts of a call to OpenAI as its models
// do, says so, and estimates for all others.
func TestEstimateCountsWithTheTokenizer(t *testing.T) {
	for model, want := range map[string]string{
		"openai/gpt-4o":             "texts counted as by o200k_base",
		"openai/gpt-4":              "texts counted as by cl100k_base", // not in the list of models
		"openai/gpt-99":             "",
		"anthropic/claude-sonnet-5": "",
	} {
		out := string(convoIn(t, []byte(`{"convo":1,"messages":[{"role":"user","content":"Привет, как дела?"}]}`), "cost", "--estimate", "-m", model, "-t", "table", "--unknown", "zero"))
		if strings.Contains(out, "texts counted") != (want != "") || !strings.Contains(out, want) {
			t.Errorf("%s: %s", model, out)
		}
	}
}
