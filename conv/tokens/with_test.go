//go:build tokens

package tokens_test

import (
	"strings"
	"testing"

	"convo/conv/tokens"
)

func TestCountersCountAsTheModelsDo(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int64
	}{
		{"o200k_base", "", 0},
		{"o200k_base", "Tell me of the sea.", 6},
		{"o200k_base", "The year 2026 has 365 days, 8760 hours and 525600 minutes.", 20},
		{"o200k_base", `{"name":"find","arguments":{"near":"Pier 7","open":true}}`, 17},
		{"o200k_base", "if err != nil {\n\treturn nil, err\n}\n", 11},
		{"o200k_base", "今天天气很好,我们去公园散步吧。", 13},
		{"o200k_base", "Привет, как дела?", 6},
		{"cl100k_base", "Привет, как дела?", 8},
		{"o200k_base", strings.Repeat("word ", 1000), 1001},
	} {
		counter := tokens.Named(c.name)
		if got := counter.Count(c.text); got != c.want {
			t.Errorf("%s: %.40q: %d, want %d", counter.Name, c.text, got, c.want)
		}
	}
	if tokens.Named("other") != nil {
		t.Error("an unknown tokenizer counts")
	}
	if n := tokens.Named("o200k_base").Count("\xff\xfe"); n < 1 || n > 2 {
		t.Errorf("%d tokens of no text", n)
	}
}
