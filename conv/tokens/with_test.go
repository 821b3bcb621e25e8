//go:build tokens

package tokens_test

import (
	"strings"
	"testing"

	"convo/conv/tokens"
)

func TestCountersCountAsTheModelsDo(t *testing.T) {
	for _, c := range []struct {
		model, text string
		want        int64
	}{
		{"gpt-4o", "", 0},
		{"gpt-4o", "Tell me of the sea.", 6},
		{"gpt-4o", "The year 2026 has 365 days, 8760 hours and 525600 minutes.", 20},
		{"gpt-4o", `{"name":"find","arguments":{"near":"Pier 7","open":true}}`, 17},
		{"gpt-4o", "if err != nil {\n\treturn nil, err\n}\n", 11},
		{"gpt-5", "今天天气很好,我们去公园散步吧。", 13},
		{"gpt-5", "Привет, как дела?", 6},
		{"gpt-4", "Привет, как дела?", 8},
		{"gpt-4o", strings.Repeat("word ", 1000), 1001},
	} {
		counter := tokens.Of(c.model)
		if got := counter.Count(c.text); got != c.want {
			t.Errorf("%s: %.40q: %d, want %d", counter.Name, c.text, got, c.want)
		}
	}
	if tokens.Of("claude-sonnet-5") != nil {
		t.Error("nobody knows how Claude counts")
	}
	if n := tokens.Of("gpt-4o").Count("\xff\xfe"); n < 1 || n > 2 {
		t.Errorf("%d tokens of no text", n)
	}
}
