package providers_test

import (
	"slices"
	"strings"
	"testing"

	"convo/providers"
)

// A name is near to what a typing mistake or two make of it, or to what it
// begins. A name that nobody types by mistake is near to nothing, and is not
// compared letter by letter.
func TestNearest(t *testing.T) {
	known := []string{"anthropic", "anthropic-stream", "gemini", "openai-chat", "openai-responses", strings.Repeat("m", 1<<20)}
	for name, want := range map[string]string{
		"antropic":                 "anthropic",
		"gemnii":                   "gemini",
		"openai":                   "openai-chat openai-responses",
		"anthropic":                "anthropic",
		"x":                        "",
		"":                         "",
		"opnai-chat":               "openai-chat",
		strings.Repeat("m", 99):    known[5],
		strings.Repeat("m", 1<<20): "",
	} {
		if got := providers.Nearest(name, known); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%.20s: %.60q, want %.60q", name, got, want)
		}
	}
}
